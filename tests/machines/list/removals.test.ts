import { expect, test } from 'vitest'
import {
  confirmRemovals,
  dropConfirmedRemovals,
  type Removal,
  withoutRemovals,
  withoutRemovedRows,
  withRemovals,
} from '../../../src/machines/list/removals.ts'

const rows = [...'abcd'].map((id) => ({ id }))
const currentQuery = { page: 1, limit: 4, order: {}, filter: { type: 'top' } }
const remainingIds = (removed: readonly Removal[], change: object = {}) => {
  const { rows: others, totalDocs } = withoutRemovedRows({
    rows,
    removed,
    shown: currentQuery,
    totalDocs: 12,
    ...change,
  })
  return [others.map(({ id }) => id).join(''), totalDocs]
}

test('subtracts removed rows from the rows and the total', () => {
  expect(remainingIds([])).toEqual(['abcd', 12])
  expect(remainingIds(withRemovals([], ['b', 'd'], currentQuery.filter))).toEqual(['ac', 10])
})

test('reduces only the total for a row on another page, and nothing for a row under another filter', () => {
  const removals = withRemovals([], ['x'], currentQuery.filter)
  expect(remainingIds(removals)).toEqual(['abcd', 11])
  expect(remainingIds(removals, { shown: { ...currentQuery, filter: {} } })).toEqual(['abcd', 12])
})

test('hides a shown row even if it was removed under another filter', () => {
  const removals = withRemovals([], ['a'], { type: 'hair' })
  expect(remainingIds(removals)).toEqual(['bcd', 11])
})

test('counts a row that was removed twice only once, and a restored row not at all', () => {
  const twice = withRemovals(withRemovals([], ['a', 'b'], {}), ['b'], {})
  expect(remainingIds(twice)).toEqual(['cd', 10])
  expect(remainingIds(withoutRemovals(twice, ['b', 'z']))).toEqual(['bcd', 11])
})

test('hides rows of confirmed removals too, but keeps only unconfirmed removals after a new response', () => {
  const removals = confirmRemovals(withRemovals([], ['a', 'b'], {}), ['a'])
  expect(remainingIds(removals)).toEqual(['cd', 10])
  expect(dropConfirmedRemovals(removals).map(({ id }) => id)).toEqual(['b'])
})

test('does not reduce a total of 0, which means unknown', () => {
  expect(remainingIds(withRemovals([], ['a'], {}), { totalDocs: 0 })).toEqual(['bcd', 0])
})
