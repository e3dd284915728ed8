import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CODE_LIFETIME_MS, ENDED_LINK_RETENTION_MS, LINK_LIFETIME_MS } from '../../../server/auth/proofs.ts'
import { runHourlyMaintenance } from '../../../server/boot/maintenance.ts'
import { createAccountCalls, EMAIL, getErrorCodeOrStatus, NEW_PASSWORD } from '../../support/account-calls.ts'
import { openTestServer, PASSWORD, START_TIME, type TestServer } from '../../support/server.ts'

const MANY = { max: 1000, seconds: 3600 }

let server: TestServer
const { post, patch, signUp, signUpUnverified, login, refresh, listAuditRows } = createAccountCalls(() => server)

beforeAll(async () => {
  const limits = {
    mailsToAccountFromAddress: { max: 5, seconds: 3600 },
    codeMissesOfAccount: MANY,
    missesFromNetwork: MANY,
  }
  server = await openTestServer({ limits })
})
beforeEach(() => server.reset())
afterAll(() => server.close())

describe("a user's own account", () => {
  test('lists its sessions, the most recently used first', async () => {
    const first = await signUp()
    server.advance(1000)
    const second = (
      await server.call('POST /v1/auth/login', {
        body: { email: EMAIL, password: PASSWORD },
        headers: { 'user-agent': 'Reading Room 1' },
      })
    ).body
    server.advance(1000)
    const { token } = (await refresh(first.refreshToken)).body
    const { data } = (await server.call('GET /v1/auth/sessions', { token })).body
    const at = (ms: number) => new Date(START_TIME.getTime() + ms).toISOString()
    expect(data).toEqual([
      { id: expect.any(String), createdAt: at(0), lastUsedAt: at(2000), address: 'local', isCurrent: true },
      {
        id: expect.any(String),
        createdAt: at(1000),
        lastUsedAt: at(1000),
        address: 'local',
        userAgent: 'Reading Room 1',
        isCurrent: false,
      },
    ])
    await post('auth/logout', { refreshToken: second.refreshToken })
    expect((await server.call('GET /v1/auth/sessions', { token })).body.data).toEqual([data[0]])
  })

  test('can sign out everywhere, which ends all its sessions and none of other accounts', async () => {
    const first = await signUp()
    const second = (await login(PASSWORD)).body
    const other = await signUp('bob@house.example')
    expect((await server.call('DELETE /v1/auth/sessions', { token: first.token })).body).toEqual({})
    const responses = [await refresh(first.refreshToken), await refresh(second.refreshToken)]
    expect(responses.map(getErrorCodeOrStatus)).toEqual(['REFRESH_TOKEN_REVOKED', 'REFRESH_TOKEN_REVOKED'])
    expect((await refresh(other.refreshToken)).status).toBe(200)
  })

  test('changes its name, and removes the name if the new one is blank', async () => {
    const { token } = await signUp()
    expect((await patch('users/me', { name: '  Ada ' }, token)).body).toEqual({ name: 'Ada' })
    expect((await login(PASSWORD)).body.name).toBe('Ada')
    expect((await patch('users/me', { name: ' ' }, token)).body).toEqual({})
    expect((await login(PASSWORD)).body.name).toBeUndefined()
  })

  test('changes its password only with the current password, and ends every other session', async () => {
    const currentSession = await signUp()
    const otherSession = (await login(PASSWORD)).body
    for (const current of [undefined, 'not the password']) {
      const wrong = await patch('users/me/password', { current, password: NEW_PASSWORD }, currentSession.token)
      expect([wrong.status, wrong.body.error.details]).toEqual([
        400,
        [{ path: 'body.current', message: 'password.wrong' }],
      ])
    }
    const common = await patch(
      'users/me/password',
      { current: PASSWORD, password: 'qwertyuiop12' },
      currentSession.token,
    )
    expect(common.body.error.details).toEqual([{ path: 'body.password', message: 'password.common' }])
    expect(
      (await patch('users/me/password', { current: PASSWORD, password: NEW_PASSWORD }, currentSession.token)).status,
    ).toBe(200)
    expect([
      getErrorCodeOrStatus(await refresh(otherSession.refreshToken)),
      getErrorCodeOrStatus(await refresh(currentSession.refreshToken)),
    ]).toEqual(['REFRESH_TOKEN_REVOKED', 200])
    expect([getErrorCodeOrStatus(await login(PASSWORD)), getErrorCodeOrStatus(await login(NEW_PASSWORD))]).toEqual([
      'WRONG_CREDENTIALS',
      200,
    ])
  })

  test('changes no password from an ended session, nor for a guest', async () => {
    const { token, refreshToken } = await signUp()
    await post('auth/logout', { refreshToken })
    const over = await patch('users/me/password', { current: PASSWORD, password: NEW_PASSWORD }, token)
    expect(getErrorCodeOrStatus(over)).toBe('NOT_SIGNED_IN')
    const guest = await server.account('anonymous')
    expect(getErrorCodeOrStatus(await patch('users/me/password', { password: NEW_PASSWORD }, guest.token))).toBe(
      'FORBIDDEN',
    )
  })
})

