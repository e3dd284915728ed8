import { expect, test } from 'vitest'
import { AUDIT_ACTIONS } from '../../../src/api/contract/audit-actions.ts'
import { describeAuditDetails } from '../../../src/ui/activity/audit-details.ts'
import { createTranslateFor, readAllMessages } from '../../support/translate.ts'

const describeDetails = (details: Record<string, unknown>) =>
  describeAuditDetails(details, createTranslateFor('en'), 'en')
const ID = '01a20f41-b259-7108-a8d5-9390f1619828'

test.each([
  [{ how: 'password', sessionId: ID }, 'With a password'],
  [{ purpose: 'reset' }, 'To reset the password'],
  [{ role: 'developer', before: 'user', by: ID }, 'Viewer → Editor'],
  [{ role: 'admin' }, 'Admin'],
  [
    { tokenId: ID, name: 'build', scopes: ['read', 'write'], expiresAt: '2026-12-01T10:00:00.000Z' },
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
])('formats the details %j as: %s', (details, text) => {
  expect(describeDetails(details)).toBe(text)
})

test.each(['en', 'de'] as const)('has a message for every action, sign-in method and code purpose (%s)', (language) => {
  const messages = readAllMessages(language)
  const keys = [
    ...AUDIT_ACTIONS.map((action) => `audit.${action}`),
    ...['password', 'code', 'guest', 'sign-up', 'mail', 'own'].map((how) => `audit.how.${how}`),
    ...['login', 'verify', 'reset'].map((purpose) => `audit.purpose.${purpose}`),
  ]
  expect(keys.filter((key) => !messages[key])).toEqual([])
})
