import { expect, test } from 'vitest'
import {
  type Removal,
  remainderOf,
  stillRemoved,
  withGone,
  withoutRemovals,
  withRemovals,
} from '../../../src/machines/rules/removals.ts'

const rows = [...'abcd'].map((id) => ({ id }))
const shown = { page: 1, limit: 4, order: {}, filter: { type: 'top' } }
const left = (removed: readonly Removal[], change: object = {}) => {
  const { rows: others, totalDocs } = remainderOf({ rows, removed, shown, totalDocs: 12, ...change })
  return [others.map(({ id }) => id).join(''), totalDocs]
}

test('what is removed is out of the rows and out of the total', () => {
  expect(left([])).toEqual(['abcd', 12])
  expect(left(withRemovals([], ['b', 'd'], shown.filter))).toEqual(['ac', 10])
})

test('on another page of the same list it is out of the total alone, in another list out of nothing', () => {
  const removed = withRemovals([], ['x'], shown.filter)
  expect(left(removed)).toEqual(['abcd', 11])
  expect(left(removed, { shown: { ...shown, filter: {} } })).toEqual(['abcd', 12])
})

test('what another list shows too is out of that one', () => {
  const removed = withRemovals([], ['a'], { type: 'hair' })
  expect(left(removed)).toEqual(['bcd', 11])
})

test('removed twice it counts once, and brought back not at all', () => {
  const twice = withRemovals(withRemovals([], ['a', 'b'], {}), ['b'], {})
  expect(left(twice)).toEqual(['cd', 10])
  expect(left(withoutRemovals(twice, ['b', 'z']))).toEqual(['bcd', 11])
})

test('a new answer says itself what is gone', () => {
  const removed = withGone(withRemovals([], ['a', 'b'], {}), ['a'])
  expect(left(removed)).toEqual(['cd', 10])
  expect(stillRemoved(removed).map(({ id }) => id)).toEqual(['b'])
})

test('a total nobody knows stays unknown', () => {
  expect(left(withRemovals([], ['a'], {}), { totalDocs: 0 })).toEqual(['bcd', 0])
})
