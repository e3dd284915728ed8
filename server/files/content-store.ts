import type { Readable } from 'node:stream'
import { FILE_EXTENSIONS, type FileType, sniffType } from '../../src/api/contract/files.ts'
import type { ReadBytes } from '../../src/files/byte-reader.ts'
import { computeChecksums } from './file-checksums.ts'
import type { StoreMark } from './store-mark.ts'

/** One stored file. `bytes` is its length; `crc32` (unsigned) is set only where the bytes have just been read. */
export interface StoredContent {
  sha256: string
  type: FileType
  bytes: number
  crc32?: number
}

/** A listed file, with the time it was stored by the store's own clock. */
export interface ListedContent extends StoredContent {
  storedAt: Date
}

/**
 * Stores files under the SHA-256 of their content. A file never changes and is never visible while incomplete. Names are
 * `<sha256>.<extension>`, and addresses end with a name.
 */
export interface ContentStore {
  /** Returns the file with a name or address, or undefined where there is none. */
  find(name: string): Promise<StoredContent | undefined>
  /** Streams a file's bytes from `start` to `end`, both inclusive. */
  stream(content: StoredContent, start: number, end: number): Promise<Readable>
  /** Returns a function that reads byte ranges of a file. */
  reader(content: StoredContent): ReadBytes
  /** Runs work on a local copy of a file. The path is valid only until the work ends. Rejects if the work does. */
  withLocalCopy<T>(address: string, work: (path: string) => Promise<T>): Promise<T>
  /** Stores the bytes of a file described by {@link toStoredContent}. */
  put(content: StoredContent, bytes: Uint8Array): Promise<void>
  remove(content: StoredContent): Promise<void>
  /** Reads the mark that names the store's owner. Returns undefined where there is none. */
  readMark(): Promise<StoreMark | undefined>
  writeMark(mark: StoreMark): Promise<void>
  /**
   * Declares that the mark must exist. A store folder without it counts as not mounted, so its files do not count as deleted.
   */
  expectMark(): void
  /** Rejects where files can currently be neither read nor stored. */
  check(): Promise<void>
  /** Removes incomplete files that a crash of the folder's only process left behind. */
  removeLeftovers(): Promise<void>
  /** Lists every file of the store, unordered. */
  list(): AsyncIterable<ListedContent>
}

const TYPES = Object.fromEntries(Object.entries(FILE_EXTENSIONS).map(([type, extension]) => [extension, type]))
const NAME = /^([0-9a-f]{64})\.(glb|png|jpg|webp|psd|zip)$/

/** Parses the name at the end of an address. Returns undefined where it is not the name of a stored file. */
export function parseContentName(address: string): { name: string; sha256: string; type: FileType } | undefined {
  const name = address.slice(address.lastIndexOf('/') + 1)
  const [, sha256, extension] = NAME.exec(name) ?? []
  return sha256 && extension ? { name, sha256, type: TYPES[extension] as FileType } : undefined
}

/** Returns the name a file is stored under. */
export const formatContentName = ({ sha256, type }: Pick<StoredContent, 'sha256' | 'type'>) =>
  `${sha256}.${FILE_EXTENSIONS[type]}`

/** Describes bytes as a file of the store, with the type detected from the content. Rejects bytes of an unsupported type. */
export async function toStoredContent(bytes: Uint8Array): Promise<StoredContent> {
  const type = sniffType(bytes)
  if (!type) throw new Error('The bytes do not match a known file type.')
  return { type, bytes: bytes.length, ...(await computeChecksums(bytes)) }
}
