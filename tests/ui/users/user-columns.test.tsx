// @vitest-environment jsdom
import { cleanup } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Account } from '../../../src/api/contract/accounts.ts'
import { toUserPhoneItem, USER_COLUMNS } from '../../../src/ui/users/user-columns.tsx'
import { cellTextsOf, phoneTextsOf } from '../list/cells.tsx'

const now = new Date().toISOString()
const ada: Account = {
  id: '0198a1b2-0000-7000-8000-00000000beef',
  email: 'ada@house.example',
  name: 'Ada',
  role: 'developer',
  createdAt: now,
  lastSeenAt: now,
}

test('shows user, role, last visit and creation time', async () => {
  expect(await cellTextsOf(USER_COLUMNS, ada)).toEqual({
    ...{ email: 'Adaada@house.example', role: 'Editor' },
    ...{ lastSeenAt: 'now', createdAt: 'now' },
  })
})

test('names users by e-mail, guests by id, and dates an unknown last visit to over 30 days ago', async () => {
  const { name: _, lastSeenAt: __, ...rest } = ada
  const unnamed: Account = rest
  const texts = await cellTextsOf(USER_COLUMNS, unnamed)
  expect([texts['email'], texts['lastSeenAt']]).toEqual(['ada@house.example', 'More than 30 days ago'])
  cleanup()
  const { email: ___, ...guest } = unnamed
  expect((await cellTextsOf(USER_COLUMNS, { ...guest, role: 'anonymous' }))['email']).toBe('Guest0198a1b2…beef')
})

test('shows the role next to the name and the address below on a phone', async () => {
  expect(await phoneTextsOf(toUserPhoneItem(ada))).toEqual(['Ada', 'Editor', 'ada@house.example'])
})
