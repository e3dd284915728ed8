import { expect, test } from 'vitest'
import { MOST_BYTES, MOST_ROWS } from '../../../src/machines/rules/details-table.ts'
import { readTable } from '../../../src/ui/details-import/read-table.ts'

const read = async (content: BlobPart, name = 'details.csv') => {
  const came = await readTable(new File([content], name))
  return 'fault' in came ? came.fault : came.table
}
const two = { heads: ['id', 'name'], rows: [['a', 'Höhle, "tief"']] }

test('cells are parted by commas, semicolons or tabs, quoted or not, with any line ends and a byte order mark', async () => {
  expect(await read('\uFEFFid,name\r\na,"Höhle, ""tief"""\r\n\r\n')).toEqual(two)
  expect(await read('id;name\na;"Höhle, ""tief"""')).toEqual(two)
  expect(await read('id\tname\ra\t"Höhle, ""tief"""\r')).toEqual(two)
  expect(await read('id,name\n1,"two\nlines"')).toEqual({ heads: ['id', 'name'], rows: [['1', 'two\nlines']] })
})

test('text of other systems is read as it was written', async () => {
  const text = 'id,name\na,"Höhle, ""tief"""'
  const utf16 = new Uint8Array([0xff, 0xfe, ...[...text].flatMap((it) => [it.charCodeAt(0), 0])])
  expect(await read(utf16)).toEqual(two)
  expect(await read(Uint8Array.from(text, (it) => it.charCodeAt(0)))).toEqual(two)
})

test('JSON is a list of objects, or a page of one; what a row lacks is missing', async () => {
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

test('what is no table is said to be none, and of one that is too long no more is read than tells that', async () => {
  expect(await read('[1, 2]', 'x.json')).toBe('unreadable')
  expect(await read('[{"id":', 'x.json')).toBe('unreadable')
  expect(await read('{"a":1}', 'x.json')).toBe('unreadable')
  expect(await read(new Uint8Array([0x67, 0x6c, 0x54, 0x46, 0, 0, 0, 1]))).toBe('unreadable')
  expect(await read('')).toEqual({ heads: [], rows: [] })
  const long = await read(`id\n${'a\n'.repeat(MOST_ROWS + 50)}`)
  expect(typeof long === 'object' && long.rows.length).toBe(MOST_ROWS + 1)
  const large = { size: MOST_BYTES + 1, name: 'x.csv' } as File
  expect(await readTable(large)).toEqual({ fault: 'large' })
})
