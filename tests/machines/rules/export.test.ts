import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CSV_START, csvLine, exportText } from '../../../src/machines/rules/export.ts'
import { parseCsv } from '../../support/csv.ts'

const SHARED = resolve(process.env.SHARED_DIR ?? join(import.meta.dirname, '../../../../shared'))
const NAUGHTY = join(SHARED, 'data/strings/blns.json')

test('a spreadsheet is told that the text is UTF-8 by the mark of byte order', () => {
  expect(Buffer.from(CSV_START)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
})

test('a line has its cells between commas and ends as RFC 4180 wants it', () => {
  expect(csvLine(['Tide Runner', 3, true, null, undefined, ''])).toBe('Tide Runner,3,true,,,\r\n')
})

test('a cell with a comma, a quote, a line end or outer spaces is quoted', () => {
  expect(csvLine(['a,b', 'say "x"', 'a\nb', ' a', 'a '])).toBe('"a,b","say ""x""","a\nb"," a","a "\r\n')
})

/** What a spreadsheet takes for the beginning of a formula, full-width signs of East Asian keyboards among them (OWASP). */
const SIGNS = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠']

test.each(SIGNS)('a text that begins with %j cannot become a formula', (sign) => {
  for (const text of [`${sign}1+1`, `${sign}`, ` ${sign}x`, `\u00a0${sign}x`, `\ufeff${sign}x`, `"${sign}x`]) {
    const [[cell = '']] = parseCsv(csvLine([text, 'next'])) as [string[]]
    const begins = text.replace(/^["\s\ufeff]+/, '')
    expect(cell, JSON.stringify(text)).toBe(
      SIGNS.some((it) => begins.startsWith(it) || text.startsWith(it)) ? `'${text}` : text,
    )
  }
})

test.each([
  ['=1+1', "'=1+1"],
  ['-x', "'-x"],
  ['\tx', '"\'\tx"'],
  ['＝SUM(A1)', "'＝SUM(A1)"],
  ['a;b', '"a;b"'],
  ['a\tb', '"a\tb"'],
  ['a;=1+1', '"a;\'=1+1"'],
  ['a\t =1+1', '"a\t\' =1+1"'],
  ['=HYPERLINK("http://x.example")', '"\'=HYPERLINK(""http://x.example"")"'],
])('the text %j is written %s', (text, cell) => {
  expect(csvLine([text])).toBe(`${cell}\r\n`)
})

test('a spreadsheet that parts cells by semicolons or tabs finds no cell that begins a formula either', () => {
  const hostile = fc.array(fc.constantFrom(...SIGNS, ';', ',', '"', ' ', 'x', '1'), { maxLength: 8 })
  const line = fc.array(
    hostile.map((signs) => signs.join('')),
    { minLength: 2, maxLength: 4 },
  )
  fc.assert(
    fc.property(line, (texts) => {
      const written = csvLine(texts)
      for (const parting of [',', ';', '\t']) {
        for (const cell of cellsOf(written, parting)) {
          // The first cell after a parting sign that is no comma holds the commas of those that stood side by side.
          expect(
            SIGNS.some((sign) => cell.trimStart().startsWith(sign)),
            JSON.stringify([written, cell]),
          ).toBe(false)
        }
      }
    }),
  )
})

/** The cells of a line as a spreadsheet reads them that parts by another sign: quotes count where a cell begins with one. */
function cellsOf(line: string, parting: string): string[] {
  const cells: string[] = []
  const text = line.replace(/\r\n$/, '')
  let [cell, isQuoted, isNew] = ['', false, true]
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]!
    if (isNew && sign === '"') isQuoted = true
    else if (isQuoted && sign === '"' && text[at + 1] === '"') cell += text[++at]
    else if (isQuoted && sign === '"') isQuoted = false
    else if (!isQuoted && [parting, '\r', '\n'].includes(sign)) {
      cells.push(cell)
      cell = ''
      isNew = true
      continue
    } else cell += sign
    isNew = false
  }
  return [...cells, cell]
}

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
  const begins = (text: string) => SIGNS.some((sign) => text.replace(/^["\s\ufeff]+/, '').startsWith(sign))
  expect(read.flat().filter(begins)).toEqual([])
  // Nothing but apostrophes came in, and those only where a sign could begin a formula.
  const bare = (text: string) => text.replaceAll("'", '')
  expect(read.map((cells) => cells.map(bare))).toEqual(lines.map((cells) => cells.map(bare)))
  for (const [at, cells] of lines.entries())
    for (const [n, text] of cells.entries())
      if (!SIGNS.some((sign) => text.includes(sign))) expect(read[at]?.[n]).toBe(text)
}
