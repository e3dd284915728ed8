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
  test('has one row for each of the 46', () => {
    expect(rows.map(({ id }) => id)).toEqual(Array.from({ length: 46 }, (_, i) => `P${i + 1}`))
  })

  test('names a test in every row, or says that it is still to be named', () => {
    expect(rows.filter(({ id, text }) => !text.includes('`tests/') && !text.includes(`TODO-ROW ${id}`))).toEqual([])
  })

  test('names many', () => expect(named.length).toBeGreaterThan(60))

  test.each(named)('$file: $title', ({ file, title }) => {
    expect(existsSync(join(ROOT, file))).toBe(true)
    const code = readFileSync(join(ROOT, file), 'utf8')
    // As a whole title, in whatever quotes.
    expect(["'", '"', '`'].some((quote) => code.includes(quote + title + quote))).toBe(true)
  })
})
