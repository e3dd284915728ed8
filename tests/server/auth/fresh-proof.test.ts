import { beforeEach, describe, expect, test } from 'vitest'
import { startSession } from '../../../server/auth/sessions.ts'
import { type Endpoint, needsProof } from '../../../src/api/contract/endpoint.ts'
import { contract } from '../../../src/api/contract/index.ts'
import {
  createAccountCalls,
  EMAIL,
  getErrorCodeOrStatus,
  NEW_PASSWORD,
  wrongCodeFor,
} from '../../support/account-calls.ts'
import { createSample, fillPath } from '../../support/contract-fields.ts'
import { PASSWORD, type TestAccount } from '../../support/server.ts'
import { setUpTestServer } from '../../support/set-up-test-server.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND

const server = setUpTestServer()
const { patch, sendRequest, getRequestId, requestCode, loginByCode, login, refresh, listAuditRows } =
  createAccountCalls(() => server)

/** Calls that require recent reauthentication, each with its name in the client. */
const FRESH = Object.entries(contract).flatMap(([service, endpoints]) =>
  Object.entries<Endpoint>(endpoints)
    .filter(([, { access }]) => needsProof(access))
    .map(([name, endpoint]) => ({ name: `${service}.${name}`, endpoint })),
)

/** Makes a call with a valid body. The ids in the body need not exist, because the server checks the reauthentication first. */
const make = async ({ name, endpoint }: (typeof FRESH)[number], token: string) => {
  const bodies: Record<string, object> = {
    'users.changePassword': { password: NEW_PASSWORD },
    'apiTokens.create': { name: 'CI', scopes: ['read'], expiresAt: '2026-03-20T00:00:00.000Z' },
  }
  const body = bodies[name] ?? (endpoint.body ? (createSample(endpoint.body) as object) : undefined)
  return server.call(`${endpoint.method} /${fillPath(endpoint.path, 'none', {})}`, { token, ...(body && { body }) })
}
const another = (token: string) =>
  server.call('POST /v1/api-tokens', {
    token,
    body: { name: 'CI', scopes: ['read'], expiresAt: '2026-03-20T00:00:00.000Z' },
  })
const prove = (body: object, token: string) => server.call('POST /v1/auth/prove', { body, token })
const needed = (methods: string[]) => ({ status: 403, code: 'FRESH_AUTH_REQUIRED', details: { methods } })
const outcome = ({ status, body }: Awaited<ReturnType<typeof prove>>) =>
  body.error ? { status, code: body.error.code, details: body.error.details } : { status }

test('exactly the calls that change credentials, rights or sessions require reauthentication', () => {
  expect(FRESH.map(({ name }) => name).sort()).toEqual([
    'accounts.endSession',
    'accounts.endSessions',
    'accounts.giveRole',
    'apiTokens.create',
    'users.changePassword',
    'webhooks.create',
    'webhooks.rotateSecret',
    'webhooks.update',
  ])
})

