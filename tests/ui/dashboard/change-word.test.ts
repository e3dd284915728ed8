import { expect, test } from 'vitest'
import { changeWord } from '../../../src/ui/dashboard/change-word.ts'
import { partsOf } from '../../../src/ui/dashboard/parts-of.ts'

test.each([
  ['created', ['name', 'type'], 'home.did.created'],
  ['deleted', ['name'], 'home.did.deleted'],
  ['locked', ['locked', 'lockedBy'], 'home.did.locked'],
  ['unlocked', ['locked'], 'home.did.unlocked'],
  ['restored', [], 'home.did.restored'],
  ['reverted', ['name'], 'home.did.reverted'],
  ['updated', ['name'], 'home.changed.name'],
  ['updated', ['defaultAuthorized'], 'home.changed.defaultAuthorized'],
  // With a model its numbers and its icon change, which follows from it.
  ['updated', ['stats', 'iconUrl', 'modelUrl'], 'home.changed.modelUrl'],
  ['updated', ['iconUrl', 'stats'], 'home.changed.iconUrl'],
  ['updated', ['name', 'type'], 'home.did.updated'],
  ['updated', ['parentId'], 'home.did.updated'],
  ['updated', [], 'home.did.updated'],
  ['spun', ['name', 'tags'], 'home.did.updated'],
])('%s of %j is told by %s', (action, fields, word) => {
  expect(changeWord({ action, fields })).toBe(word)
})

test('a sentence is cut at its holes, wherever a language has them', () => {
  expect(partsOf('{who} hat {asset} gesperrt')).toEqual(['', 'who', ' hat ', 'asset', ' gesperrt'])
  expect(partsOf('Nobody did')).toEqual(['Nobody did'])
})
