import { expect, test } from 'vitest'
import { messageKeyOfChange } from '../../../src/ui/dashboard/message-key-of-change.ts'
import { splitMessage } from '../../../src/ui/dashboard/split-message.ts'

test.each([
  ['created', ['name', 'type'], 'home.did.created'],
  ['deleted', ['name'], 'home.did.deleted'],
  ['locked', ['locked', 'lockedBy'], 'home.did.locked'],
  ['unlocked', ['locked'], 'home.did.unlocked'],
  ['restored', [], 'home.did.restored'],
  ['reverted', ['name'], 'home.did.reverted'],
  ['updated', ['name'], 'home.changed.name'],
  ['updated', ['defaultAuthorized'], 'home.changed.defaultAuthorized'],
  // Replacing a model also changes statistics and icon.
  ['updated', ['stats', 'iconUrl', 'modelUrl'], 'home.changed.modelUrl'],
  ['updated', ['iconUrl', 'stats'], 'home.changed.iconUrl'],
  ['updated', ['name', 'type'], 'home.did.updated'],
  ['updated', ['parentId'], 'home.did.updated'],
  ['updated', [], 'home.did.updated'],
  ['spun', ['name', 'tags'], 'home.did.updated'],
])('describes the action %s of the fields %j by the message key %s', (action, fields, messageKey) => {
  expect(messageKeyOfChange({ action, fields })).toBe(messageKey)
})

test('splits a message at its placeholders, and returns a message without placeholders whole', () => {
  expect(splitMessage('{who} hat {asset} gesperrt')).toEqual(['', 'who', ' hat ', 'asset', ' gesperrt'])
  expect(splitMessage('Nobody did')).toEqual(['Nobody did'])
})
