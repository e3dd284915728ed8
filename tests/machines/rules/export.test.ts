import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvLine, exportText } from '../../../src/machines/rules/export.ts'
import { parseCsv } from '../../support/csv.ts'

const SHARED = resolve(process.env.SHARED_DIR ?? join(import.meta.dirname, '../../../../shared'))
const NAUGHTY = join(SHARED, 'data/strings/blns.json')

test('a line has its cells between commas and ends as RFC 4180 wants it', () => {
  expect(csvLine(['Tide Runner', 3, true, null, undefined, ''])).toBe('Tide Runner,3,true,,,\r\n')
})

test('a cell with a comma, a quote, a line end or outer spaces is quoted', () => {
  expect(csvLine(['a,b', 'say "x"', 'a\nb', ' a'])).toBe('"a,b","say ""x""","a\nb"," a"\r\n')
})

test.each([
  ['=1+1', "'=1+1"],
  ['+44', "'+44"],
  ['-x', "'-x"],
  ['@sum', "'@sum"],
  ['\tx', '"\'\tx"'],
  ['=HYPERLINK("http://x.example")', '"\'=HYPERLINK(""http://x.example"")"'],
])('the text %j cannot become a formula', (text, cell) => {
  expect(csvLine([text])).toBe(`${cell}\r\n`.replace('"\'\tx"', "'\tx"))
})

test('a number stays a number, below zero too', () => {
  expect(csvLine([-5, 0.25])).toBe('-5,0.25\r\n')
})

test('lists are told by their parts, objects as JSON', () => {
  expect(exportText(['a', 2, null])).toBe('a; 2; ')
  expect(exportText({ triangles: 3 })).toBe('{"triangles":3}')
})

test('whatever the texts, a reader of CSV finds them again and none begins a formula', () => {
  const line = fc.array(fc.string({ unit: 'grapheme' }), { minLength: 2, maxLength: 6 })
  fc.assert(fc.property(fc.array(line, { minLength: 1 }), (lines) => check(lines)))
})

test.runIf(existsSync(NAUGHTY))('strings known for their mischief come through unchanged', () => {
  const strings: string[] = JSON.parse(readFileSync(NAUGHTY, 'utf8'))
  check(strings.map((text) => [text, 'next']))
})

function check(lines: readonly string[][]) {
  const read = parseCsv(lines.map(csvLine).join(''))
  expect(read.flat().filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([])
  expect(read).toEqual(lines.map((cells) => cells.map((text) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text))))
}
