import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findNamedTests, isSampledTest } from '../support/named-tests.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const evidence = readFileSync(join(ROOT, 'docs/security-evidence.md'), 'utf8')
const promises = readFileSync(join(ROOT, 'docs/security.md'), 'utf8')

const namedTestList = findNamedTests(evidence)
const rows = [...evidence.matchAll(/^\| (P\d+)\s*\|(.*)\|$/gm)].map(([, id, text]) => ({ id: id!, text: text! }))
const numberOf = (id: string) => Number(id.slice(1))

describe('the evidence of the security promises', () => {
  test('has rows P1 to P94 without a gap, and all rows in ascending order without duplicates', () => {
    const numbers = rows.map(({ id }) => numberOf(id))
    expect(numbers.slice(0, 94)).toEqual(Array.from({ length: 94 }, (_, i) => i + 1))
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
  })

  test('has one row for each promise of docs/security.md, which states each promise on one line', () => {
    const listedPromises = [...promises.matchAll(/^- \*\*(P\d+)\*\* (.+)$/gm)].map(([, id, text]) => ({
      id: id!,
      text: text!,
    }))
    expect(listedPromises.map(({ id }) => numberOf(id)).sort((a, b) => a - b)).toEqual(
      rows.map(({ id }) => numberOf(id)),
    )
    expect(listedPromises.filter(({ text }) => text.length < 20 || !text.endsWith('.'))).toEqual([])
  })

  test('names a test and a limit of the evidence in every row, and contains no placeholder', () => {
    for (const { id, text } of rows) {
      const [evidence = '', notShown = '', ...more] = text.split('|').map((cell) => cell.trim())
      expect([id, more]).toEqual([id, []])
      expect([id, /`tests\/[^`]+` “/.test(evidence), notShown !== '']).toEqual([id, true, true])
    }
    expect(evidence + promises).not.toMatch(/TO-?DO|FIXME|TBD|to be (named|written|done)|…|\?\?/i)
  })

  test('names in every row a test that runs in every test run and needs no third-party data', () => {
    const rowsWithoutPermanentTest = rows.filter(({ text }) => {
      const ownTests = text.replaceAll(/“[^”]+” \(_with data_[^)]*\)/g, '')
      return findNamedTests(ownTests).every(isSampledTest)
    })
    expect(rowsWithoutPermanentTest.map(({ id }) => id)).toEqual([])
  })

  test('names more than 60 tests', () => expect(namedTestList.length).toBeGreaterThan(60))
})
