import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { packAbility, unpackAbility } from '../../../server/auth/abilities.ts'
import { assertMember } from '../../../server/auth/assert-member.ts'
import { authenticateCaller, permissionError } from '../../../server/auth/authenticate-caller.ts'
import type { Caller } from '../../../server/auth/call.ts'
import { RATE_LIMITS } from '../../../server/auth/rate-limit.ts'
import type { Revocations } from '../../../server/auth/revocations.ts'
import { createSigningKey } from '../../../server/auth/signing-keys.ts'
import { createTokenService } from '../../../server/auth/token-service.ts'
import type { Database } from '../../../server/db/schema.ts'
import { DatabaseUnavailableError } from '../../../server/errors/database-errors.ts'
import type { Role } from '../../../src/api/contract/auth.ts'
import type { Access } from '../../../src/api/contract/endpoint.ts'
import { START_TIME } from '../../support/server.ts'

const openSessions = { has: () => false } as unknown as Revocations

test.each<[string, string | undefined, Access, string]>([
  ['a valid token', 'Bearer TOKEN', 'session', 'user'],
  ['a valid token with the scheme in lower case', 'bearer TOKEN', 'session', 'user'],
  ['a valid token where none is needed', 'Bearer TOKEN', 'anyone', 'user'],
  ['no header', undefined, 'session', 'Sign in first.'],
  ['no header where none is needed', undefined, 'anyone', 'undefined'],
  ['another scheme', 'Basic TOKEN', 'session', 'Sign in first.'],
  ['text before the scheme', 'x Bearer TOKEN', 'session', 'Sign in first.'],
  ['text after the token', 'Bearer TOKEN x', 'session', 'Sign in first.'],
  ['an altered token', 'Bearer TOKENx', 'session', 'The access token is not valid.'],
  ['an altered token where none is needed', 'Bearer TOKENx', 'anyone', 'undefined'],
  ['an API token where none is needed', 'Bearer atl_xy', 'anyone', 'undefined'],
  ['an invalid API token', 'Bearer atl_xy', 'session', 'This API token is unknown, expired or revoked.'],
  ['text before the scheme of an API token', 'x Bearer atl_xy', 'session', 'Sign in first.'],
  ['text after an API token', 'Bearer atl_xy x', 'session', 'Sign in first.'],
  ['an allowed right', 'Bearer TOKEN', ['read', 'Asset'], 'user'],
  [
    'a missing right',
    'Bearer TOKEN',
    ['create', 'Asset'],
    'You do not have permission to do this. An admin can grant it.',
  ],
])('a call with %s (%s, access %j) has this caller or error: %s', async (_, header, access, expected) => {
  const tokens = await createTokenService({ keys: [await createSigningKey(START_TIME)] }, () => START_TIME)
  const ability = packAbility({ id: 'user', role: 'user', applicationIds: [] })
  const token = await tokens.sign({ sub: 'user', ability, anonymous: false, sid: 'session' })
  const deps = { tokens, now: () => START_TIME, limits: RATE_LIMITS, db: {} as Kysely<Database> }
  const forbidden: string[] = []
  const authenticate = (onForbidden?: (caller: Caller) => void) =>
    authenticateCaller(
      { ...deps, revocations: openSessions },
      header?.replace('TOKEN', token),
      access,
      'GET',
      onForbidden,
    ).catch(({ message }: { message: string }) => ({ id: message }))
  const caller = await authenticate(({ id }) => forbidden.push(id))
  expect([String(caller?.id), await authenticate()]).toEqual([expected, caller])
  expect(forbidden).toEqual(expected.startsWith('You do not have permission') ? ['user'] : [])
  if (expected === 'user')
    expect(caller).toEqual({
      id: 'user',
      anonymous: false,
      sessionId: 'session',
      ability: expect.anything(),
      rightsExpireAt: new Date(START_TIME.getTime() + 900_000),
    })
})

test.each<[string, Partial<Caller> & { role: Role }, string]>([
  ['a guest', { role: 'anonymous', anonymous: true }, 'FORBIDDEN'],
  ['an unverified account', { role: 'anonymous', anonymous: false }, 'VERIFY_EMAIL_FIRST'],
  ['an API token', { role: 'anonymous', anonymous: false, scopes: ['read'] }, 'FORBIDDEN'],
  ['a member', { role: 'user', anonymous: false }, 'FORBIDDEN'],
])('%s without a right gets the error that names the remedy', (_, { role, ...more }, code) => {
  const ability = unpackAbility(packAbility({ id: 'one', role, applicationIds: [] }))
  const caller = { id: 'one', sessionId: 's', rightsExpireAt: START_TIME, ability, anonymous: false, ...more }
  expect(permissionError(caller).code).toBe(code)
})

test.each<[string, Role, boolean, string | undefined]>([
  ['a guest', 'anonymous', true, 'FORBIDDEN'],
  ['an unverified account', 'anonymous', false, 'VERIFY_EMAIL_FIRST'],
  ['a member', 'user', false, undefined],
])('a call for members by %s', (_, role, anonymous, code) => {
  const ability = unpackAbility(packAbility({ id: 'one', role, applicationIds: [] }))
  const check = () =>
    assertMember({ id: 'one', sessionId: 's', rightsExpireAt: START_TIME, ability, anonymous }, 'Sign up first.')
  if (code) expect(check).toThrow(expect.objectContaining({ code }))
  else expect(check).not.toThrow()
})

test('a token whose revocation cannot be checked raises an error; a revoked token counts as no token', async () => {
  const tokens = await createTokenService({ keys: [await createSigningKey(START_TIME)] }, () => START_TIME)
  const ability = packAbility({ id: 'guest', role: 'anonymous', applicationIds: [] })
  const token = await tokens.sign({ sub: 'guest', ability, anonymous: true, sid: 'session' })
  const needs = { tokens, now: () => START_TIME, limits: RATE_LIMITS, db: {} as Kysely<Database> }
  const unreachableRevocations = {
    has: () => Promise.reject(new DatabaseUnavailableError('unreachable')),
  } as unknown as Revocations
  await expect(
    authenticateCaller({ ...needs, revocations: unreachableRevocations }, `Bearer ${token}`, 'anyone', 'POST'),
  ).rejects.toBeInstanceOf(DatabaseUnavailableError)
  const ended = { has: async () => true } as unknown as Revocations
  expect(
    await authenticateCaller({ ...needs, revocations: ended }, `Bearer ${token}`, 'anyone', 'POST'),
  ).toBeUndefined()
})
