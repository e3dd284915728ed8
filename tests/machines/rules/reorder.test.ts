import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  clampPlace,
  isOutOfSight,
  isShown,
  move,
  moveInPart,
  placeOf,
  placeUnder,
  withMoves,
} from '../../../src/machines/rules/reorder.ts'

const rows = ['a', 'b', 'c', 'd'].map((id) => ({ id }))
const query = { page: 1, limit: 4, order: {}, filter: {} }
const ids = (list: readonly { id: string }[]) => list.map((row) => row.id).join('')

test('a row moves to its 1-based position', () => {
  expect([1, 2, 3, 4].map((position) => ids(move(rows, 'b', position)))).toEqual(['bacd', 'abcd', 'acbd', 'acdb'])
})

test('a position above the total, of 0 or below means last place', () => {
  expect([5, 99, 0, -1].map((position) => ids(move(rows, 'b', position)))).toEqual(['acdb', 'acdb', 'acdb', 'acdb'])
  expect([0, -4, 41, 40, 7].map((position) => placeOf(position, 40))).toEqual([40, 40, 40, 40, 7])
})

test('an unknown row moves nothing', () => {
  expect(ids(move(rows, 'x', 1))).toBe('abcd')
})

test('a move loses no row, keeps the rest in order and can be taken back', () => {
  fc.assert(
    fc.property(fc.nat(3), fc.integer({ min: 1, max: 4 }), (from, position) => {
      const id = rows[from]!.id
      const moved = move(rows, id, position)
      expect(moved[position - 1]).toEqual({ id })
      expect(moved.filter((row) => row.id !== id)).toEqual(rows.filter((row) => row.id !== id))
      expect(move(moved, id, from + 1)).toEqual(rows)
    }),
  )
})

test('in a part of the list a place out of sight is its nearest end', () => {
  expect(ids(moveInPart(rows, 'b', 11, 10))).toBe('bacd')
  expect(ids(moveInPart(rows, 'b', 13, 10))).toBe('acbd')
  expect(ids(moveInPart(rows, 'b', 2, 10))).toBe('bacd')
  expect(ids(moveInPart(rows, 'b', 40, 10))).toBe('acdb')
  expect([10, 11, 14, 15].map((position) => isShown(position, 4, 10))).toEqual([false, true, true, false])
})

test('moves are carried out one after the other, those of another filter or order are not', () => {
  const made = [
    { id: 'a', position: 4, query },
    { id: 'd', position: 1, query: { ...query, page: 3 } },
    { id: 'b', position: 4, query: { ...query, filter: { search: 'hat' } } },
    { id: 'b', position: 4, query: { ...query, order: { name: 'asc' as const } } },
  ]
  expect(ids(withMoves(rows, made, query, 'pager'))).toBe('dbca')
  expect(ids(withMoves(withMoves(rows, made, query, 'pager'), made, query, 'pager'))).toBe('dbca')
})

test('a move is out of sight when the row came from elsewhere or went there', () => {
  const see = (id: string, position: number, page = 1) =>
    isOutOfSight({ id, position, query }, rows, { ...query, page }, 'pager')
  expect([see('a', 3), see('a', 9), see('x', 2), see('a', 6, 2), see('a', 2, 2)]).toEqual([
    false,
    true,
    true,
    false,
    true,
  ])
})

test('a held row is over the place its height tells, and stays among the rows shown', () => {
  expect([-5, 0, 79, 80, 200].map((y) => placeUnder(y, 80))).toEqual([-1, 0, 0, 1, 2])
  expect([-3, 11, 14, 99].map((place) => clampPlace(place, 11, 20))).toEqual([11, 11, 14, 20])
})
