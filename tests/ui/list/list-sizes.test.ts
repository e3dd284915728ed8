import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { PHONE_MEDIA_QUERY } from '../../../src/ui/list/use-is-phone.ts'

const read = (path: string) => readFileSync(`src/ui/${path}`, 'utf8')

/** Returns the value of a design token, such as `80px`. */
const readToken = (name: string) => new RegExp(`^\\s*--${name}: ([^;]+);`, 'm').exec(read('tokens.css'))?.[1]

test('a table row is 80 pixels high, and a table at least 650 wide (Spec §9)', () => {
  expect([readToken('row-h'), readToken('table-min')]).toEqual(['80px', '650px'])
  const table = read('list/table/DataTable.module.css')
  expect(table).toContain('min-inline-size: var(--table-min)')
  expect(table).toContain('var(--row-h)')
})

test('a select filter is between 140 and 200 pixels wide (Spec §9)', () => {
  expect([readToken('filter-min'), readToken('filter-max')]).toEqual(['140px', '200px'])
})

test('a phone is a window below the medium breakpoint of 768 pixels (Spec §9)', () => {
  expect(PHONE_MEDIA_QUERY).toBe('(max-width: 767.98px)')
})
