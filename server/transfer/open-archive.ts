import { createWriteStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32 } from 'node:zlib'
import { Entry, openPromise, type ZipFile } from 'yauzl'
import { MOST_EXPORTED } from '../../src/api/contract/manifest.ts'
import { plain } from '../../src/api/contract/text.ts'
import { Refusal } from '../errors.ts'

/** What an archive may have at most: entries, bytes of their names and of the whole directory, and bytes once unpacked. */
export interface ArchiveBounds {
  entries: number
  nameBytes: number
  directoryBytes: number
  unpackedBytes: number
}

const BOUNDS: ArchiveBounds = {
  // Four files of each asset, and the manifest.
  entries: 4 * MOST_EXPORTED + 1,
  // As in the manifest.
  nameBytes: 512,
  // 128 MiB: all those entries with names as long as an export gives them.
  directoryBytes: 128 * 1024 ** 2,
  // 20 GiB: four times what may be uploaded.
  unpackedBytes: 20 * 1024 ** 3,
}

/** Bytes of a local header, and of a record of the directory, without names and what else may follow. */
const LOCAL_BYTES = 30
const CENTRAL_BYTES = 46

/** An archive that is read: what its entries say of themselves is only believed as far as it is checked. */
export interface OpenArchive {
  /** How many bytes an entry says that it has; undefined where there is none of that name. */
  bytesOf(name: string): number | undefined
  /** The bytes of an entry. Throws `ARCHIVE_INVALID` for more than `most`, and for what cannot be read. */
  read(name: string, most: number): Promise<Buffer>
  /** Writes the bytes of an entry into a file. Throws as {@link read}. */
  extract(name: string, path: string, most: number): Promise<void>
  close(): void
}

/** A sentence that may name what an archive says: in one short line, and nothing that no line holds. */
export const sayable = (sentence: string): string => plain(sentence).slice(0, 300)

/** What an archive is refused with. */
export const badArchive = (message: string) => new Refusal('ARCHIVE_INVALID', sayable(message))

/**
 * Opens an archive of this machine. Entries are found by the name that the manifest gives, and never written under it. Throws
 * `ARCHIVE_INVALID` for what is no ZIP archive, goes beyond a bound, or has two entries of one name or in one place.
 */
export async function openArchive(path: string, given: Partial<ArchiveBounds> = {}): Promise<OpenArchive> {
  const zip = await openPromise(path, { autoClose: false }).catch(unreadable)
  const entries = await entriesOf(zip, { ...BOUNDS, ...given }).catch((fault) => {
    zip.close()
    throw fault
  })
  const open = async (name: string, most: number): Promise<{ stream: Readable; entry: Entry }> => {
    const entry = entries.get(name)
    if (!entry) throw badArchive(`The archive holds no ${name}.`)
    if (entry.uncompressedSize > most) throw badArchive(`${name} is larger than it may be.`)
    return { stream: await zip.openReadStreamPromise(entry).catch(unreadable), entry }
  }
  return {
    bytesOf: (name) => entries.get(name)?.uncompressedSize,
    async read(name, most) {
      const { stream, entry } = await open(name, most)
      const pieces: Buffer[] = []
      try {
        // No more comes than the entry says, see `validateEntrySizes` of the library.
        for await (const piece of stream) pieces.push(piece as Buffer)
      } catch (fault) {
        unreadable(fault)
      }
      const bytes = Buffer.concat(pieces)
      if (crc32(bytes) !== entry.crc32) throw badArchive(`${name} is damaged.`)
      return bytes
    },
    async extract(name, to, most) {
      const { stream } = await open(name, most)
      const file = createWriteStream(to)
      let isOurs = false
      file.once('error', () => {
        isOurs = true
      })
      await pipeline(stream, file).catch((fault) => {
        if (isOurs) throw fault
        unreadable(fault)
      })
    },
    close: () => zip.close(),
  }
}

async function entriesOf(zip: ZipFile, most: ArchiveBounds): Promise<Map<string, Entry>> {
  if (zip.entryCount > most.entries) throw badArchive(`The archive has more than ${most.entries} entries.`)
  const entries = new Map<string, Entry>()
  let [directoryBytes, unpackedBytes] = [0, 0]
  try {
    for await (const entry of zip.eachEntry()) {
      const { fileNameLength, extraFieldLength, fileCommentLength } = entry
      directoryBytes += CENTRAL_BYTES + fileNameLength + extraFieldLength + fileCommentLength
      unpackedBytes += entry.uncompressedSize
      if (directoryBytes > most.directoryBytes) throw badArchive('The directory of the archive is too large.')
      if (unpackedBytes > most.unpackedBytes)
        throw badArchive(`The archive unpacks to more than ${most.unpackedBytes} bytes.`)
      // An extra field may give another name than the one whose length the record says.
      if (Buffer.byteLength(entry.fileName) > most.nameBytes)
        throw badArchive(`The archive has a file name longer than ${most.nameBytes} bytes.`)
      if (entries.has(entry.fileName)) throw badArchive(`The archive has two entries of the name ${entry.fileName}.`)
      entries.set(entry.fileName, slim(entry))
    }
  } catch (fault) {
    unreadable(fault)
  }
  refuseOverlaps([...entries.values()])
  return entries
}

/** Few bytes that many entries share unpack to very many. */
function refuseOverlaps(entries: Entry[]): void {
  let end = 0
  for (const { relativeOffsetOfLocalHeader: at, compressedSize } of entries.sort(
    (one, other) => one.relativeOffsetOfLocalHeader - other.relativeOffsetOfLocalHeader,
  )) {
    if (at < end) throw badArchive('The archive has entries that overlap.')
    end = at + LOCAL_BYTES + compressedSize
  }
}

/** An entry without what it says beside: there may be very many. */
function slim({
  compressedSize,
  uncompressedSize,
  compressionMethod,
  generalPurposeBitFlag,
  relativeOffsetOfLocalHeader,
  crc32: crc,
}: Entry): Entry {
  return Object.assign(Object.create(Entry.prototype) as Entry, {
    ...{ compressedSize, uncompressedSize, compressionMethod, generalPurposeBitFlag, relativeOffsetOfLocalHeader },
    crc32: crc,
  })
}

function unreadable(fault: unknown): never {
  if (fault instanceof Refusal) throw fault
  throw badArchive('The archive cannot be read: it is damaged, encrypted, or not a ZIP archive.')
}