describe('a call that requires reauthentication', () => {
  test.each(FRESH)('$name is refused 10 minutes after the reauthentication, and not a second earlier', async (call) => {
    const admin = await server.account('admin')
    server.advance(10 * MINUTE - SECOND)
    const before = await make(call, admin.token)
    expect(getErrorCodeOrStatus(before)).not.toBe('FRESH_AUTH_REQUIRED')
    const again = await server.account('admin', 'other@house.example')
    server.advance(10 * MINUTE)
    expect(outcome(await make(call, again.token))).toEqual(needed(['password', 'code']))
  })

  test.each(FRESH)('$name is refused to an API token with every scope', async (call) => {
    const admin = await server.account('admin')
    const { body } = await server.call('POST /v1/api-tokens', {
      token: admin.token,
      body: { name: 'CI', scopes: ['read', 'write', 'private'], expiresAt: '2026-03-20T00:00:00.000Z' },
    })
    expect(getErrorCodeOrStatus(await make(call, body.token))).toBe('FORBIDDEN')
  })

  test('does not count a refresh as reauthentication', async () => {
    const { session } = await server.account('user')
    server.advance(10 * MINUTE)
    const { body } = await refresh(session.refreshToken)
    expect(outcome(await another(body.token))).toEqual(needed(['password', 'code']))
  })

  test('requires reauthentication in its own session, not just in another session of the account', async () => {
    const first = await server.account('user')
    server.advance(10 * MINUTE)
    const second = await server.account('user')
    expect((await another(second.token)).status).toBe(201)
    expect(outcome(await another(first.token))).toEqual(needed(['password', 'code']))
    expect((await prove({ password: PASSWORD }, first.token)).status).toBe(200)
    expect((await another(first.token)).status).toBe(201)
  })

  test('is refused without reauthentication and changes nothing, even in 40 parallel requests', async () => {
    const { token } = await server.account('user')
    server.advance(10 * MINUTE)
    const responses = await Promise.all(Array.from({ length: 40 }, () => another(token)))
    expect(new Set(responses.map(getErrorCodeOrStatus))).toEqual(new Set(['FRESH_AUTH_REQUIRED']))
    expect(await server.deps.db.selectFrom('api_tokens').selectAll().execute()).toEqual([])
  })

  test('reports invalid input before it requires reauthentication', async () => {
    const { token } = await server.account('user')
    server.advance(10 * MINUTE)
    expect(getErrorCodeOrStatus(await server.call('POST /v1/api-tokens', { token, body: {} }))).toBe('INVALID_INPUT')
  })

  test('does not require reauthentication of a guest, who has no credentials', async () => {
    const { token } = await server.account('anonymous')
    server.advance(10 * MINUTE)
    expect((await server.call('DELETE /v1/auth/sessions', { token })).status).toBe(200)
  })
})

describe('a session of an account without a password', () => {
  async function signUpByCode() {
    await sendRequest('auth/signup/passwordless')
    const { code } = await server.newestMailCodeAndLink(EMAIL)
    return (await loginByCode(code)).body
  }

  test('cannot set a password without reauthentication, whatever `current` contains', async () => {
    const { token } = await signUpByCode()
    server.advance(10 * MINUTE)
    for (const current of [undefined, '', 'anything'])
      expect(outcome(await patch('users/me/password', { current, password: NEW_PASSWORD }, token))).toEqual(
        needed(['code']),
      )
    expect((await login(NEW_PASSWORD)).status).toBe(401)
  })

  test('can set a password after reauthentication by a mailed code', async () => {
    const { token } = await signUpByCode()
    server.advance(10 * MINUTE)
    await sendRequest('auth/request-proof-code', {}, token)
    const { code } = await server.newestMailCodeAndLink(EMAIL)
    expect((await prove({ code, requestId: getRequestId() }, token)).status).toBe(200)
    expect((await patch('users/me/password', { password: NEW_PASSWORD }, token)).status).toBe(200)
    expect((await login(NEW_PASSWORD)).status).toBe(200)
  })
})

