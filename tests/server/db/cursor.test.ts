import { expect, test } from 'vitest'
import { decodeCursor, encodeCursor } from '../../../server/db/cursor.ts'

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

test('a cursor contains the value and the id of the last row', () => {
  expect(decodeCursor(encodeCursor(['name', 'asc'], 'Élan', 'one'), ['name', 'asc'])).toEqual({
    value: 'Élan',
    id: 'one',
  })
  expect(decodeCursor(undefined, ['name', 'asc'])).toBe(undefined)
})

test.each([
  ['name', 'desc'],
  ['createdAt', 'asc'],
] as const)('a cursor of the order name, asc is refused for the order %s, %s', (...order) => {
  expect(() => decodeCursor(encodeCursor(['name', 'asc'], 'Cap', 'one'), order)).toThrow(
    expect.objectContaining({
      code: 'INVALID_INPUT',
      details: [{ path: 'query.after', message: 'This cursor belongs to another sort order.' }],
    }),
  )
})

test.each([
  ['an empty text', ''],
  ['a text that is not JSON', Buffer.from('Cap').toString('base64url')],
  ['three values', encode(['name', 'asc', 'Cap'])],
  ['another direction', encode(['name', 'up', 'Cap', 'one'])],
  ['a value that is not text', encode(['name', 'asc', 1, 'one'])],
  ['nested values', encode(['name', 'asc', 'Cap', ['one']])],
  ['five values', encode(['name', 'asc', 'Cap', 'one', 'two', 'three'])],
  ['more than 4 kB', encode(['name', 'asc', 'x'.repeat(4096), 'one'])],
])('a cursor of %s is refused', (_, cursor) => {
  expect(() => decodeCursor(cursor, ['name', 'asc'])).toThrow(
    expect.objectContaining({
      code: 'INVALID_INPUT',
      details: [{ path: 'query.after', message: 'This is not a valid cursor.' }],
    }),
  )
})
