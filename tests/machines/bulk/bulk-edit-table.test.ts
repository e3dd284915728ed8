import { expect, test } from 'vitest'
import { checkTable, MAX_TABLE_ROWS, matchColumns, parseRows } from '../../../src/machines/bulk/bulk-edit-table.ts'

const WORDS = { id: 'ID', name: 'Name', type: 'Typ', gender: 'Geschlecht', tags: 'Tags', applications: 'Anwendungen' }
const columns = (...heads: string[]) => matchColumns(heads, WORDS)
const rows = (heads: string[], cells: unknown[][]) => {
  const table = { heads, rows: cells }
  return parseRows(table, columns(...heads), 2)
}

test('finds columns by export, API or on-screen headings in any case, and lists unused headings', () => {
  expect(columns('ID', ' Typ', 'tags', 'Asset', 'Lock', '')).toEqual({
    at: { id: 0, type: 1, tags: 2, name: 3 },
    unused: ['Lock'],
  })
  expect(columns('name', 'Name', 'applicationIds')).toEqual({ at: { name: 0, applications: 2 }, unused: ['Name'] })
})

test('rejects a table that is empty, too long, or lacks a key column or a detail column', () => {
  const tableFault = (heads: string[], count = 1) =>
    checkTable({ heads, rows: Array.from({ length: count }, () => []) }, columns(...heads))
  expect(tableFault(['id', 'type'])).toBeUndefined()
  expect(tableFault(['id', 'name'])).toBeUndefined()
  expect(tableFault(['id', 'type'], 0)).toBe('empty')
  expect(tableFault(['id', 'type'], MAX_TABLE_ROWS)).toBeUndefined()
  expect(tableFault(['id', 'type'], MAX_TABLE_ROWS + 1)).toBe('long')
  expect(tableFault(['type', 'tags'])).toBe('noKey')
  expect(tableFault(['id', 'colour'])).toBe('noDetail')
})

test('skips empty cells, and splits text in list columns at semicolons', () => {
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
    { rowNumber: 2, id: 'a', isTooLong: false },
    { rowNumber: 3, id: 'b', name: 'Hat', tags: ['one', 'two'], applications: ['p', 'q', 'r'], isTooLong: false },
    { rowNumber: 4, id: '7', tags: [], applications: ['x'], isTooLong: true },
  ])
})

test('removes only the apostrophe that an export puts before a formula', () => {
  const names = (cells: string[]) =>
    rows(
      ['id', 'name'],
      cells.map((cell) => ['a', cell]),
    ).map(({ name }) => name)
  expect(names(["'=1+1", "'-x", "'tis", '=1'])).toEqual(['=1+1', '-x', "'tis", '=1'])
})
