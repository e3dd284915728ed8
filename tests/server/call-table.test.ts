import { expect, test } from 'vitest'
import { buildCallTable, renderCallTable } from '../support/call-table.ts'

const rows = await buildCallTable()

test('the call table has a handler and at least one specific test for every endpoint', () => {
  expect(rows.length).toBeGreaterThan(100)
  expect(rows.filter(({ handler }) => handler === undefined).map(({ client }) => client)).toEqual([])
  expect(rows.filter(({ tests }) => tests.length === 0).map(({ client }) => client)).toEqual([])
})

test('the rendered call table lists every endpoint with its private counterpart', () => {
  const page = renderCallTable(rows)
  expect(page.split('\n').length).toBe(rows.length + 2)
  expect(page).toMatch(
    /\| `PATCH \/v1\/assets\/\{id\}` \| `assets\.update` \| `\/private\/v1\/assets\/\{id\}` \| update Asset \| server\/handlers\/assets\.ts \| .*server\/handlers\/assets/,
  )
  expect(page).toContain('| `privateAssets.usingTemplate` | – | manage all | server/handlers/templates.ts |')
})
