// @vitest-environment jsdom
import { expect, test } from 'vitest'
import {
  APPLICATION_COLUMNS,
  assetsLinkOfApplication,
  toApplicationPhoneItem,
} from '../../../src/ui/applications/application-columns.tsx'
import { cellTextsOf, phoneTextsOf } from '../list/cells.tsx'

const lane = { id: '0190a', name: 'Harbour Lane', ownerId: 'u1', createdAt: new Date().toISOString(), assetCount: 1204 }

test('shows the name, id, number of assets and creation time of an application', async () => {
  const cells = await cellTextsOf(APPLICATION_COLUMNS, lane)
  expect(cells['name']).toContain('Harbour Lane')
  expect(cells['name']).toContain('0190a')
  expect(cells['assetCount']).toBe('1,204')
  expect(cells['createdAt']).toBe('now')
  expect(await phoneTextsOf(toApplicationPhoneItem(lane))).toEqual(['Harbour Lane', '1,204 assets', 'now'])
})

test('links an application to the list of its assets', () => {
  expect(assetsLinkOfApplication(lane)).toEqual({ to: '/assets', search: { filter: { applicationId: ['0190a'] } } })
})
