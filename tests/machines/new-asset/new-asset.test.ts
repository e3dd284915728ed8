import { expect, test } from 'vitest'
import { mergeSharedFields, toNewAsset } from '../../../src/machines/new-asset/new-asset.ts'

const asset = { name: 'Boot', gender: 'neutral', modelUrl: '/files/a.glb', tags: [] }

test('sends the body that an asset is made for, but not if the asset is itself a body', () => {
  expect(toNewAsset({ ...asset, type: 'top', bodyId: 'b' })).toEqual({ ...asset, type: 'top', bodyId: 'b' })
  expect(Object.keys(toNewAsset({ ...asset, type: 'top', bodyId: undefined }))).not.toContain('bodyId')
  expect(toNewAsset({ ...asset, type: 'bodyshape', bodyId: 'b' })).toEqual({ ...asset, type: 'bodyshape' })
})

test("adds shared tags to an entry's own tags, and copies all other shared values", () => {
  const shared = { tags: ['a', 'b'], bodyId: 'x' }
  expect(mergeSharedFields({ name: 'Boot', tags: ['b', 'c'] }, shared)).toEqual({
    name: 'Boot',
    bodyId: 'x',
    tags: ['b', 'c', 'a'],
  })
  expect(mergeSharedFields({ name: 'Boot' }, { tags: undefined })).toEqual({ name: 'Boot', tags: [] })
})