describe('the audit log', () => {
  test('records sign-up, verification, sign-ins, password change and sign-outs of an account', async () => {
    const { _id, token, refreshToken } = await signUpUnverified()
    await post(
      'users/verify',
      { verificationId: (await server.newestMailCodeAndLink(EMAIL)).id, keepSignUp: true },
      token,
    )
    await login('not the password')
    const { body } = await login(PASSWORD)
    server.advance(1000)
    await refresh(refreshToken)
    server.advance(11_000)
    await refresh(refreshToken)
    await patch('users/me/password', { current: PASSWORD, password: NEW_PASSWORD }, body.token)
    await server.call('DELETE /v1/auth/sessions', { token: body.token })
    const last = (await login(NEW_PASSWORD)).body
    await post('auth/logout', { refreshToken: last.refreshToken })
    const rows = (await listAuditRows()).filter(([action]) => action !== 'code-requested')
    expect(rows).toEqual(
      [
        'sign-up',
        'sign-in',
        'verified',
        'sign-in-failed',
        'sign-in',
        'family-revoked',
        'password-changed',
        'logout-everywhere',
        'sign-in',
        'logout',
      ].map((action) => [action, _id]),
    )
    expect(await listAuditRows()).toContainEqual(['code-requested', _id])
  })

  test('keeps entries for a year; a mailed code and link are stored for 30 days after the link has expired', async () => {
    await signUp()
    await server.deps.jobs.idle()
    const count = async () => {
      await runHourlyMaintenance(server.deps)
      const { db } = server.deps
      const proofs = await db.selectFrom('proofs').select('user_id').execute()
      return [proofs.length, (await listAuditRows()).length]
    }
    server.advance(CODE_LIFETIME_MS + 1)
    expect(await count()).toEqual([1, 3])
    server.advance(LINK_LIFETIME_MS.verify + ENDED_LINK_RETENTION_MS - CODE_LIFETIME_MS - 2)
    expect(await count()).toEqual([1, 3])
    server.advance(2)
    expect(await count()).toEqual([0, 3])
    server.advance(366 * 86_400_000)
    expect(await count()).toEqual([0, 0])
  })
})

test('the typed client supports the endpoints for sign-up, sign-in and the own account', async () => {
  const anyone = server.client()
  await anyone.auth.signupPasswordless({ body: { email: EMAIL } })
  await server.sentMails(EMAIL)
  const { requestId } = await anyone.auth.requestLoginCode({ body: { email: EMAIL } })
  const { code } = await server.newestMailCodeAndLink(EMAIL)
  const { token } = await anyone.auth.login({ body: { email: EMAIL, code, requestId } })
  const me = server.client(token)
  expect(await me.users.updateMe({ body: { name: 'Ada' } })).toEqual({ name: 'Ada' })
  expect(await me.users.changePassword({ body: { password: PASSWORD } })).toEqual({})
  expect((await me.auth.sessions()).data.map(({ isCurrent }) => isCurrent)).toEqual([true])
  expect(await anyone.users.resetPassword({ body: { email: EMAIL } })).toEqual({ requestId: expect.any(String) })
  const { id } = await server.newestMailCodeAndLink(EMAIL)
  expect(await anyone.auth.passwordIdVerification({ body: { id } })).toEqual({ data: { isValid: true, state: 'good' } })
  expect(await anyone.users.passwordByCode({ body: { id, password: NEW_PASSWORD } })).toEqual({})
  expect(await anyone.users.verify({ body: { email: EMAIL } })).toEqual({ requestId: expect.any(String) })
  const again = await anyone.auth.login({ body: { email: EMAIL, password: NEW_PASSWORD } })
  expect(await server.client(again.token).auth.logoutEverywhere()).toEqual({})
})
