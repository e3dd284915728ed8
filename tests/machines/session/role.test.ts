import { expect, test } from 'vitest'
import { packAbility } from '../../../server/auth/abilities.ts'
import { ROLES, type SessionData } from '../../../src/api/contract/auth.ts'
import { effectiveRoleOf } from '../../../src/machines/session/role.ts'
import { createUnsignedToken } from '../../support/unsigned-token.ts'

const GUEST: SessionData = {
  token: '',
  refreshToken: 'r',
  _id: 'u',
  assets: [],
  wallets: [],
  settings: { isPasswordUpdated: false, isEmailVerified: false },
}
const PERSON = { ...GUEST, email: 'one@atelier.example' }

test.each(ROLES)("reads the role %s from the server's token", (role) => {
  for (const applicationIds of [[], ['a'], ['a', 'b']]) {
    const token = createUnsignedToken({ ability: packAbility({ id: 'u', role, applicationIds }) })
    expect(effectiveRoleOf({ ...(role === 'anonymous' ? GUEST : PERSON), token })).toBe(role)
  }
})

test('treats an account whose token has guest permissions or is unreadable as a guest', () => {
  const token = createUnsignedToken({ ability: packAbility({ id: 'u', role: 'anonymous', applicationIds: [] }) })
  expect([token, 'broken'].map((it) => effectiveRoleOf({ ...PERSON, token: it }))).toEqual(['anonymous', 'anonymous'])
})
