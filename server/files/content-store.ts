import type { Readable } from 'node:stream'
import { FILE_EXTENSIONS, type FileType, sniffType } from '../../src/api/contract/files.ts'
import type { ReadBytes } from '../../src/files/byte-reader.ts'
import { computeChecksums } from './file-checksums.ts'
import type { StoreMark } from './store-mark.ts'

/** Stored file. `crc32` (unsigned) is set only if the bytes have just been read. */
export interface StoredContent {
  sha256: string
  type: FileType
  bytes: number
  crc32?: number
}

/** Listed file, with the time at which it was stored. */
export interface ListedContent extends StoredContent {
  storedAt: Date
}

/**
 * Stores files under the SHA-256 of their content. A file never changes, and is never visible while incomplete. A file's name is
 * `<sha256>.<extension>`, and its address ends with that name.
 */
export interface ContentStore {
  /** Returns the file with a name or address, or undefined if there is none. */
  find(name: string): Promise<StoredContent | undefined>
  /** Streams a file's bytes from `start` to `end`, both inclusive. */
  stream(content: StoredContent, start: number, end: number): Promise<Readable>
  reader(content: StoredContent): ReadBytes
  /** Runs work on a local copy of a file. The path is valid only until the work ends. Rejects if the work rejects. */
  withLocalCopy<T>(address: string, work: (path: string) => Promise<T>): Promise<T>
  /** Stores the bytes of a file described by {@link toStoredContent}. */
  put(content: StoredContent, bytes: Uint8Array): Promise<void>
  remove(content: StoredContent): Promise<void>
  /** Reads the mark file, which names the store's owner. Returns undefined if there is none. */
  readMark(): Promise<StoreMark | undefined>
  writeMark(mark: StoreMark): Promise<void>
  /** Declares that the mark file must exist. A folder without the mark file then counts as not mounted instead of empty. */
  expectMark(): void
  /** Rejects if files can currently be neither read nor stored. */
  check(): Promise<void>
  /** Removes incomplete files left by a crash. Only for a folder that no other process uses. */
  removeLeftovers(): Promise<void>
  list(): AsyncIterable<ListedContent>
}

const TYPES = Object.fromEntries(Object.entries(FILE_EXTENSIONS).map(([type, extension]) => [extension, type]))
const NAME = /^([0-9a-f]{64})\.(glb|png|jpg|webp|psd|zip)$/

/** Parses the name at the end of an address. Returns undefined unless that is the name of a stored file. */
export function parseContentName(address: string): { name: string; sha256: string; type: FileType } | undefined {
  const name = address.slice(address.lastIndexOf('/') + 1)
  const match = NAME.exec(name)
  return match ? { name, sha256: match[1]!, type: TYPES[match[2]!] as FileType } : undefined
}

export const formatContentName = ({ sha256, type }: Pick<StoredContent, 'sha256' | 'type'>) =>
  `${sha256}.${FILE_EXTENSIONS[type]}`

/** Describes bytes as a file of the store, with the type detected from the content. Rejects if the type is not supported. */
export async function toStoredContent(bytes: Uint8Array): Promise<StoredContent> {
  const type = sniffType(bytes)
  if (!type) throw new Error('The bytes do not match a known file type.')
  return { type, bytes: bytes.length, ...(await computeChecksums(bytes)) }
}
