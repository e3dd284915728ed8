import { describe, expect, test } from 'vitest'
import type { ListPage } from '../../../src/api/contract/list.ts'
import {
  type ListTrail,
  neighboursOf,
  pageNumberToLoad,
  trailFrom,
  withTrailPage,
} from '../../../src/machines/asset/neighbours.ts'
import type { Row } from '../../../src/machines/list/paging.ts'

const pageOf = (page: number, totalDocs: number, ids: string): ListPage<Row> => ({
  data: [...ids].map((id) => ({ id })),
  pagination: { page, limit: 4, totalPages: Math.ceil(totalDocs / 4), totalDocs, hasNextPage: page * 4 < totalDocs },
})
const from = (page: number, totalDocs: number, ids: string): ListTrail =>
  trailFrom({ page, limit: 4, order: {}, filter: {} }, pageOf(page, totalDocs, ids))
const around = (trail: ListTrail, id: string) => {
  const found = neighboursOf(trail, id)
  return found && [found.before?.id, found.after?.id, found.position, found.total]
}

describe('neighbours', () => {
  test('are the adjacent rows, with the position in the whole list', () => {
    const trail = from(3, 12, 'ijkl')
    expect(around(trail, 'j')).toEqual(['i', 'k', 10, 12])
    expect(around(trail, 'i')).toEqual([undefined, 'j', 9, 12])
    expect(around(trail, 'l')).toEqual(['k', undefined, 12, 12])
  })

  test('do not exist for an item outside the list, or without a list', () => {
    expect(around(from(1, 4, 'abcd'), 'x')).toBe(null)
    expect(neighboursOf(null, 'a')).toBe(null)
    expect(pageNumberToLoad(null, 'a')).toBe(null)
    expect(pageNumberToLoad(from(1, 12, 'abcd'), 'x')).toBe(null)
  })

  test('cross page boundaries in both directions', () => {
    const trail = withTrailPage(withTrailPage(from(2, 12, 'efgh'), pageOf(3, 12, 'ijkl')), pageOf(1, 12, 'abcd'))
    expect(around(trail, 'h')).toEqual(['g', 'i', 8, 12])
    expect(around(trail, 'e')).toEqual(['d', 'f', 5, 12])
  })

  test.each([
    ['a', 1, null],
    ['b', 1, null],
    ['c', 1, 2],
    ['d', 1, 2],
    ['a', 2, 1],
    ['b', 2, 1],
    ['c', 2, 3],
    // The last page has no next page.
    ['d', 3, null],
    ['a', 3, 2],
  ])('at row %s on page %i of three require page %s to be loaded (null: none)', (id, page, expectedPage) => {
    expect(pageNumberToLoad(from(page, 12, 'abcd'), id)).toBe(expectedPage)
  })

  test('do not request a loaded page again', () => {
    expect(pageNumberToLoad(withTrailPage(from(1, 12, 'abcd'), pageOf(2, 12, 'efgh')), 'd')).toBe(null)
  })

  test('never loop after a row moved to the next page, and use the latest total', () => {
    const trail = withTrailPage(from(1, 12, 'abcd'), pageOf(2, 11, 'bfgh'))
    expect(around(trail, 'd')).toEqual(['c', 'f', 4, 11])
    expect(around(trail, 'b')).toEqual(['a', 'c', 2, 11])
  })
})
