import { expect, test, vi } from 'vitest'
import type { ListShape } from '../../../src/ui/list/definition.ts'
import { listSearch, toQuery, toSearch } from '../../../src/ui/list/search.ts'

const shape: ListShape = {
  filters: [
    { field: 'search', type: 'text' },
    { field: 'type', type: 'multi-select', options: [{ value: 'top' }, { value: 'hair' }] },
  ],
  sortable: ['name', 'updatedAt'],
  order: { updatedAt: 'desc' },
}
const query = { page: 1, limit: 10, order: { updatedAt: 'desc' as const }, filter: {} }

test('what stands at its default is left out of the address', () => {
  expect(toSearch(query, shape)).toEqual({})
  expect(toSearch({ page: 3, limit: 50, order: { name: 'asc' }, filter: { search: 'hat', type: [] } }, shape)).toEqual({
    filter: { search: 'hat' },
    order: 'name',
    page: 3,
  })
})

test('an address becomes the query it was written from', () => {
  const full = { page: 3, limit: 10, order: { name: 'desc' as const }, filter: { search: 'hat', type: ['top'] } }
  expect(toQuery(listSearch(shape)({ ...toSearch(full, shape) }), shape)).toEqual(full)
  expect(toQuery({}, shape)).toEqual(query)
})

test('the same filter gives the same address, in whatever order it was set', () => {
  const one = toSearch({ ...query, filter: { type: ['top'], search: 'hat' } }, shape)
  const other = toSearch({ ...query, filter: { search: 'hat', type: ['top'] } }, shape)
  expect(JSON.stringify(one)).toBe(JSON.stringify(other))
})

test('what an address says wrongly counts as not said', () => {
  const read = listSearch(shape)
  expect(read({ page: 'two', order: '-colour', filter: undefined, other: 'x' })).toEqual({})
  expect(read({ page: -4, order: 5 })).toEqual({})
  expect(read({ page: '2', order: 'name' })).toEqual({ order: 'name', page: 2 })
  expect(read({ page: 2_000_000 })).toEqual({ page: 1_000_000 })
  expect(read({ page: Number.POSITIVE_INFINITY })).toEqual({})
  expect(read({ filter: { search: 'hat' } })).toEqual({ filter: { search: 'hat' } })
})

test('nothing that was refused is left when the router lays what was read over the address', () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const raw = { filter: '{"type":["top"', order: '-colour', page: 'two' }
  expect(JSON.stringify({ ...raw, ...listSearch(shape)(raw) })).toBe('{}')
})

test('a filter that cannot be read is warned of once, however often the router reads it', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const read = listSearch(shape)
  for (const _ of [1, 2, 3]) expect(read({ filter: '{search', page: 2 })).toEqual({ page: 2 })
  expect(warn.mock.calls).toEqual([['Error parsing filters']])
  read({})
  read({ filter: { colour: 'red' } })
  expect(warn.mock.calls).toEqual([['Error parsing filters'], ['Error parsing filters']])
})

test.each(['a\u0000b', 'a\tb', 'a\u007fb', 'a\ud800b', 'a\u202eb'])(
  'what cannot be stored is left out of a text that is looked for: %j',
  (text) => {
    expect(listSearch(shape)({ filter: { search: text } })).toEqual({ filter: { search: 'ab' } })
    expect(listSearch(shape)({ filter: { search: 'zwj \u200d stays' } })).toEqual({
      filter: { search: 'zwj \u200d stays' },
    })
  },
)

test('the page of an infinite list is neither written nor read', () => {
  const infinite = { ...shape, paging: 'infinite' as const }
  expect(toSearch({ ...query, page: 4 }, infinite)).toEqual({})
  expect(toQuery({ page: 4 }, infinite)).toEqual(query)
})
