import { expect, test } from 'vitest'
import { columnsOf, faultOf, MOST_ROWS, rowsOf } from '../../../src/machines/rules/details-table.ts'

const WORDS = { id: 'ID', name: 'Name', type: 'Typ', gender: 'Geschlecht', tags: 'Tags', applications: 'Anwendungen' }
const columns = (...heads: string[]) => columnsOf(heads, WORDS)
const rows = (heads: string[], cells: unknown[][]) => {
  const table = { heads, rows: cells }
  return rowsOf(table, columns(...heads), 2)
}

test('columns are found by the names of exports, of calls and of the screen, whatever their case; others are named', () => {
  expect(columns('ID', ' Typ', 'tags', 'Asset', 'Lock', '')).toEqual({
    at: { id: 0, type: 1, tags: 2, name: 3 },
    unused: ['Lock'],
  })
  expect(columns('name', 'Name', 'applicationIds')).toEqual({ at: { name: 0, applications: 2 }, unused: ['Name'] })
})

test('a table must say which assets, and what of them', () => {
  const fault = (heads: string[], count = 1) =>
    faultOf({ heads, rows: Array.from({ length: count }, () => []) }, columns(...heads))
  expect(fault(['id', 'type'])).toBeUndefined()
  expect(fault(['id', 'name'])).toBeUndefined()
  expect(fault(['id', 'type'], 0)).toBe('empty')
  expect(fault(['id', 'type'], MOST_ROWS)).toBeUndefined()
  expect(fault(['id', 'type'], MOST_ROWS + 1)).toBe('long')
  expect(fault(['type', 'tags'])).toBe('noKey')
  expect(fault(['id', 'colour'])).toBe('noDetail')
})

test('an empty or missing cell says nothing, and lists are parted by semicolons or are lists already', () => {
  expect(
    rows(
      ['id', 'name', 'tags', 'applications'],
      [
        ['a', ' ', '', undefined],
        ['b', ' Hat ', ' one;two ; ;', [{ applicationId: 'p' }, 'q', { name: 'r' }, null]],
        [7, {}, [], 'x', 'more'],
      ],
    ),
  ).toEqual([
    { place: 2, id: 'a', isTooLong: false },
    { place: 3, id: 'b', name: 'Hat', tags: ['one', 'two'], applications: ['p', 'q', 'r'], isTooLong: false },
    { place: 4, id: '7', tags: [], applications: ['x'], isTooLong: true },
  ])
})

test('what an export put before a formula is taken away again, and nothing else', () => {
  const names = (cells: string[]) =>
    rows(
      ['id', 'name'],
      cells.map((cell) => ['a', cell]),
    ).map(({ name }) => name)
  expect(names(["'=1+1", "'-x", "'tis", '=1'])).toEqual(['=1+1', '-x', "'tis", '=1'])
})
