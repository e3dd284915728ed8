import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  clampPosition,
  isMoveOffPage,
  isPositionShown,
  moveRow,
  moveWithinPage,
  rowIndexAt,
  targetPosition,
  withMoves,
} from '../../../src/machines/list/reorder.ts'

const rows = ['a', 'b', 'c', 'd'].map((id) => ({ id }))
const query = { page: 1, limit: 4, order: {}, filter: {} }
const ids = (list: readonly { id: string }[]) => list.map((row) => row.id).join('')

test('moves a row to its 1-based position', () => {
  expect([1, 2, 3, 4].map((position) => ids(moveRow(rows, 'b', position)))).toEqual(['bacd', 'abcd', 'acbd', 'acdb'])
})

test('treats a position of 0 or less, or above the total, as the end', () => {
  expect([5, 99, 0, -1].map((position) => ids(moveRow(rows, 'b', position)))).toEqual(['acdb', 'acdb', 'acdb', 'acdb'])
  expect([0, -4, 41, 40, 7].map((position) => targetPosition(position, 40))).toEqual([40, 40, 40, 40, 7])
})

test('ignores an unknown row', () => {
  expect(ids(moveRow(rows, 'x', 1))).toBe('abcd')
})

test('a move keeps all rows and the order of the other rows, and a move back reverts it', () => {
  fc.assert(
    fc.property(fc.nat(3), fc.integer({ min: 1, max: 4 }), (from, position) => {
      const id = rows[from]!.id
      const movedRows = moveRow(rows, id, position)
      expect(movedRows[position - 1]).toEqual({ id })
      expect(movedRows.filter((row) => row.id !== id)).toEqual(rows.filter((row) => row.id !== id))
      expect(moveRow(movedRows, id, from + 1)).toEqual(rows)
    }),
  )
})

test('moves a row to the nearest end of the shown rows if the position is outside them', () => {
  expect(ids(moveWithinPage(rows, 'b', 11, 10))).toBe('bacd')
  expect(ids(moveWithinPage(rows, 'b', 13, 10))).toBe('acbd')
  expect(ids(moveWithinPage(rows, 'b', 2, 10))).toBe('bacd')
  expect(ids(moveWithinPage(rows, 'b', 40, 10))).toBe('acdb')
  expect([10, 11, 14, 15].map((position) => isPositionShown(position, 4, 10))).toEqual([false, true, true, false])
})

test('applies moves one after another, except moves made under another filter or sort order', () => {
  const moves = [
    { id: 'a', position: 4, query },
    { id: 'd', position: 1, query: { ...query, page: 3 } },
    { id: 'b', position: 4, query: { ...query, filter: { search: 'hat' } } },
    { id: 'b', position: 4, query: { ...query, order: { name: 'asc' as const } } },
  ]
  expect(ids(withMoves(rows, moves, query, 'pager'))).toBe('dbca')
  expect(ids(withMoves(withMoves(rows, moves, query, 'pager'), moves, query, 'pager'))).toBe('dbca')
})

test('detects moves from or to a position outside the shown rows', () => {
  const view = (id: string, position: number, page = 1) =>
    isMoveOffPage({ id, position, query }, rows, { ...query, page }, 'pager')
  expect([view('a', 3), view('a', 9), view('x', 2), view('a', 6, 2), view('a', 2, 2)]).toEqual([
    false,
    true,
    true,
    false,
    true,
  ])
})

test('derives the position of a dragged row from its vertical offset, clamped to the shown rows', () => {
  expect([-5, 0, 79, 80, 200].map((y) => rowIndexAt(y, 80))).toEqual([-1, 0, 0, 1, 2])
  expect([-3, 11, 14, 99].map((position) => clampPosition(position, 11, 20))).toEqual([11, 11, 14, 20])
})
