import { expect, test } from 'vitest'
import { draftKeysOf, readStoredDrafts } from '../../../src/ui/form/stored-drafts.ts'

test('stores each draft of each account under its own key', () => {
  const names = (owner: string) => {
    const keys = draftKeysOf(owner)
    return [keys.newAsset, keys.newAssets, keys.newAssetOf('a'), keys.asset('a'), keys.asset('b')]
  }
  const all = [...names('ann'), ...names('bob')]
  expect(new Set(all).size).toBe(all.length)
  // Changing these names would lose the drafts that browsers have already stored.
  expect(names('ann')).toEqual([
    'draft:new-asset:ann',
    'draft:new-assets:ann',
    'draft:new-assets:ann:a',
    'draft:asset:ann:a',
    'draft:asset:ann:b',
  ])
})

test('returns no drafts if the browser has no storage', async () => {
  expect(await readStoredDrafts('ann')).toEqual({ hasNew: false, queued: 0, assets: [] })
})
