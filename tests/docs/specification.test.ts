import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findNamedTests, isSampledTest } from '../support/named-tests.ts'
import { countWords, MAX_SENTENCE_WORDS } from '../support/prose.ts'
import { findSharedFolder } from '../support/shared-folder.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const page = readFileSync(join(ROOT, 'docs/specification.md'), 'utf8')

/**
 * Rows of the page, and statements of the specification that these rows cover, for each section. One row covers several statements
 * if these belong together, and a list of values in one statement can have several rows.
 */
const SECTIONS = [
  { section: 2, rowCount: 35, statementCount: 42 },
  { section: 3, rowCount: 31, statementCount: 31 },
  { section: 4, rowCount: 37, statementCount: 44 },
  { section: 5, rowCount: 21, statementCount: 28 },
  { section: 6, rowCount: 5, statementCount: 8 },
  { section: 7, rowCount: 55, statementCount: 68 },
  { section: 8, rowCount: 15, statementCount: 26 },
  { section: 9, rowCount: 34, statementCount: 37 },
]

const rows = [...page.matchAll(/^\| S(\d+)\.(\d+) \|(.*)\|$/gm)].map(([, section, number, text]) => ({
  id: `S${section}.${number}`,
  section: Number(section),
  number: Number(number),
  cells: text!.split(' | ').map((cell) => cell.trim()),
}))

/** Returns the text of a section of the specification, without its heading. */
const readSection = (specification: string, section: number) =>
  new RegExp(`^## ${section}\\. [^\\n]*\\n(.*?)(?=^## |$(?![^]))`, 'ms').exec(specification)?.[1]?.trim() ?? ''

/** Returns the number of sentences in paragraphs and list items, plus the number of table rows. */
const countStatements = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^\|(?:---| Method)/.test(line))
    .flatMap((line) => (line.startsWith('|') ? [line] : line.split(/(?<=[.;:]) (?=\S)/))).length

describe('the evidence of the specification', () => {
  test.each(SECTIONS)('has $rowCount rows for §$section, numbered without a gap', ({ section, rowCount }) => {
    const numbers = rows.filter((row) => row.section === section).map(({ number }) => number)
    expect(numbers).toEqual(Array.from({ length: rowCount }, (_, i) => i + 1))
  })

  test('has rows of the sections §2 to §9 only, in ascending order, and no malformed row', () => {
    const sections = rows.map(({ section }) => section)
    expect(sections).toEqual([...sections].sort((a, b) => a - b))
    expect([...new Set(sections)]).toEqual(SECTIONS.map(({ section }) => section))
    expect(page.match(/^\| S/gm)).toHaveLength(rows.length)
  })

  test('states a requirement, a test and a limit of the evidence in every row, and contains no placeholder', () => {
    for (const { id, cells } of rows) {
      const [requirement = '', evidence = '', notShown = '', ...more] = cells
      expect([id, requirement.length > 15, /`tests\/[^`]+` “/.test(evidence), notShown !== '', more]).toEqual([
        ...[id, true, true, true],
        [],
      ])
    }
    expect(page).not.toMatch(/TO-?DO|FIXME|TBD|to be (named|written|done)|\?\?/i)
  })

  test('states requirements in sentences of at most 25 words', () => {
    const sentences = rows.flatMap(({ cells }) => cells[0]!.replace(/`[^`]*`/g, 'code').split(/(?<=[.!?:]) /))
    expect(sentences.filter((sentence) => countWords(sentence) > MAX_SENTENCE_WORDS)).toEqual([])
  })

  test('names in every row a test that runs in every test run', () => {
    const rotated = rows.filter(({ cells }) => findNamedTests(cells[1]!).every(isSampledTest))
    expect(rotated.map(({ id }) => id)).toEqual([])
  })

  const folder = findSharedFolder('spec')
  test.skipIf(!folder).each(SECTIONS)(
    'covers §$section of the specification as it was reviewed (needs shared/spec)',
    ({ section, statementCount }) => {
      const specification = readFileSync(join(folder!, 'platform.md'), 'utf8')
      expect(countStatements(readSection(specification, section))).toBe(statementCount)
    },
  )
})
