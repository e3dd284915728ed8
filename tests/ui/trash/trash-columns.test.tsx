// @vitest-environment jsdom
import { cleanup } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { TrashedAsset } from '../../../src/api/contract/trash.ts'
import { trashColumns, trashedOnPhone } from '../../../src/ui/trash/trash-columns.tsx'
import { assetWith } from '../../support/assets.ts'
import { cellsOf, phoneOf } from '../list/cells.tsx'

afterEach(cleanup)

const DAY = 24 * 3600 * 1000
const asset: TrashedAsset = {
  ...assetWith({ name: 'Ferry Cap', type: 'headwear' }),
  deletedAt: new Date().toISOString(),
  deletedBy: { id: 'u1', email: 'ann@house.example' },
  purgesAt: new Date(Date.now() + 3.5 * DAY).toISOString(),
}
const cells = async (row: TrashedAsset, me?: string) => {
  const told = await cellsOf(trashColumns(me), row)
  cleanup()
  return told
}

test('a row says what was deleted, when and by whom, and until when it can be restored', async () => {
  expect(await cells(asset)).toEqual({
    name: 'Ferry Cap',
    type: 'Headwear',
    deletedAt: 'nowann@house.example',
    purgesAt: 'in 3 days',
  })
  expect((await cells(asset, 'u1'))['deletedAt']).toBe('nowYou')
  expect((await cells({ ...asset, deletedBy: { id: 'u1' } }))['deletedAt']).toBe('nowA team member')
  const { deletedBy: _, ...nobody } = asset
  expect((await cells(nobody))['deletedAt']).toBe('now')
})

test('it leads nowhere, for it has no page', async () => {
  await cellsOf(trashColumns(undefined), asset)
  expect(document.querySelector('a')).toBeNull()
})

test('on a phone the type stands below the name', async () => {
  expect(await phoneOf(trashedOnPhone(asset))).toEqual(['Ferry Cap', 'now', 'Headwear'])
})
