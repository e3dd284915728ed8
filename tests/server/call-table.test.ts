import { expect, test } from 'vitest'
import { callPage, callTable } from '../support/call-table.ts'

const rows = await callTable()

test('every call is answered by handlers that say so, and has a test of its own beside those generated for all', () => {
  expect(rows.length).toBeGreaterThan(100)
  expect(rows.filter(({ handler }) => handler === undefined).map(({ client }) => client)).toEqual([])
  expect(rows.filter(({ tests }) => tests.length === 0).map(({ client }) => client)).toEqual([])
})

test('the page has a line for each, with its twin', () => {
  const page = callPage(rows)
  expect(page.split('\n').length).toBe(rows.length + 2)
  expect(page).toMatch(
    /\| `PATCH \/v1\/assets\/\{id\}` \| `assets\.update` \| `\/private\/v1\/assets\/\{id\}` \| update Asset \| server\/handlers\/assets\.ts \| .*server\/handlers\/assets/,
  )
  expect(page).toContain('| `privateAssets.usingTemplate` | – | manage all | server/handlers/templates.ts |')
})
