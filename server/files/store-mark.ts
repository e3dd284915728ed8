import * as v from 'valibot'
import { parseJson } from '../../src/files/parse-json.ts'

/** Name of the mark file, which identifies the owner of a file store. */
export const STORE_MARK_NAME = 'store.json'

export const MAX_MARK_BYTES = 4096

const Mark = v.object({ id: v.string(), epoch: v.pipe(v.number(), v.integer()) })

/** Content of the mark file: an id that the owning database stores too, and a counter (epoch) that this database raises. */
export type StoreMark = v.InferOutput<typeof Mark>

export const formatStoreMark = ({ id, epoch }: StoreMark): string =>
  `${JSON.stringify({ id, epoch, note: 'Written by Atelier: names the database these files belong to. Keep it with them.' })}\n`

/** Error for a mark file that exists but cannot be read. Such a file must not count as missing. */
export class StoreMarkError extends Error {
  override name = 'StoreMarkError'

  constructor(cause: unknown) {
    super(`The file store's ${STORE_MARK_NAME} cannot be read.`, { cause })
  }
}

/** Parses a mark file. Throws {@link StoreMarkError} for invalid text. */
export function parseStoreMark(text: string): StoreMark {
  try {
    return v.parse(Mark, parseJson(text, { bytes: MAX_MARK_BYTES, depth: 1, values: 16 }))
  } catch (cause) {
    throw new StoreMarkError(cause)
  }
}
