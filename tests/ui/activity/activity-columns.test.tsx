// @vitest-environment jsdom
import { cleanup } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { AuditRecord } from '../../../src/api/contract/audit.ts'
import { AUDIT_ACTIONS } from '../../../src/api/contract/audit-actions.ts'
import { createActivityColumns, toActivityPhoneItem } from '../../../src/ui/activity/activity-columns.tsx'
import { readAllMessages } from '../../support/translate.ts'
import { cellTextsOf, phoneTextsOf } from '../list/cells.tsx'

const record: AuditRecord = {
  id: 'r1',
  at: new Date().toISOString(),
  action: 'role-given',
  userId: 'u1',
  email: 'ann@house.example',
  address: '192.0.2.7',
  details: { role: 'developer', isNew: true },
}
const cells = async (change: Partial<AuditRecord> = {}, isAdmin = true) => {
  const texts = await cellTextsOf(createActivityColumns(isAdmin), { ...record, ...change })
  cleanup()
  return texts
}

test('shows action, details, address and time of an audit record, and the account only to admins', async () => {
  const expected = { action: 'Role changed', details: 'Editor · isNew true', address: '192.0.2.7', at: 'now' }
  expect(await cells()).toEqual({ ...expected, email: 'ann@house.example' })
  expect(await cells({}, false)).toEqual(expected)
  expect((await cells({ name: 'Ann' }))['email']).toBe('Ann')
})

test('names a guest, the server or a missing account in records without an email address', async () => {
  const { userId: _, email: __, ...anonymous } = record
  const emailAndAddress = async (auditRecord: AuditRecord) => {
    const { email, address } = await cellTextsOf(createActivityColumns(true), auditRecord)
    cleanup()
    return [email, address]
  }
  expect(await emailAndAddress({ ...anonymous, userId: 'u1' })).toEqual(['Guest', '192.0.2.7'])
  expect(await emailAndAddress({ ...anonymous, address: '' })).toEqual(['Atelier', 'On the server'])
  expect(await emailAndAddress({ ...record, address: 'local' })).toEqual(['ann@house.example', 'On the server'])
  expect(await emailAndAddress(anonymous)).toEqual(['No such account', '192.0.2.7'])
})

test('shows the account below the action on a phone', async () => {
  expect(await phoneTextsOf(toActivityPhoneItem(record))).toEqual(['Role changed', 'now', 'ann@house.example'])
})

test.each(['en', 'de'] as const)('has a message for every audit action (%s)', (language) => {
  const messages = readAllMessages(language)
  expect(AUDIT_ACTIONS.filter((action) => !messages[`audit.${action}`])).toEqual([])
})
