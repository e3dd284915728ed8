// @vitest-environment jsdom
import { cleanup } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { AuditRecord } from '../../../src/api/contract/audit.ts'
import { AUDIT_ACTIONS } from '../../../src/api/contract/audit-actions.ts'
import { activityColumns, activityOnPhone } from '../../../src/ui/activity/activity-columns.tsx'
import { wordsIn } from '../../support/translate.ts'
import { cellsOf, phoneOf } from '../list/cells.tsx'

afterEach(cleanup)

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
  const told = await cellsOf(activityColumns(isAdmin), { ...record, ...change })
  cleanup()
  return told
}

test('a row says what happened, to whom, from where and when; one’s own activity needs no name', async () => {
  const told = { action: 'Role changed', details: 'Editor · isNew true', address: '192.0.2.7', at: 'now' }
  expect(await cells()).toEqual({ ...told, email: 'ann@house.example' })
  expect(await cells({}, false)).toEqual(told)
  expect((await cells({ name: 'Ann' }))['email']).toBe('Ann')
})

test('what came from the server itself, from a guest or from no account is told apart', async () => {
  const { userId: _, email: __, ...nobody } = record
  const told = async (of: AuditRecord) => {
    const { email, address } = await cellsOf(activityColumns(true), of)
    cleanup()
    return [email, address]
  }
  expect(await told({ ...nobody, userId: 'u1' })).toEqual(['Guest', '192.0.2.7'])
  expect(await told({ ...nobody, address: '' })).toEqual(['Atelier', 'On the server'])
  expect(await told({ ...record, address: 'local' })).toEqual(['ann@house.example', 'On the server'])
  expect(await told(nobody)).toEqual(['No such account', '192.0.2.7'])
})

test('on a phone the account stands below what happened', async () => {
  expect(await phoneOf(activityOnPhone(record))).toEqual(['Role changed', 'now', 'ann@house.example'])
})

test.each(['en', 'de'] as const)('whatever is written down has words (%s)', (language) => {
  const words = wordsIn(language)
  expect(AUDIT_ACTIONS.filter((action) => !words[`audit.${action}`])).toEqual([])
})
