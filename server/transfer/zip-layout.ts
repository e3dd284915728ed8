/** Name and size of a file in an archive. Files are not compressed. */
export interface SizedEntry {
  name: string
  bytes: number
}

export interface ZipEntry extends SizedEntry {
  crc32: number
}

/** Entry with the offset of its header (`offset`) and the offset of the next entry (`end`). */
export type PlacedEntry<E extends SizedEntry = ZipEntry> = E & { offset: number; end: number }

/** Byte offsets of an archive's parts. */
export interface ZipLayout<E extends SizedEntry = ZipEntry> {
  entries: readonly PlacedEntry<E>[]
  /** Offset of the central directory, which extends to the end of the archive. */
  directoryOffset: number
  bytes: number
}

/** Values that do not fit into 32 or 16 bits are written to ZIP64 fields (APPNOTE 6.3.10, 4.4.1.4). */
const MAX_UINT32 = 0xffff_ffff
const MAX_UINT16 = 0xffff

const LOCAL_BYTES = 30
const CENTRAL_BYTES = 46
const OFFSET_EXTRA_BYTES = 12
const END_BYTES = 22
const END64_BYTES = 56
const LOCATOR_BYTES = 20

const ZIP_VERSION = 20
const VERSION_ZIP64 = 45
/** Flag: names are UTF-8. */
const UTF8_FLAG = 0x0800
/** 1 January 1980, the earliest date in ZIP. A constant, so that archives of the same files have the same bytes. */
const FIRST_DOS_DATE = 0x0021

/**
 * Computes the offsets of uncompressed entries. A caller that adds very many entries must yield to the event loop in between.
 * Sizes and checksums precede each file, so that the archive can be read as a stream. Throws if an entry has 4 GB or more.
 */
export function createZipLayoutBuilder<E extends SizedEntry>(): { add(entry: E): void; layout(): ZipLayout<E> } {
  const entries: PlacedEntry<E>[] = []
  let offset = 0
  let directoryBytes = 0
  return {
    add(entry) {
      if (entry.bytes >= MAX_UINT32) throw new Error('An entry of an archive must be smaller than 4 GB.')
      const nameBytes = Buffer.byteLength(entry.name)
      const placed = { ...entry, offset, end: offset + LOCAL_BYTES + nameBytes + entry.bytes }
      directoryBytes += CENTRAL_BYTES + nameBytes + (offset >= MAX_UINT32 ? OFFSET_EXTRA_BYTES : 0)
      offset = placed.end
      entries.push(placed)
    },
    layout() {
      const is64 = needsZip64(entries.length, offset, directoryBytes)
      const end = is64 ? END64_BYTES + LOCATOR_BYTES + END_BYTES : END_BYTES
      return { entries, directoryOffset: offset, bytes: offset + directoryBytes + end }
    },
  }
}

export function createLocalHeader({ name, bytes, crc32 }: ZipEntry): Buffer {
  const header = Buffer.alloc(LOCAL_BYTES)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt16LE(ZIP_VERSION, 4)
  writeCommon(header, 6, { bytes, crc32 })
  return Buffer.concat([withNameLength(header, 26, name), Buffer.from(name)])
}

export function createCentralRecord({ name, bytes, crc32, offset }: PlacedEntry): Buffer {
  const hasZip64Offset = offset >= MAX_UINT32
  const header = Buffer.alloc(CENTRAL_BYTES)
  header.writeUInt32LE(0x02014b50, 0)
  header.writeUInt16LE(hasZip64Offset ? VERSION_ZIP64 : ZIP_VERSION, 4)
  header.writeUInt16LE(hasZip64Offset ? VERSION_ZIP64 : ZIP_VERSION, 6)
  writeCommon(header, 8, { bytes, crc32 })
  header.writeUInt16LE(hasZip64Offset ? OFFSET_EXTRA_BYTES : 0, 30)
  header.writeUInt32LE(hasZip64Offset ? MAX_UINT32 : offset, 42)
  const extra = Buffer.alloc(hasZip64Offset ? OFFSET_EXTRA_BYTES : 0)
  if (hasZip64Offset) {
    extra.writeUInt16LE(0x0001, 0)
    extra.writeUInt16LE(8, 2)
    extra.writeBigUInt64LE(BigInt(offset), 4)
  }
  return Buffer.concat([withNameLength(header, 28, name), Buffer.from(name), extra])
}

export function createEndRecords({ entries, directoryOffset, bytes }: ZipLayout<SizedEntry>): Buffer {
  const count = entries.length
  const tailBytes = bytes - directoryOffset
  const is64 = needsZip64(count, directoryOffset, tailBytes - END_BYTES)
  const directoryBytes = tailBytes - END_BYTES - (is64 ? END64_BYTES + LOCATOR_BYTES : 0)
  const end = Buffer.alloc(END_BYTES)
  end.writeUInt32LE(0x06054b50, 0)
  for (const at of [8, 10]) end.writeUInt16LE(Math.min(count, MAX_UINT16), at)
  end.writeUInt32LE(Math.min(directoryBytes, MAX_UINT32), 12)
  end.writeUInt32LE(Math.min(directoryOffset, MAX_UINT32), 16)
  return is64 ? Buffer.concat([createZip64EndRecords(count, directoryBytes, directoryOffset), end]) : end
}

function createZip64EndRecords(count: number, directoryBytes: number, directoryOffset: number): Buffer {
  const records = Buffer.alloc(END64_BYTES + LOCATOR_BYTES)
  records.writeUInt32LE(0x06064b50, 0)
  records.writeBigUInt64LE(BigInt(END64_BYTES - 12), 4)
  for (const at of [12, 14]) records.writeUInt16LE(VERSION_ZIP64, at)
  for (const at of [24, 32]) records.writeBigUInt64LE(BigInt(count), at)
  records.writeBigUInt64LE(BigInt(directoryBytes), 40)
  records.writeBigUInt64LE(BigInt(directoryOffset), 48)
  records.writeUInt32LE(0x07064b50, END64_BYTES)
  records.writeBigUInt64LE(BigInt(directoryOffset + directoryBytes), END64_BYTES + 8)
  records.writeUInt32LE(1, END64_BYTES + 16)
  return records
}

const needsZip64 = (count: number, directoryOffset: number, directoryBytes: number) =>
  count >= MAX_UINT16 || directoryOffset >= MAX_UINT32 || directoryBytes >= MAX_UINT32

/** Writes the fields that both kinds of header contain: flags, method 0 (stored), time, checksum and both sizes. */
function writeCommon(header: Buffer, at: number, { bytes, crc32 }: Omit<ZipEntry, 'name'>): void {
  header.writeUInt16LE(UTF8_FLAG, at)
  header.writeUInt16LE(FIRST_DOS_DATE, at + 6)
  header.writeUInt32LE(crc32, at + 8)
  header.writeUInt32LE(bytes, at + 12)
  header.writeUInt32LE(bytes, at + 16)
}

function withNameLength(header: Buffer, at: number, name: string): Buffer {
  header.writeUInt16LE(Buffer.byteLength(name), at)
  return header
}
