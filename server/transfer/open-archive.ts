import { createWriteStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32 } from 'node:zlib'
import { Entry, openPromise, type ZipFile } from 'yauzl'
import { MAX_EXPORTED_ASSETS } from '../../src/api/contract/manifest.ts'
import { stripUnsafeCharacters } from '../../src/api/contract/text.ts'
import { HttpError } from '../errors/http-error.ts'
import { recordCost } from '../util/cost-meter.ts'
import { concatYielding, sortYielding } from '../util/yielding.ts'

/** Limits of an archive: entries, bytes of a name and of the directory, and total bytes unpacked by all reads. */
export interface ArchiveLimits {
  entries: number
  nameBytes: number
  directoryBytes: number
  unpackedBytes: number
}

const ARCHIVE_LIMITS: ArchiveLimits = {
  // Four files of each asset, and the manifest.
  entries: 4 * MAX_EXPORTED_ASSETS + 1,
  // The same limit as for names in the manifest.
  nameBytes: 512,
  // 128 MiB: the maximum number of entries with names as long as an export makes them.
  directoryBytes: 128 * 1024 ** 2,
  // 20 GiB: four times the maximum upload size.
  unpackedBytes: 20 * 1024 ** 3,
}

/** Bytes of a local header and of a directory record, without names and extra fields. */
const LOCAL_BYTES = 30
const CENTRAL_BYTES = 46

/** An opened archive. Its metadata is untrusted until checked. */
export interface OpenArchive {
  /** Returns the declared size of an entry, or undefined where there is none of that name. */
  bytesOf(name: string): number | undefined
  /** Reads an entry. Throws `ARCHIVE_INVALID` for more bytes than the limit, and for an unreadable entry. */
  read(name: string, maxBytes: number): Promise<Buffer>
  /** Unpacks an entry into a file. Throws the errors of {@link read}. */
  extract(name: string, path: string, maxBytes: number): Promise<void>
  close(): void
}

/** Cleans and shortens a message that may quote untrusted text of an archive, to one line of 300 characters. */
export const toShortLine = (text: string): string => stripUnsafeCharacters(text).slice(0, 300)

/** Error for an archive that unpacks to more than its limit. It ends the import; an error of one entry refuses one asset. */
export class ArchiveTooLargeError extends HttpError {
  constructor(maxBytes: number) {
    super('ARCHIVE_INVALID', `The archive unpacks to more than ${maxBytes} bytes.`)
  }
}

/** Creates the error that refuses an archive. */
export const invalidArchiveError = (message: string) => new HttpError('ARCHIVE_INVALID', toShortLine(message))

/**
 * Opens a local archive. Entries are found by the name in the manifest, and never written under it. Throws `ARCHIVE_INVALID` for
 * anything that is not a ZIP archive, exceeds a limit, or has duplicate or overlapping entries.
 */
export async function openArchive(path: string, limits: Partial<ArchiveLimits> = {}): Promise<OpenArchive> {
  const zip = await openPromise(path, { autoClose: false }).catch(rethrowUnreadable)
  const bounds = { ...ARCHIVE_LIMITS, ...limits }
  const entries = await readEntries(zip, bounds).catch((error) => {
    zip.close()
    throw error
  })
  let unpackedBytes = 0
  // Counts repeated reads of an entry too. The check of the directory assumes that each entry is read once.
  const count = (bytes: number) => {
    unpackedBytes += bytes
    recordCost({ bytes })
    if (unpackedBytes > bounds.unpackedBytes) throw new ArchiveTooLargeError(bounds.unpackedBytes)
  }
  const open = async (name: string, maxBytes: number): Promise<{ stream: Readable; entry: Entry }> => {
    const entry = entries.get(name)
    if (!entry) throw invalidArchiveError(`The archive does not contain ${name}.`)
    if (entry.uncompressedSize > maxBytes) throw invalidArchiveError(`${name} is too large.`)
    return { stream: await zip.openReadStreamPromise(entry).catch(rethrowUnreadable), entry }
  }
  return {
    bytesOf: (name) => entries.get(name)?.uncompressedSize,
    async read(name, maxBytes) {
      const { stream, entry } = await open(name, maxBytes)
      const pieces: Buffer[] = []
      let sum = 0
      for await (const piece of readChunks(stream, count)) {
        sum = crc32(piece, sum)
        pieces.push(piece)
      }
      if (sum !== entry.crc32) throw invalidArchiveError(`${name} is damaged.`)
      return concatYielding(pieces)
    },
    async extract(name, to, maxBytes) {
      const { stream } = await open(name, maxBytes)
      await pipeline(readChunks(stream, count), createWriteStream(to))
    },
    close: () => zip.close(),
  }
}

/**
 * Unpacks an entry chunk by chunk. Throws `ARCHIVE_INVALID` where the entry is damaged or longer than its header says: yauzl
 * stops the stream there (`validateEntrySizes`). Errors of the archive are converted here, before `pipeline` sees them. Since
 * Node 24, `pipeline` emits them on the destination too, where they cannot be distinguished from a full disk.
 */
async function* readChunks(stream: Readable, count: (bytes: number) => void): AsyncGenerator<Buffer> {
  try {
    for await (const piece of stream) {
      count((piece as Buffer).length)
      yield piece as Buffer
    }
  } catch (error) {
    rethrowUnreadable(error)
  }
}

async function readEntries(zip: ZipFile, limits: ArchiveLimits): Promise<Map<string, Entry>> {
  if (zip.entryCount > limits.entries) throw invalidArchiveError(`The archive has more than ${limits.entries} entries.`)
  const entries = new Map<string, Entry>()
  let [directoryBytes, unpackedBytes] = [0, 0]
  try {
    for await (const entry of zip.eachEntry()) {
      const { fileNameLength, extraFieldLength, fileCommentLength } = entry
      directoryBytes += CENTRAL_BYTES + fileNameLength + extraFieldLength + fileCommentLength
      unpackedBytes += entry.uncompressedSize
      if (directoryBytes > limits.directoryBytes)
        throw invalidArchiveError('The directory of the archive is too large.')
      if (unpackedBytes > limits.unpackedBytes) throw new ArchiveTooLargeError(limits.unpackedBytes)
      // An extra field may give another name than the one whose length is in the record.
      if (Buffer.byteLength(entry.fileName) > limits.nameBytes)
        throw invalidArchiveError(`The archive has a file name longer than ${limits.nameBytes} bytes.`)
      if (entries.has(entry.fileName)) throw invalidArchiveError(`The archive has two entries named ${entry.fileName}.`)
      entries.set(entry.fileName, toSlimEntry(entry))
    }
  } catch (error) {
    rethrowUnreadable(error)
  }
  await assertNoOverlaps([...entries.values()])
  return entries
}

/** Refuses entries that share bytes: a few such bytes could unpack to very many. */
async function assertNoOverlaps(entries: readonly Entry[]): Promise<void> {
  let end = 0
  const inOrder = await sortYielding(entries, ({ relativeOffsetOfLocalHeader }) => relativeOffsetOfLocalHeader)
  for (const { relativeOffsetOfLocalHeader: at, compressedSize } of inOrder) {
    if (at < end) throw invalidArchiveError('The archive has entries that overlap.')
    end = at + LOCAL_BYTES + compressedSize
  }
}

/** Copies only the needed fields of an entry, because there may be very many entries. */
function toSlimEntry({
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

function rethrowUnreadable(error: unknown): never {
  if (error instanceof HttpError) throw error
  throw invalidArchiveError('The archive cannot be read: it is damaged, encrypted, or not a ZIP archive.')
}