describe('a reauthentication', () => {
  let user: TestAccount
  beforeEach(async () => {
    user = await server.account('user', EMAIL)
    server.advance(10 * MINUTE)
  })

  test('with a wrong password returns a field error, is audited, and has no effect', async () => {
    const response = await prove({ password: 'not-the-password-1' }, user.token)
    expect(outcome(response)).toEqual({
      status: 400,
      code: 'INVALID_INPUT',
      details: [{ path: 'body.password', message: 'password.wrong' }],
    })
    expect(getErrorCodeOrStatus(await another(user.token))).toBe('FRESH_AUTH_REQUIRED')
    expect(await listAuditRows()).toContainEqual(['proof-failed', user.id])
  })

  test('writes an entry to the audit log', async () => {
    await prove({ password: PASSWORD }, user.token)
    expect(await listAuditRows()).toContainEqual(['proved', user.id])
  })

  test('shares its limit of wrong passwords with signing in', async () => {
    const wrong = () => prove({ password: 'not-the-password-1' }, user.token)
    for (let tries = 0; tries < 3; tries++) await login('not-the-password-1')
    const responses = await Promise.all([wrong(), wrong(), wrong(), wrong()])
    expect(responses.map(getErrorCodeOrStatus).sort()).toEqual([
      'INVALID_INPUT',
      'INVALID_INPUT',
      'TOO_MANY_REQUESTS',
      'TOO_MANY_REQUESTS',
    ])
  })

  test('accepts a mailed code once, and only with the request that it was mailed for', async () => {
    await sendRequest('auth/request-proof-code', {}, user.token)
    const { code } = await server.newestMailCodeAndLink(EMAIL)
    const wrong = { status: 400, code: 'INVALID_INPUT', details: [{ path: 'body.code', message: 'code.wrong' }] }
    expect(outcome(await prove({ code, requestId: 'another' }, user.token))).toEqual(wrong)
    expect(outcome(await prove({ code: wrongCodeFor(code), requestId: getRequestId() }, user.token))).toEqual(wrong)
    expect((await prove({ code, requestId: getRequestId() }, user.token)).status).toBe(200)
    expect(outcome(await prove({ code, requestId: getRequestId() }, user.token))).toEqual(wrong)
  })

  test('refuses a code mailed for signing in, and a code mailed for reauthentication cannot sign in', async () => {
    await requestCode()
    const forSignIn = await server.newestMailCodeAndLink(EMAIL)
    const signInRequest = getRequestId()
    expect(getErrorCodeOrStatus(await prove({ code: forSignIn.code, requestId: signInRequest }, user.token))).toBe(
      'INVALID_INPUT',
    )
    server.advance(SECOND)
    await sendRequest('auth/request-proof-code', {}, user.token)
    const forProof = await server.newestMailCodeAndLink(EMAIL)
    expect(getErrorCodeOrStatus(await loginByCode(forProof.code))).toBe('WRONG_CODE')
  })

  test('has no effect if the session ends while the password is being checked', async () => {
    const { db, passwords } = server.deps
    const { verify } = passwords
    // Ends the session while the password is being checked.
    passwords.verify = async (...args) => {
      await db.updateTable('sessions').set({ revoked_at: server.deps.now() }).execute()
      return verify(...args)
    }
    expect(getErrorCodeOrStatus(await prove({ password: PASSWORD }, user.token))).toBe('NOT_SIGNED_IN')
    passwords.verify = verify
  })

  test('is also recorded when a user changes the password, because this requires the current password', async () => {
    expect((await patch('users/me/password', { current: PASSWORD, password: NEW_PASSWORD }, user.token)).status).toBe(
      200,
    )
    expect((await another(user.token)).status).toBe(201)
  })

  test('is refused to a guest, who has no email address', async () => {
    const guest = await server.account('anonymous')
    expect(
      getErrorCodeOrStatus(await server.call('POST /v1/auth/request-proof-code', { body: {}, token: guest.token })),
    ).toBe('FORBIDDEN')
    expect(getErrorCodeOrStatus(await prove({ password: PASSWORD }, guest.token))).toBe('FORBIDDEN')
  })

  test('is implied by a sign-in, but not by the start of a guest session', async () => {
    const guest = await server.account('anonymous')
    await startSession(server.deps, user.id, { address: 'local' }, 'code')
    const rows = await server.deps.db.selectFrom('sessions').select(['user_id', 'began_with', 'proved_at']).execute()
    const provedAt = (method: string) => rows.find(({ began_with }) => began_with === method)?.proved_at
    expect([provedAt('guest'), provedAt('code')]).toEqual([null, server.deps.now()])
    expect(rows.some(({ user_id }) => user_id === guest.id)).toBe(true)
  })
})
