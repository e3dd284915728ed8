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

/** Limits of an archive. `unpackedBytes` applies to all reads together. */
export interface ArchiveLimits {
  entries: number
  nameBytes: number
  directoryBytes: number
  unpackedBytes: number
}

const ARCHIVE_LIMITS: ArchiveLimits = {
  entries: 4 * MAX_EXPORTED_ASSETS + 1,
  // Equals the limit for names in the manifest.
  nameBytes: 512,
  // 128 MiB: enough for the maximum number of entries with the longest names of an export.
  directoryBytes: 128 * 1024 ** 2,
  // 20 GiB: four times the maximum upload size.
  unpackedBytes: 20 * 1024 ** 3,
}

/** Sizes in bytes of a local header and of a directory record, without names and extra fields. */
const LOCAL_BYTES = 30
const CENTRAL_BYTES = 46

/** Opened archive. Its metadata is untrusted. */
export interface OpenArchive {
  /** Returns the declared size of an entry, or undefined if there is no entry of that name. */
  bytesOf(name: string): number | undefined
  /** Reads an entry. Throws `ARCHIVE_INVALID` if the entry is unreadable or longer than `maxBytes`. */
  read(name: string, maxBytes: number): Promise<Buffer>
  /** Unpacks an entry into a file. Throws the errors of {@link read}. */
  extract(name: string, path: string, maxBytes: number): Promise<void>
  close(): void
}

/** Cleans a message that may quote untrusted text of an archive, and shortens it to one line of 300 characters. */
export const toShortLine = (text: string): string => stripUnsafeCharacters(text).slice(0, 300)

/** Error for an archive that unpacks to more than its limit. Unlike the error of one entry, this error ends the import. */
export class ArchiveTooLargeError extends HttpError {
  constructor(maxBytes: number) {
    super('ARCHIVE_INVALID', `The archive unpacks to more than ${maxBytes} bytes.`)
  }
}

export const invalidArchiveError = (message: string) => new HttpError('ARCHIVE_INVALID', toShortLine(message))

/**
 * Opens a local archive. Names of entries are only used to look up entries, never as paths. Throws `ARCHIVE_INVALID` if the file
 * is not a ZIP archive, exceeds a limit, or has duplicate or overlapping entries.
 */
export async function openArchive(path: string, limits: Partial<ArchiveLimits> = {}): Promise<OpenArchive> {
  const zip = await openPromise(path, { autoClose: false }).catch(rethrowUnreadable)
  const bounds = { ...ARCHIVE_LIMITS, ...limits }
  const entries = await readEntries(zip, bounds).catch((error) => {
    zip.close()
    throw error
  })
  let unpackedBytes = 0
  // Counts every read, because an entry may be read more than once.
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
 * Unpacks an entry chunk by chunk. Throws `ARCHIVE_INVALID` if the entry is damaged, or longer than its header says (yauzl checks
 * this with `validateEntrySizes`). Errors are converted before `pipeline` receives them. Since Node 24, `pipeline` also emits
 * errors on the destination, where they would look like a full disk.
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
      // The checked length does not apply to this name, which may come from an extra field.
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

/** Refuses entries that share bytes, because a few shared bytes could unpack to very many bytes. */
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
