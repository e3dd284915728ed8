import { expect, test } from 'vitest'
import { newAssetOf } from '../../../src/machines/rules/new-asset.ts'

const asset = { name: 'Boot', gender: 'neutral', modelUrl: '/files/a.glb', tags: [] }

test('what is sent of a form names its body, if it has one; a body is made for none', () => {
  expect(newAssetOf({ ...asset, type: 'top', bodyId: 'b' })).toEqual({ ...asset, type: 'top', bodyId: 'b' })
  expect(Object.keys(newAssetOf({ ...asset, type: 'top', bodyId: undefined }))).not.toContain('bodyId')
  expect(newAssetOf({ ...asset, type: 'bodyshape', bodyId: 'b' })).toEqual({ ...asset, type: 'bodyshape' })
})
