/** What places a file in an archive: `name` is its path there. It is stored as it is, not packed. */
export interface SizedEntry {
  name: string
  bytes: number
}

/** A file in an archive, with the checksum that its headers name; `crc32` is unsigned. */
export interface ZipEntry extends SizedEntry {
  crc32: number
}

/** An entry that has its place: where its header begins, and where the next one's does. */
export type PlacedEntry<E extends SizedEntry = ZipEntry> = E & { offset: number; end: number }

/** Where everything of an archive stands, to the byte, before any of it is read. */
export interface ZipLayout<E extends SizedEntry = ZipEntry> {
  entries: readonly PlacedEntry<E>[]
  /** Where the central directory begins, which ends with the archive. */
  directoryOffset: number
  bytes: number
}

/** What 32 and 16 bits cannot hold stands in fields of ZIP64 (APPNOTE 6.3.10, 4.4.1.4). */
const MOST_32 = 0xffff_ffff
const MOST_16 = 0xffff

const LOCAL_BYTES = 30
const CENTRAL_BYTES = 46
/** An extra field of one number: its kind and length, then 8 bytes. */
const OFFSET_EXTRA_BYTES = 12
const END_BYTES = 22
const END64_BYTES = 56
const LOCATOR_BYTES = 20

const VERSION = 20
const VERSION_ZIP64 = 45
/** Names are UTF-8. */
const FLAGS = 0x0800
/** 1 January 1980, the first day there is: with another one the same files would give other bytes. */
const FIRST_DAY = 0x0021

/**
 * Places stored entries one after the other: whoever has very many lets others have their turn in between. Sizes and checksums
 * stand before each file, so that the archive can be read from its front as well. Throws for an entry of 4 GB or more, which
 * none of our files is.
 */
export function startLayout<E extends SizedEntry>(): { place(entry: E): void; layout(): ZipLayout<E> } {
  const entries: PlacedEntry<E>[] = []
  let offset = 0
  let directoryBytes = 0
  return {
    place(entry) {
      if (entry.bytes >= MOST_32) throw new Error('An entry of an archive must be smaller than 4 GB.')
      const nameBytes = Buffer.byteLength(entry.name)
      const placed = { ...entry, offset, end: offset + LOCAL_BYTES + nameBytes + entry.bytes }
      directoryBytes += CENTRAL_BYTES + nameBytes + (offset >= MOST_32 ? OFFSET_EXTRA_BYTES : 0)
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

/** What stands before the bytes of a file. */
export function localHeader({ name, bytes, crc32 }: ZipEntry): Buffer {
  const header = Buffer.alloc(LOCAL_BYTES)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt16LE(VERSION, 4)
  writeCommon(header, 6, { bytes, crc32 })
  return Buffer.concat([withNameLength(header, 26, name), Buffer.from(name)])
}

/** What the central directory says of an entry. */
export function centralRecord({ name, bytes, crc32, offset }: PlacedEntry): Buffer {
  const isFar = offset >= MOST_32
  const header = Buffer.alloc(CENTRAL_BYTES)
  header.writeUInt32LE(0x02014b50, 0)
  header.writeUInt16LE(isFar ? VERSION_ZIP64 : VERSION, 4)
  header.writeUInt16LE(isFar ? VERSION_ZIP64 : VERSION, 6)
  writeCommon(header, 8, { bytes, crc32 })
  header.writeUInt16LE(isFar ? OFFSET_EXTRA_BYTES : 0, 30)
  header.writeUInt32LE(isFar ? MOST_32 : offset, 42)
  const extra = Buffer.alloc(isFar ? OFFSET_EXTRA_BYTES : 0)
  if (isFar) {
    extra.writeUInt16LE(0x0001, 0)
    extra.writeUInt16LE(8, 2)
    extra.writeBigUInt64LE(BigInt(offset), 4)
  }
  return Buffer.concat([withNameLength(header, 28, name), Buffer.from(name), extra])
}

/** The end of the archive, by which a reader finds the central directory. */
export function endRecords({ entries, directoryOffset, bytes }: ZipLayout<SizedEntry>): Buffer {
  const count = entries.length
  const room = bytes - directoryOffset
  const is64 = needsZip64(count, directoryOffset, room - END_BYTES)
  const directoryBytes = room - END_BYTES - (is64 ? END64_BYTES + LOCATOR_BYTES : 0)
  const end = Buffer.alloc(END_BYTES)
  end.writeUInt32LE(0x06054b50, 0)
  for (const at of [8, 10]) end.writeUInt16LE(Math.min(count, MOST_16), at)
  end.writeUInt32LE(Math.min(directoryBytes, MOST_32), 12)
  end.writeUInt32LE(Math.min(directoryOffset, MOST_32), 16)
  return is64 ? Buffer.concat([end64(count, directoryBytes, directoryOffset), end]) : end
}

function end64(count: number, directoryBytes: number, directoryOffset: number): Buffer {
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
  count >= MOST_16 || directoryOffset >= MOST_32 || directoryBytes >= MOST_32

/** Flags, method 0 (stored), time, checksum and both sizes, as both kinds of header have them. */
function writeCommon(header: Buffer, at: number, { bytes, crc32 }: Omit<ZipEntry, 'name'>): void {
  header.writeUInt16LE(FLAGS, at)
  header.writeUInt16LE(FIRST_DAY, at + 6)
  header.writeUInt32LE(crc32, at + 8)
  header.writeUInt32LE(bytes, at + 12)
  header.writeUInt32LE(bytes, at + 16)
}

function withNameLength(header: Buffer, at: number, name: string): Buffer {
  header.writeUInt16LE(Buffer.byteLength(name), at)
  return header
}
