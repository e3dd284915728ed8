import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ListQuery } from '../../../src/api/contract/list.ts'
import {
  acceptTotal,
  clampPage,
  completeQuery,
  firstPageToLoad,
  isSameQuery,
  joinPages,
  joinRows,
  rangeOf,
  reuseKnownRows,
  rowOffsetOf,
  totalOf,
} from '../../../src/machines/list/paging.ts'

const query: ListQuery = { page: 2, limit: 10, order: { name: 'desc' }, filter: { type: ['top'] } }

test('clamps a page number to 1 and, if the last page is known, to the last page', () => {
  expect([0, -3, 1, 4, 9].map((page) => clampPage(page, 4))).toEqual([1, 1, 1, 4, 4])
  expect(clampPage(9, 0)).toBe(9)
  expect(clampPage(2.7, 4)).toBe(2)
  expect(clampPage(Number.NaN, 4)).toBe(1)
})

test('clamps any number to a whole page number from 1 to the last page', () => {
  fc.assert(
    fc.property(fc.double(), fc.nat(1000), (page, total) => {
      const clamped = clampPage(page, total)
      expect(Number.isInteger(clamped) && clamped >= 1 && (total === 0 || clamped <= total)).toBe(true)
    }),
  )
})

test('replaces the known total only by a total greater than 0', () => {
  expect([acceptTotal(7, 3), acceptTotal(0, 3), acceptTotal(-1, 3)]).toEqual([7, 3, 3])
})

test('starts the range of shown rows at the first row of the page, or at row 1 of an infinite list', () => {
  expect(rangeOf(query, 'pager', 7)).toEqual({ from: 11, to: 17 })
  expect(rangeOf(query, 'infinite', 20)).toEqual({ from: 1, to: 20 })
  expect(rangeOf(query, 'pager', 0)).toEqual({ from: 0, to: 0 })
  expect(rowOffsetOf(query, 'infinite')).toBe(0)
})

test('keeps the values and the position of the later page for a row that is on both pages', () => {
  const merged = joinRows(
    [
      { id: 'a', name: 'Cap' },
      { id: 'b', name: 'Boot' },
    ],
    [
      { id: 'c', name: 'Scarf' },
      { id: 'a', name: 'Hat' },
    ],
  )
  expect(merged).toEqual([
    { id: 'b', name: 'Boot' },
    { id: 'c', name: 'Scarf' },
    { id: 'a', name: 'Hat' },
  ])
})

test('merges pages without duplicate rows', () => {
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

test('compares queries by the rows they request', () => {
  const filter = { type: ['top'], search: 'hat' }
  expect(isSameQuery({ ...query, filter }, { ...query, filter: { search: 'hat', type: ['top'], gender: [] } })).toBe(
    true,
  )
  expect(isSameQuery(query, { ...query, page: 1 })).toBe(false)
  expect(isSameQuery(query, { ...query, limit: 25 })).toBe(false)
  expect(isSameQuery(query, { ...query, order: {} })).toBe(false)
  expect(isSameQuery(query, { ...query, filter: { type: ['top', 'hair'] } })).toBe(false)
})

test('clamps the page of an external query, removes empty filters and adds preselected filters', () => {
  expect(completeQuery({ ...query, page: -2, filter: { type: [] } }, { scope: 'mine' })).toEqual({
    ...query,
    page: 1,
    filter: { scope: 'mine' },
  })
})

test('loads one page of a pager, and the missing pages of an infinite list', () => {
  expect(firstPageToLoad({ paging: 'pager', query, loadedPages: 0 })).toBe(2)
  expect([0, 1].map((loadedPages) => firstPageToLoad({ paging: 'infinite', query, loadedPages }))).toEqual([1, 2])
})

test('returns a total of 0 if no row is shown, and otherwise at least the position of the last row', () => {
  const firstPageQuery = { ...query, page: 1 }
  expect(totalOf({ rows: [], shown: firstPageQuery, paging: 'pager', totalDocs: 40 })).toBe(0)
  expect(totalOf({ rows: [{ id: 'a' }], shown: firstPageQuery, paging: 'pager', totalDocs: 40 })).toBe(40)
  expect(totalOf({ rows: [{ id: 'a' }], shown: query, paging: 'pager', totalDocs: 0 })).toBe(11)
})

test('reuses the object of an unchanged row', () => {
  const pages = [
    { id: 'a', tags: ['x'] },
    { id: 'b', tags: [] },
  ]
  const rows = reuseKnownRows(structuredClone([pages[1]!, { id: 'a', tags: ['y'] }, { id: 'c', tags: [] }]), pages)
  expect(rows).toEqual([pages[1], { id: 'a', tags: ['y'] }, { id: 'c', tags: [] }])
  expect(rows.map((row) => pages.includes(row))).toEqual([true, false, false])
})
