import { expect, test } from 'vitest'
import { draftKeys, keptDrafts } from '../../../src/ui/form/kept-drafts.ts'

test('each account has drafts of its own, and no draft has the name of another', () => {
  const names = (owner: string) => {
    const keys = draftKeys(owner)
    return [keys.newAsset, keys.newAssets, keys.newAssetOf('a'), keys.asset('a'), keys.asset('b')]
  }
  const all = [...names('ann'), ...names('bob')]
  expect(new Set(all).size).toBe(all.length)
  // Drafts that browsers keep already go by these names.
  expect(names('ann')).toEqual([
    'draft:new-asset:ann',
    'draft:new-assets:ann',
    'draft:new-assets:ann:a',
    'draft:asset:ann:a',
    'draft:asset:ann:b',
  ])
})

test('where nothing can be kept there are no drafts', async () => {
  expect(await keptDrafts('ann')).toEqual({ hasNew: false, queued: 0, assets: [] })
})
