import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { formatOrder, listPage, listParameters, oneOrMany, parseOrder } from '../../../src/api/contract/list.ts'

describe('formatOrder and parseOrder', () => {
  test.each([
    [{ name: 'asc' }, 'name'],
    [{ name: 'desc' }, '-name'],
  ] as const)('convert %j to %s and back (Spec §7)', (order, text) => {
    expect(formatOrder(order)).toBe(text)
    expect(parseOrder(text)).toEqual(order)
  })

  test('convert an empty order to undefined, and an empty text to an empty order', () => {
    expect(formatOrder({})).toBe(undefined)
    expect([undefined, '', '-'].map(parseOrder)).toEqual([{}, {}, {}])
  })

  test('treat a minus sign as descending order only before the field name', () => {
    expect(parseOrder('a-b')).toEqual({ 'a-b': 'asc' })
  })
})

describe('list parameters', () => {
  const List = v.strictObject(listParameters(['name', 'createdAt']))
  const read = (query: object) => {
    const parsed = v.safeParse(List, query)
    return parsed.success ? parsed.output : 'refused'
  }

  test('default to the first page of ten rows (Spec §9)', () => {
    expect(read({})).toEqual({ page: 1, limit: 10 })
  })

  test('accept page and limit as numbers or as text from a URL', () => {
    expect(read({ page: '3', limit: '25', order: '-name' })).toEqual({ page: 3, limit: 25, order: '-name' })
    expect(read({ page: 3, limit: 100, order: 'createdAt' })).toEqual({ page: 3, limit: 100, order: 'createdAt' })
  })

  test('reduce a page number above one million to one million', () => {
    expect(read({ page: 1_000_000 })).toEqual({ page: 1_000_000, limit: 10 })
    expect(read({ page: 999_999_999 })).toEqual({ page: 1_000_000, limit: 10 })
  })

  test.each([
    { page: 0 },
    { page: -1 },
    { page: 1.5 },
    { page: 'x3' },
    { page: '3x' },
    { page: '' },
    { page: '1'.repeat(16) },
    { limit: 101 },
    { limit: 0 },
    { order: 'type' },
    { order: '--name' },
    { other: 1 },
  ])('refuse %j', (query) => {
    expect(read(query)).toBe('refused')
  })
})

test('a list page requires valid rows and every field of the pagination', () => {
  const page = {
    data: [{ id: 'a' }],
    pagination: { page: 1, limit: 10, totalPages: 1, totalDocs: 1, hasNextPage: false },
  }
  const Page = listPage(v.object({ id: v.string() }))
  expect(v.parse(Page, page)).toEqual(page)
  for (const key of Object.keys(page.pagination)) {
    const { [key as 'page']: _, ...rest } = page.pagination
    expect(v.is(Page, { ...page, pagination: rest }), key).toBe(false)
  }
  expect(v.is(Page, { ...page, data: [{}] })).toBe(false)
})

test('a filter accepts one value or up to a thousand, and may be absent', () => {
  const Type = v.object({ type: oneOrMany(v.picklist(['hair', 'top'])) })
  expect(v.parse(Type, { type: 'hair' })).toEqual({ type: ['hair'] })
  expect(v.parse(Type, { type: ['hair', 'top'] })).toEqual({ type: ['hair', 'top'] })
  expect(v.parse(Type, {})).toEqual({})
  expect(v.is(Type, { type: 'shoe' })).toBe(false)
  expect(v.is(Type, { type: Array(1000).fill('top') })).toBe(true)
  expect(v.is(Type, { type: Array(1001).fill('top') })).toBe(false)
})
