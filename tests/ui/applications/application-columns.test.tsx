// @vitest-environment jsdom
import { cleanup } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { APPLICATION_COLUMNS, applicationOnPhone, assetsIn } from '../../../src/ui/applications/application-columns.tsx'
import { cellsOf, phoneOf } from '../list/cells.tsx'

afterEach(cleanup)

const lane = { id: '0190a', name: 'Harbour Lane', ownerId: 'u1', createdAt: new Date().toISOString(), assetCount: 1204 }

test('an application says its name, its id, how many assets it has and when it was made', async () => {
  const cells = await cellsOf(APPLICATION_COLUMNS, lane)
  expect(cells['name']).toContain('Harbour Lane')
  expect(cells['name']).toContain('0190a')
  expect(cells['assetCount']).toBe('1,204')
  expect(cells['createdAt']).toBe('now')
  expect(await phoneOf(applicationOnPhone(lane))).toEqual(['Harbour Lane', '1,204 assets', 'now'])
})

test('it leads to its assets, which stand in its own order there', () => {
  expect(assetsIn(lane)).toEqual({ to: '/assets', search: { filter: { applicationId: ['0190a'] } } })
})
