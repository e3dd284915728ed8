import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestServer, PASSWORD, type TestServer } from '../../support/server.ts'

const EMAIL = 'one@house.example'
let server: TestServer

beforeAll(async () => {
  server = await openTestServer({
    limits: {
      signupsFromAddress: { max: 2, seconds: 60 },
      guestsFromAddress: { max: 2, seconds: 60 },
      mailsToAccountFromAddress: { max: 2, seconds: 60 },
    },
  })
})
beforeEach(() => server.reset())
afterAll(() => server.close())

const statusOf = async (path: string, body: object) => (await server.call(`POST /v1/${path}`, { body })).status
const inTurn = async (...calls: (readonly [path: string, body: object])[]) => {
  const statuses = []
  for (const call of calls) statuses.push(await statusOf(...call))
  return statuses
}

describe('limits per network address', () => {
  test('count sign-ups with and without a password together, and guests separately', async () => {
    const signup = (email: string) => ['auth/signup', { email, password: PASSWORD }] as const
    const passwordless = (email: string) => ['auth/signup/passwordless', { email }] as const
    const guest = ['auth/signup', {}] as const
    expect(
      await inTurn(
        signup('a@house.example'),
        passwordless('b@house.example'),
        signup('c@house.example'),
        passwordless('d@house.example'),
        guest,
        guest,
        guest,
      ),
    ).toEqual([201, 201, 429, 429, 201, 201, 429])
  })

  test('count emails of each purpose separately: sign-in codes, password resets, verifications', async () => {
    await server.account('user', EMAIL)
    server.advance(60_000)
    const code = ['auth/request-login-code', { email: EMAIL }] as const
    const passwordless = ['auth/signup/passwordless', { email: EMAIL }] as const
    const reset = ['users/reset-password', { email: EMAIL }] as const
    const verify = ['users/verify', { email: EMAIL }] as const
    expect(await inTurn(code, passwordless, code, passwordless)).toEqual([200, 201, 429, 429])
    expect(await inTurn(reset, reset, reset)).toEqual([200, 200, 429])
    expect(await inTurn(verify, verify, verify)).toEqual([200, 200, 429])
  })
})

test('a passwordless sign-up sends a notice to an existing account, and a code to a new account', async () => {
  await server.account('user', EMAIL)
  server.advance(120_000)
  const subjectFor = async (email: string) => {
    await statusOf('auth/signup/passwordless', { email })
    return (await server.sentMails(email))[0]?.subject
  }
  expect([await subjectFor(EMAIL), await subjectFor('new@house.example')]).toEqual([
    'You already have an account with Atelier',
    'Your code for signing in to Atelier',
  ])
})

test('signing out everywhere also ends API tokens, and the audit log records why and from where', async () => {
  const { client } = await server.account('developer')
  const expiresAt = '2026-04-01T00:00:00.000Z'
  const { id } = await client.apiTokens.create({ body: { name: 'Build', scopes: ['read'], expiresAt } })
  await client.auth.logoutEverywhere()
  const auditRows = await server.deps.db
    .selectFrom('audit')
    .select(['action', 'address', 'details'])
    .where('action', 'in', ['api-token-revoked', 'logout-everywhere'])
    .orderBy('id')
    .execute()
  expect(auditRows).toMatchObject([
    { action: 'api-token-revoked', details: { tokenId: id, name: 'Build', reason: 'logout-everywhere' } },
    { action: 'logout-everywhere' },
  ])
  expect(auditRows[0]?.address).toBe(auditRows[1]?.address)
})
