import { expect, test } from 'vitest'
import { newAssetOf, withShared } from '../../../src/machines/rules/new-asset.ts'

const asset = { name: 'Boot', gender: 'neutral', modelUrl: '/files/a.glb', tags: [] }

test('what is sent of a form names its body, if it has one; a body is made for none', () => {
  expect(newAssetOf({ ...asset, type: 'top', bodyId: 'b' })).toEqual({ ...asset, type: 'top', bodyId: 'b' })
  expect(Object.keys(newAssetOf({ ...asset, type: 'top', bodyId: undefined }))).not.toContain('bodyId')
  expect(newAssetOf({ ...asset, type: 'bodyshape', bodyId: 'b' })).toEqual({ ...asset, type: 'bodyshape' })
})

test('one of a queue has its own tags and those of all, each once; what else is chosen for all is its own', () => {
  const shared = { tags: ['a', 'b'], bodyId: 'x' }
  expect(withShared({ name: 'Boot', tags: ['b', 'c'] }, shared)).toEqual({
    name: 'Boot',
    bodyId: 'x',
    tags: ['b', 'c', 'a'],
  })
  expect(withShared({ name: 'Boot' }, { tags: undefined })).toEqual({ name: 'Boot', tags: [] })
})
