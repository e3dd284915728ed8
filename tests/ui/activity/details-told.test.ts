import { expect, test } from 'vitest'
import { AUDIT_ACTIONS } from '../../../src/api/contract/audit-actions.ts'
import { detailsTold } from '../../../src/ui/activity/details-told.ts'
import { translateIn, wordsIn } from '../../support/translate.ts'

const told = (details: Record<string, unknown>) => detailsTold(details, translateIn('en'), 'en')
const ID = '01a20f41-b259-7108-a8d5-9390f1619828'

test.each([
  [{ how: 'password', sessionId: ID }, 'With a password'],
  [{ purpose: 'reset' }, 'To reset the password'],
  [{ role: 'developer', before: 'user', by: ID }, 'Viewer → Editor'],
  [{ role: 'admin' }, 'Admin'],
  [
    { tokenId: ID, name: 'build', scopes: ['read', 'write'], expiresAt: '2026-12-01T12:00:00.000Z' },
    'build · read, write · until 1 Dec 2026',
  ],
  [{ tokenId: ID, name: 'build', reason: 'role-given' }, 'build · Role changed'],
  [{ webhookId: ID, host: 'hooks.example' }, 'hooks.example'],
  [{ by: ID, assetIds: [ID, ID] }, '2 assets'],
  [{ applicationId: ID, assets: 1, etag: 'e', start: 0, end: 9 }, '1 asset'],
  [{ applicationId: ID, name: 'Harbour Lane', assets: 2, etag: 'e', start: 0, end: 9 }, 'Harbour Lane · 2 assets'],
  [{ applicationId: ID, importId: ID, archive: 'f00d', dryRun: true }, 'Dry run'],
  [{ wasGuest: false, passwordCleared: true }, 'Password cleared'],
  [{ cageMeshId: ID }, ''],
  [{ isNew: true, colour: 'teal' }, 'isNew true · colour teal'],
])('of %j people are told: %s', (details, words) => {
  expect(told(details)).toBe(words)
})

test.each(['en', 'de'] as const)('what ended tokens, and how people signed in, has words (%s)', (language) => {
  const words = wordsIn(language)
  const keys = [
    ...AUDIT_ACTIONS.map((action) => `audit.${action}`),
    ...['password', 'code', 'guest', 'sign-up', 'mail', 'own'].map((how) => `audit.how.${how}`),
    ...['login', 'verify', 'reset'].map((purpose) => `audit.purpose.${purpose}`),
  ]
  expect(keys.filter((key) => !words[key])).toEqual([])
})
