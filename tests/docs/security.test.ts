import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')
const page = readFileSync(join(ROOT, 'docs/security.md'), 'utf8')

/** Each file that the page names, with the titles that follow it until the next. */
const named = page
  .split('`tests/')
  .slice(1)
  .flatMap((part) => {
    const [path = '', rest = ''] = part.split(/`(.*)/s)
    // What follows belongs to this file as far as its row or line goes.
    const titles = [...(rest.split('\n')[0] ?? '').matchAll(/“([^”]+)”/g)].map(([, title]) => title!)
    return titles.map((title) => ({ file: `tests/${path}`, title }))
  })
const rows = [...page.matchAll(/^\| (P\d+)\s*\|(.*)\|$/gm)].map(([, id, text]) => ({ id: id!, text: text! }))

describe('the page of promises', () => {
  test('has one row for each of the 47', () => {
    expect(rows.map(({ id }) => id)).toEqual(Array.from({ length: 47 }, (_, i) => `P${i + 1}`))
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
    // As a whole title, in whatever quotes.
    expect(["'", '"', '`'].some((quote) => code.includes(quote + title + quote))).toBe(true)
  })
})
