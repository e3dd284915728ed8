import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CSV_BOM, formatCsvLine, formatExportValue } from '../../../src/machines/list/export.ts'
import { parseCsv } from '../../support/csv.ts'
import { findSharedFolder } from '../../support/shared-folder.ts'

const folder = findSharedFolder('data/strings')

test('the CSV byte order mark consists of the UTF-8 bytes EF BB BF', () => {
  expect(Buffer.from(CSV_BOM)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
})

test('separates cells by commas and ends lines as in RFC 4180', () => {
  expect(formatCsvLine(['Tide Runner', 3, true, null, undefined, ''])).toBe('Tide Runner,3,true,,,\r\n')
})

test('quotes cells with a comma, quote, line end or outer spaces', () => {
  expect(formatCsvLine(['a,b', 'say "x"', 'a\nb', ' a', 'a '])).toBe('"a,b","say ""x""","a\nb"," a","a "\r\n')
})

/** Characters that start a formula in a spreadsheet (OWASP), including the full-width characters of East Asian keyboards. */
const SIGNS = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠']

test.each(SIGNS)('prevents a text starting with %j from becoming a formula', (sign) => {
  for (const text of [`${sign}1+1`, `${sign}`, ` ${sign}x`, `\u00a0${sign}x`, `\ufeff${sign}x`, `"${sign}x`]) {
    const [[cell = '']] = parseCsv(formatCsvLine([text, 'next'])) as [string[]]
    const firstCharacters = text.replace(/^["\s\ufeff]+/, '')
    expect(cell, JSON.stringify(text)).toBe(
      SIGNS.some((it) => firstCharacters.startsWith(it) || text.startsWith(it)) ? `'${text}` : text,
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
])('writes the text %j as the CSV cell %s', (text, cell) => {
  expect(formatCsvLine([text])).toBe(`${cell}\r\n`)
})

test('no cell starts a formula, even in a spreadsheet that splits the line at semicolons or tabs', () => {
  const hostile = fc.array(fc.constantFrom(...SIGNS, ';', ',', '"', ' ', 'x', '1'), { maxLength: 8 })
  const line = fc.array(
    hostile.map((characters) => characters.join('')),
    { minLength: 2, maxLength: 4 },
  )
  fc.assert(
    fc.property(line, (texts) => {
      const written = formatCsvLine(texts)
      for (const parting of [',', ';', '\t']) {
        for (const cell of cellsOf(written, parting)) {
          // A spreadsheet with another delimiter reads several cells as one, with the commas between them.
          expect(
            SIGNS.some((sign) => cell.trimStart().startsWith(sign)),
            JSON.stringify([written, cell]),
          ).toBe(false)
        }
      }
    }),
  )
})

/** Splits a line as a spreadsheet with another delimiter does. Quotes have a meaning only at the start of a cell. */
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

test('writes numbers without an apostrophe or quotes, including negative numbers', () => {
  expect(formatCsvLine([-5, 0.25])).toBe('-5,0.25\r\n')
})

test('joins the items of a list by semicolons, and formats objects as JSON', () => {
  expect(formatExportValue(['a', 2, null])).toBe('a; 2; ')
  expect(formatExportValue({ triangles: 3 })).toBe('{"triangles":3}')
})

test('round-trips any text through a CSV parser without starting a formula', () => {
  const line = fc.array(fc.string({ unit: 'grapheme' }), { minLength: 2, maxLength: 6 })
  fc.assert(fc.property(fc.array(line, { minLength: 1 }), (lines) => check(lines)))
})

test.runIf(folder)('preserves each string of the Big List of Naughty Strings in a CSV cell', () => {
  const strings: string[] = JSON.parse(readFileSync(join(folder!, 'blns.json'), 'utf8'))
  check(strings.map((text) => [text, 'next']))
})

function check(lines: readonly string[][]) {
  const read = parseCsv(lines.map(formatCsvLine).join(''))
  const startsLikeFormula = (text: string) => SIGNS.some((sign) => text.replace(/^["\s\ufeff]+/, '').startsWith(sign))
  expect(read.flat().filter(startsLikeFormula)).toEqual([])
  // The export only added apostrophes, and only where a character could start a formula.
  const withoutQuotes = (text: string) => text.replaceAll("'", '')
  expect(read.map((cells) => cells.map(withoutQuotes))).toEqual(lines.map((cells) => cells.map(withoutQuotes)))
  for (const [at, cells] of lines.entries())
    for (const [n, text] of cells.entries())
      if (!SIGNS.some((sign) => text.includes(sign))) expect(read[at]?.[n]).toBe(text)
}
