import { expect, test } from 'vitest'
import { MAX_TABLE_BYTES, MAX_TABLE_ROWS } from '../../../src/machines/bulk/bulk-edit-table.ts'
import { readTable } from '../../../src/ui/details-import/read-table.ts'

const read = async (content: BlobPart, name = 'details.csv') => {
  const result = await readTable(new File([content], name))
  return 'fault' in result ? result.fault : result.table
}
const expected = { heads: ['id', 'name'], rows: [['a', 'Höhle, "tief"']] }

test('parses CSV with commas, semicolons or tabs, quotes, any line ends and a byte order mark', async () => {
  expect(await read('\uFEFFid,name\r\na,"Höhle, ""tief"""\r\n\r\n')).toEqual(expected)
  expect(await read('id;name\na;"Höhle, ""tief"""')).toEqual(expected)
  expect(await read('id\tname\ra\t"Höhle, ""tief"""\r')).toEqual(expected)
  expect(await read('id,name\n1,"two\nlines"')).toEqual({ heads: ['id', 'name'], rows: [['1', 'two\nlines']] })
})

test('decodes UTF-16 and Windows-1252 files', async () => {
  const text = 'id,name\na,"Höhle, ""tief"""'
  const utf16 = new Uint8Array([0xff, 0xfe, ...[...text].flatMap((it) => [it.charCodeAt(0), 0])])
  expect(await read(utf16)).toEqual(expected)
  expect(await read(Uint8Array.from(text, (it) => it.charCodeAt(0)))).toEqual(expected)
})

test('parses a JSON array of objects or a page of the API; missing values are undefined', async () => {
  const rows = [
    { id: 'a', tags: ['x'] },
    { id: 'b', name: 'B', __proto__: null },
  ]
  const table = {
    heads: ['id', 'tags', 'name'],
    rows: [
      ['a', ['x'], undefined],
      ['b', undefined, 'B'],
    ],
  }
  expect(await read(JSON.stringify(rows), 'x.json')).toEqual(table)
  expect(await read(JSON.stringify({ data: rows }), 'x.txt')).toEqual(table)
  expect(await read('[{"id":"a","toString":"x"},{"id":"b"}]', 'x.json')).toEqual({
    heads: ['id', 'toString'],
    rows: [
      ['a', 'x'],
      ['b', undefined],
    ],
  })
})

test('reports unreadable and oversized files, and reads one row beyond the limit of a long table', async () => {
  expect(await read('[1, 2]', 'x.json')).toBe('unreadable')
  expect(await read('[{"id":', 'x.json')).toBe('unreadable')
  expect(await read('{"a":1}', 'x.json')).toBe('unreadable')
  expect(await read(new Uint8Array([0x67, 0x6c, 0x54, 0x46, 0, 0, 0, 1]))).toBe('unreadable')
  expect(await read('')).toEqual({ heads: [], rows: [] })
  const long = await read(`id\n${'a\n'.repeat(MAX_TABLE_ROWS + 50)}`)
  expect(typeof long === 'object' && long.rows.length).toBe(MAX_TABLE_ROWS + 1)
  const large = { size: MAX_TABLE_BYTES + 1, name: 'x.csv' } as File
  expect(await readTable(large)).toEqual({ fault: 'large' })
})
