// @vitest-environment jsdom
import { cleanup } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Account } from '../../../src/api/contract/accounts.ts'
import { USER_COLUMNS, userOnPhone } from '../../../src/ui/users/user-columns.tsx'
import { cellsOf, phoneOf } from '../list/cells.tsx'

afterEach(cleanup)

const now = new Date().toISOString()
const ada: Account = {
  id: '0198a1b2-0000-7000-8000-00000000beef',
  email: 'ada@house.example',
  name: 'Ada',
  role: 'developer',
  createdAt: now,
  lastSeenAt: now,
}

test('a row says who, what they may do, when they were seen and since when', async () => {
  expect(await cellsOf(USER_COLUMNS, ada)).toEqual({
    ...{ email: 'Adaada@house.example', role: 'Editor' },
    ...{ lastSeenAt: 'now', createdAt: 'now' },
  })
})

test('who has no name goes by their address, a guest by their id; of whom no session is known says so', async () => {
  const { name: _, lastSeenAt: __, ...rest } = ada
  const unnamed: Account = rest
  const told = await cellsOf(USER_COLUMNS, unnamed)
  expect([told['email'], told['lastSeenAt']]).toEqual(['ada@house.example', 'Not in 30 days'])
  cleanup()
  const { email: ___, ...guest } = unnamed
  expect((await cellsOf(USER_COLUMNS, { ...guest, role: 'anonymous' }))['email']).toBe('Guest0198a1b2…beef')
})

test('on a phone the role stands beside the name, the address below', async () => {
  expect(await phoneOf(userOnPhone(ada))).toEqual(['Ada', 'Editor', 'ada@house.example'])
})
