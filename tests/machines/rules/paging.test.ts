import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ListQuery } from '../../../src/api/contract/list.ts'
import {
  acceptTotal,
  clampPage,
  completed,
  firstPageOf,
  joinPages,
  joinRows,
  offsetOf,
  rangeOf,
  sameQuery,
  totalOf,
  withKnownRows,
} from '../../../src/machines/rules/paging.ts'

const query: ListQuery = { page: 2, limit: 10, order: { name: 'desc' }, filter: { type: ['top'] } }

test('a page is at least 1 and at most the last one, once that is known', () => {
  expect([0, -3, 1, 4, 9].map((page) => clampPage(page, 4))).toEqual([1, 1, 1, 4, 4])
  expect(clampPage(9, 0)).toBe(9)
  expect(clampPage(2.7, 4)).toBe(2)
  expect(clampPage(Number.NaN, 4)).toBe(1)
})

test('every page asked for ends within the bounds', () => {
  fc.assert(
    fc.property(fc.double(), fc.nat(1000), (page, total) => {
      const clamped = clampPage(page, total)
      expect(Number.isInteger(clamped) && clamped >= 1 && (total === 0 || clamped <= total)).toBe(true)
    }),
  )
})

test('totals are accepted only when greater than 0', () => {
  expect([acceptTotal(7, 3), acceptTotal(0, 3), acceptTotal(-1, 3)]).toEqual([7, 3, 3])
})

test('the range counts from the rows before the page, in an infinite list from the first', () => {
  expect(rangeOf(query, 'pager', 7)).toEqual({ from: 11, to: 17 })
  expect(rangeOf(query, 'infinite', 20)).toEqual({ from: 1, to: 20 })
  expect(rangeOf(query, 'pager', 0)).toEqual({ from: 0, to: 0 })
  expect(offsetOf(query, 'infinite')).toBe(0)
})

test('pages become one list in which every row stands once', () => {
  const pagination = { page: 1, limit: 2, totalPages: 2, totalDocs: 3, hasNextPage: false }
  expect(joinRows([{ id: 'a' }, { id: 'b' }], [{ id: 'b' }, { id: 'c' }])).toEqual([
    { id: 'a' },
    { id: 'b' },
    { id: 'c' },
  ])
  expect(
    joinPages([
      { data: [{ id: 'a' }], pagination },
      { data: [{ id: 'b' }], pagination: { ...pagination, page: 2 } },
    ]),
  ).toEqual({ data: [{ id: 'a' }, { id: 'b' }], pagination: { ...pagination, page: 2 } })
  expect(() => joinPages([])).toThrow('at least one page')
})

test('queries are the same when they ask for the same rows, whatever the order of their fields', () => {
  const filter = { type: ['top'], search: 'hat' }
  expect(sameQuery({ ...query, filter }, { ...query, filter: { search: 'hat', type: ['top'], gender: [] } })).toBe(true)
  expect(sameQuery(query, { ...query, page: 1 })).toBe(false)
  expect(sameQuery(query, { ...query, limit: 25 })).toBe(false)
  expect(sameQuery(query, { ...query, order: {} })).toBe(false)
  expect(sameQuery(query, { ...query, filter: { type: ['top', 'hair'] } })).toBe(false)
})

test('a query from outside is made whole', () => {
  expect(completed({ ...query, page: -2, filter: { type: [] } }, { scope: 'mine' })).toEqual({
    ...query,
    page: 1,
    filter: { scope: 'mine' },
  })
})

test('a pager loads its page, an infinite list the pages it lacks', () => {
  expect(firstPageOf({ paging: 'pager', query, heldPages: 0 })).toBe(2)
  expect([0, 1].map((heldPages) => firstPageOf({ paging: 'infinite', query, heldPages }))).toEqual([1, 2])
})

test('the total is none where nothing is shown, and never less than what is', () => {
  const shown = { ...query, page: 1 }
  expect(totalOf({ rows: [], shown, paging: 'pager', totalDocs: 40 })).toBe(0)
  expect(totalOf({ rows: [{ id: 'a' }], shown, paging: 'pager', totalDocs: 40 })).toBe(40)
  expect(totalOf({ rows: [{ id: 'a' }], shown: query, paging: 'pager', totalDocs: 0 })).toBe(11)
})

test('a row that says what it said before is the one that was there', () => {
  const known = [
    { id: 'a', tags: ['x'] },
    { id: 'b', tags: [] },
  ]
  const rows = withKnownRows(structuredClone([known[1]!, { id: 'a', tags: ['y'] }, { id: 'c', tags: [] }]), known)
  expect(rows).toEqual([known[1], { id: 'a', tags: ['y'] }, { id: 'c', tags: [] }])
  expect(rows.map((row) => known.includes(row))).toEqual([true, false, false])
})
