import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { hasTitle, namedTests } from '../support/named-tests.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const page = readFileSync(join(ROOT, 'docs/security.md'), 'utf8')

const named = namedTests(page)
const rows = [...page.matchAll(/^\| (P\d+)\s*\|(.*)\|$/gm)].map(([, id, text]) => ({ id: id!, text: text! }))

describe('the page of promises', () => {
  test('has one row for each of the 52', () => {
    expect(rows.map(({ id }) => id)).toEqual(Array.from({ length: 52 }, (_, i) => `P${i + 1}`))
  })

  test('has a promise, a test and what is not shown in every row, and nothing that stands for one', () => {
    for (const { id, text } of rows) {
      const [promise = '', shown = '', notShown = '', ...more] = text.split('|').map((cell) => cell.trim())
      expect([id, more]).toEqual([id, []])
      expect([id, promise.length > 20, /`tests\/[^`]+` “/.test(shown), notShown !== '']).toEqual([id, true, true, true])
    }
    expect(page).not.toMatch(/TO-?DO|FIXME|TBD|to be (named|written|done)|…|\?\?/i)
  })

  test('names many', () => expect(named.length).toBeGreaterThan(60))

  test.each(named)('$file: $title', ({ file, title }) => {
    expect(existsSync(join(ROOT, file))).toBe(true)
    const code = readFileSync(join(ROOT, file), 'utf8')
    expect(hasTitle(code, title)).toBe(true)
  })
})
