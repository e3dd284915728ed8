import { expect, test, vi } from 'vitest'
import type { ListShape } from '../../../../src/ui/list/definition.ts'
import { createSearchValidator, queryToSearch, searchToQuery } from '../../../../src/ui/list/state/list-search.ts'
import { expectOutput } from '../../../support/output.ts'

const shape: ListShape = {
  filters: [
    { field: 'search', type: 'text' },
    { field: 'type', type: 'multi-select', options: [{ value: 'top' }, { value: 'hair' }] },
  ],
  sortable: ['name', 'updatedAt'],
  order: { updatedAt: 'desc' },
}
const query = { page: 1, limit: 10, order: { updatedAt: 'desc' as const }, filter: {} }

test('omits defaults from the URL', () => {
  expect(queryToSearch(query, shape)).toEqual({})
  expect(
    queryToSearch({ page: 3, limit: 50, order: { name: 'asc' }, filter: { search: 'hat', type: [] } }, shape),
  ).toEqual({
    filter: { search: 'hat' },
    order: 'name',
    page: 3,
  })
})

test('a query that is written to the URL is parsed to the same query', () => {
  const full = { page: 3, limit: 10, order: { name: 'desc' as const }, filter: { search: 'hat', type: ['top'] } }
  expect(searchToQuery(createSearchValidator(shape)({ ...queryToSearch(full, shape) }), shape)).toEqual(full)
  expect(searchToQuery({}, shape)).toEqual(query)
})

test('writes the same URL for the same filter values in any order of the fields', () => {
  const one = queryToSearch({ ...query, filter: { type: ['top'], search: 'hat' } }, shape)
  const other = queryToSearch({ ...query, filter: { search: 'hat', type: ['top'] } }, shape)
  expect(JSON.stringify(one)).toBe(JSON.stringify(other))
})

test('ignores invalid parameters, and limits the page number to a million', () => {
  const read = createSearchValidator(shape)
  expect(read({ page: 'two', order: '-colour', filter: undefined, other: 'x' })).toEqual({})
  expect(read({ page: -4, order: 5 })).toEqual({})
  expect(read({ page: '2', order: 'name' })).toEqual({ order: 'name', page: 2 })
  expect(read({ page: 2_000_000 })).toEqual({ page: 1_000_000 })
  expect(read({ page: Number.POSITIVE_INFINITY })).toEqual({})
  expect(read({ filter: { search: 'hat' } })).toEqual({ filter: { search: 'hat' } })
})

test('overwrites rejected parameters when the router merges the result over the raw parameters', () => {
  expectOutput('Error parsing filters')
  const raw = { filter: '{"type":["top"', order: '-colour', page: 'two' }
  expect(JSON.stringify({ ...raw, ...createSearchValidator(shape)(raw) })).toBe('{}')
})

test('warns once of an unreadable filter, however often the router parses the filter', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const read = createSearchValidator(shape)
  for (const _ of [1, 2, 3]) expect(read({ filter: '{search', page: 2 })).toEqual({ page: 2 })
  expect(warn.mock.calls).toEqual([['Error parsing filters']])
  read({})
  read({ filter: { colour: 'red' } })
  expect(warn.mock.calls).toEqual([['Error parsing filters'], ['Error parsing filters']])
})

test.each(['a\u0000b', 'a\tb', 'a\u007fb', 'a\ud800b', 'a\u202eb'])(
  'removes characters that cannot be stored from a search text: %j',
  (text) => {
    expect(createSearchValidator(shape)({ filter: { search: text } })).toEqual({ filter: { search: 'ab' } })
    expect(createSearchValidator(shape)({ filter: { search: 'zwj \u200d stays' } })).toEqual({
      filter: { search: 'zwj \u200d stays' },
    })
  },
)

test('neither writes the page number of an infinite list to the URL nor reads it from the URL', () => {
  const infinite = { ...shape, paging: 'infinite' as const }
  expect(queryToSearch({ ...query, page: 4 }, infinite)).toEqual({})
  expect(searchToQuery({ page: 4 }, infinite)).toEqual(query)
})
