import { expect, test } from 'vitest'
import { packAbility } from '../../../server/auth/abilities.ts'
import { ROLES, type SessionData } from '../../../src/api/contract/auth.ts'
import { roleOf } from '../../../src/machines/rules/role.ts'
import { tokenWith } from '../../support/tokens.ts'

const GUEST: SessionData = {
  token: '',
  refreshToken: 'r',
  _id: 'u',
  assets: [],
  wallets: [],
  settings: { isPasswordUpdated: false, isEmailVerified: false },
}
const PERSON = { ...GUEST, email: 'one@atelier.example' }

test.each(ROLES)('what the server hands an account of the role %s is read as that role', (role) => {
  for (const applicationIds of [[], ['a'], ['a', 'b']]) {
    const token = tokenWith({ ability: packAbility({ id: 'u', role, applicationIds }) })
    expect(roleOf({ ...(role === 'anonymous' ? GUEST : PERSON), token })).toBe(role)
  }
})

test('a token that says nothing lets one look, no more', () => {
  expect(roleOf({ ...PERSON, token: 'broken' })).toBe('user')
})
