import { createWriteStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32 } from 'node:zlib'
import { Entry, openPromise, type ZipFile } from 'yauzl'
import { MOST_EXPORTED } from '../../src/api/contract/manifest.ts'
import { plain } from '../../src/api/contract/text.ts'
import { Refusal } from '../errors.ts'

/** The most entries of an archive: four files of each asset, and the manifest. */
const MOST_ENTRIES = 4 * MOST_EXPORTED + 1

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
 * `ARCHIVE_INVALID` for what is no ZIP archive, has too many entries, or two of one name.
 */
export async function openArchive(path: string, mostEntries = MOST_ENTRIES): Promise<OpenArchive> {
  const zip = await openPromise(path, { autoClose: false }).catch(unreadable)
  const entries = await entriesOf(zip, mostEntries).catch((fault) => {
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

async function entriesOf(zip: ZipFile, most: number): Promise<Map<string, Entry>> {
  if (zip.entryCount > most) throw badArchive(`The archive has more than ${most} entries.`)
  const entries = new Map<string, Entry>()
  try {
    for await (const entry of zip.eachEntry()) {
      if (entries.has(entry.fileName)) throw badArchive(`The archive has two entries of the name ${entry.fileName}.`)
      entries.set(entry.fileName, slim(entry))
    }
  } catch (fault) {
    unreadable(fault)
  }
  return entries
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
