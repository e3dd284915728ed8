import * as v from 'valibot'
import type { Direction } from '../../src/api/contract/list.ts'
import { invalidInput } from '../errors.ts'

type Order = readonly [column: string, direction: Direction]

const Cursor = v.tuple([v.string(), v.picklist(['asc', 'desc']), v.string(), v.string()])

/** The place after a row of a list: what it is sorted by, as text, and its id. */
export const writeCursor = ([column, direction]: Order, value: string, id: string): string =>
  Buffer.from(JSON.stringify([column, direction, value, id])).toString('base64url')

/** Reads a cursor. Throws `INVALID_INPUT` where it is none of ours, or was written for another order. */
export function readCursor(
  text: string | undefined,
  [column, direction]: Order,
): { value: string; id: string } | undefined {
  if (text === undefined) return undefined
  const cursor = v.safeParse(Cursor, parsed(text))
  if (!cursor.success) throw noCursor()
  const [ofColumn, ofDirection, value, id] = cursor.output
  if (ofColumn !== column || ofDirection !== direction)
    throw invalidInput([{ path: 'query.after', message: 'This cursor is of another order.' }])
  return { value, id }
}

/** What is said of a cursor that we did not write. */
export const noCursor = () => invalidInput([{ path: 'query.after', message: 'This is not a cursor.' }])

function parsed(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}
