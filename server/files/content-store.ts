import type { Readable } from 'node:stream'
import { FILE_ENDINGS, type FileType, sniffType } from '../../src/api/contract/files.ts'
import type { ReadBytes } from '../../src/files/byte-reader.ts'
import { sumsOfBytes } from './file-sums.ts'

/** A file of the store. `bytes` is its length; `crc32` is known where its bytes have just been read, unsigned. */
export interface StoredContent {
  sha256: string
  type: FileType
  bytes: number
  crc32?: number
}

/**
 * Keeps files under the SHA-256 of their content, so that one is never changed, and never there by halves. Names are
 * `<sha256>.<ending>`, addresses end with one.
 */
export interface ContentStore {
  /** The file of a name or address, or undefined where there is none. */
  find(name: string): Promise<StoredContent | undefined>
  /** Streams a file's bytes from `start` to `end`, both included. */
  stream(content: StoredContent, start: number, end: number): Promise<Readable>
  /** Reads pieces of a file. */
  reader(content: StoredContent): ReadBytes
  /** Works on a file as one of this machine's; it is not there any more once the work ends. Rejects as the work does. */
  local<T>(address: string, work: (path: string) => Promise<T>): Promise<T>
  /** Stores the bytes of a content, see {@link contentOf}. */
  put(content: StoredContent, bytes: Uint8Array): Promise<void>
  remove(content: StoredContent): Promise<void>
  /** Rejects where files can be neither read nor kept now. */
  check(): Promise<void>
  /** Removes what was half done when the one process that has the folder fell. */
  clear(): Promise<void>
  /** Everything that is there, in no order. */
  all(): AsyncIterable<StoredContent>
}

const TYPES = Object.fromEntries(Object.entries(FILE_ENDINGS).map(([type, ending]) => [ending, type]))
const NAME = /^([0-9a-f]{64})\.(glb|png|jpg|webp|psd|zip)$/

/** Takes the name at the end of an address apart; undefined where it is none of a stored file. */
export function parseName(address: string): { name: string; sha256: string; type: FileType } | undefined {
  const name = address.slice(address.lastIndexOf('/') + 1)
  const [, sha256, ending] = NAME.exec(name) ?? []
  return sha256 && ending ? { name, sha256, type: TYPES[ending] as FileType } : undefined
}

/** The name a file is kept under. */
export const nameOf = ({ sha256, type }: Pick<StoredContent, 'sha256' | 'type'>) => `${sha256}.${FILE_ENDINGS[type]}`

/** What bytes are as a file of the store; their content tells the type. Rejects for what is no file of ours. */
export async function contentOf(bytes: Uint8Array): Promise<StoredContent> {
  const type = sniffType(bytes)
  if (!type) throw new Error('These bytes are no file of a known type.')
  return { type, bytes: bytes.length, ...(await sumsOfBytes(bytes)) }
}
