// @vitest-environment jsdom
import { cleanup } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { TrashedAsset } from '../../../src/api/contract/trash.ts'
import { createTrashColumns, toTrashPhoneItem } from '../../../src/ui/trash/trash-columns.tsx'
import { createAsset } from '../../support/create-asset.ts'
import { cellTextsOf, phoneTextsOf } from '../list/cells.tsx'

const DAY = 24 * 3600 * 1000
const asset: TrashedAsset = {
  ...createAsset({ name: 'Ferry Cap', type: 'headwear' }),
  deletedAt: new Date().toISOString(),
  deletedBy: { id: 'u1', email: 'ann@house.example' },
  purgesAt: new Date(Date.now() + 3.5 * DAY).toISOString(),
}
const cells = async (row: TrashedAsset, me?: string) => {
  const texts = await cellTextsOf(createTrashColumns(me), row)
  cleanup()
  return texts
}

test('shows the name of a deleted asset, the time and user of its deletion, and its purge date', async () => {
  expect(await cells(asset)).toEqual({
    name: 'Ferry Cap',
    type: 'Headwear',
    deletedAt: 'nowann@house.example',
    purgesAt: 'in 3 days',
  })
  expect((await cells(asset, 'u1'))['deletedAt']).toBe('nowYou')
  expect((await cells({ ...asset, deletedBy: { id: 'u1' } }))['deletedAt']).toBe('nowA team member')
  const { deletedBy: _, ...anonymous } = asset
  expect((await cells(anonymous))['deletedAt']).toBe('now')
})

test('shows no link, because a deleted asset has no page', async () => {
  await cellTextsOf(createTrashColumns(undefined), asset)
  expect(document.querySelector('a')).toBeNull()
})

test('shows the type of a deleted asset below its name on a phone', async () => {
  expect(await phoneTextsOf(toTrashPhoneItem(asset))).toEqual(['Ferry Cap', 'now', 'Headwear'])
})
