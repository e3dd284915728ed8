import * as v from 'valibot'
import type { Direction } from '../../src/api/contract/list.ts'
import { type JsonLimits, parseJson } from '../../src/files/parse-json.ts'
import { invalidInputError } from '../errors/http-error.ts'

type Order = readonly [column: string, direction: Direction]

const Cursor = v.tuple([v.string(), v.picklist(['asc', 'desc']), v.string(), v.string()])

const CURSOR_LIMITS: JsonLimits = { bytes: 4096, depth: 1, values: 5 }

export const encodeCursor = ([column, direction]: Order, value: string, id: string): string =>
  Buffer.from(JSON.stringify([column, direction, value, id])).toString('base64url')

/** Parses a cursor. Throws `INVALID_INPUT` if the cursor is invalid or was created for another order. */
export function decodeCursor(
  text: string | undefined,
  [column, direction]: Order,
): { value: string; id: string } | undefined {
  if (text === undefined) return undefined
  const cursor = v.safeParse(Cursor, tryParse(text))
  if (!cursor.success) throw invalidCursorError()
  const [cursorColumn, cursorDirection, value, id] = cursor.output
  if (cursorColumn !== column || cursorDirection !== direction)
    throw invalidInputError([{ path: 'query.after', message: 'This cursor belongs to another sort order.' }])
  return { value, id }
}

export const invalidCursorError = () =>
  invalidInputError([{ path: 'query.after', message: 'This is not a valid cursor.' }])

function tryParse(text: string): unknown {
  try {
    return parseJson(Buffer.from(text, 'base64url'), CURSOR_LIMITS)
  } catch {
    return undefined
  }
}
