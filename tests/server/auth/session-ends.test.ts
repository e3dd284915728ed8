import { describe, expect, test } from 'vitest'
import type { Role } from '../../../src/api/contract/auth.ts'
import { PASSWORD } from '../../support/server.ts'
import { setUpTestServer } from '../../support/set-up-test-server.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

const server = setUpTestServer({ deps: { trustedProxies: 1 } })

async function signIn(role: Role, userAgent = 'Firefox') {
  const { email } = await server.account(role)
  const { body } = await server.call('POST /v1/auth/login', {
    headers: { 'user-agent': userAgent },
    body: { email, password: PASSWORD },
  })
  return body as { token: string; refreshToken: string }
}

const refresh = (refreshToken: string) => server.call('POST /v1/auth/refresh', { body: { refreshToken } })

/** Refreshes a session at an interval until the server refuses. Returns the duration of the session in ms, and the error code. */
async function lasts(refreshToken: string, everyMs: number, mostMs: number) {
  for (let at = everyMs, token = refreshToken; at <= mostMs; at += everyMs) {
    server.advance(everyMs)
    const { status, body } = await refresh(token)
    if (status !== 200) return { ms: at - everyMs, code: body.error.code }
    token = body.refreshToken
  }
  return 'longer'
}

describe('a session', () => {
  test.each(['user', 'developer'] as const)(
    'for a %s ends 30 days after the sign-in, however often it is used',
    async (role) => {
      const { refreshToken } = await signIn(role)
      expect(await lasts(refreshToken, DAY, 40 * DAY)).toEqual({ ms: 29 * DAY, code: 'REFRESH_TOKEN_EXPIRED' })
    },
  )

  test('for an admin ends after 12 hours without use', async () => {
    const { refreshToken } = await signIn('admin')
    server.advance(12 * HOUR - 1)
    const { body } = await refresh(refreshToken)
    server.advance(12 * HOUR)
    const late = await refresh(body.refreshToken)
    expect([late.status, late.body.error.code]).toEqual([401, 'REFRESH_TOKEN_EXPIRED'])
  })

  test('for an admin ends 30 days after the sign-in, even with regular use', async () => {
    const { refreshToken } = await signIn('admin')
    expect(await lasts(refreshToken, 8 * HOUR, 40 * DAY)).toEqual({
      ms: 30 * DAY - 8 * HOUR,
      code: 'REFRESH_TOKEN_EXPIRED',
    })
  })

  test('for a guest lasts as long as it is used, because a guest cannot sign in again', async () => {
    const { body } = await server.call('POST /v1/auth/signup', { body: {} })
    expect(await lasts(body.refreshToken, 20 * DAY, 100 * DAY)).toBe('longer')
  })
})

describe('the list of sessions', () => {
  test('shows the browser, the IP address and the time of the last use', async () => {
    const { token, refreshToken } = await signIn('user', 'Chrome')
    const list = async (by: string) => {
      const { body } = await server.call('GET /v1/auth/sessions', { token: by })
      return body.data.filter(({ userAgent }: { userAgent?: string }) => userAgent === 'Chrome')
    }
    const signedInAt = server.deps.now().toISOString()
    expect(await list(token)).toEqual([
      {
        id: expect.any(String),
        userAgent: 'Chrome',
        address: 'local',
        createdAt: signedInAt,
        lastUsedAt: signedInAt,
        isCurrent: true,
      },
    ])
    server.advance(HOUR)
    const { body } = await server.call('POST /v1/auth/refresh', {
      headers: { 'x-forwarded-for': '198.51.100.7' },
      body: { refreshToken },
    })
    expect(await list(body.token)).toMatchObject([
      { address: '198.51.100.7', createdAt: signedInAt, lastUsedAt: server.deps.now().toISOString() },
    ])
  })

  test('allows ending one session by its id, with its access token, and no other session', async () => {
    const endedSession = await signIn('user', 'Lost phone')
    const own = await signIn('user', 'Laptop')
    const sessions = async () => (await server.call('GET /v1/auth/sessions', { token: own.token })).body.data
    const { id } = (await sessions()).find(({ userAgent }: { userAgent: string }) => userAgent === 'Lost phone')
    const before = (await sessions()).length
    const ended = await server.call(`DELETE /v1/auth/sessions/${id}`, { token: own.token })
    expect([ended.status, ended.body]).toEqual([200, {}])
    expect((await server.call('GET /v1/assets', { token: endedSession.token })).status).toBe(401)
    expect((await refresh(endedSession.refreshToken)).body.error.code).toBe('REFRESH_TOKEN_REVOKED')
    expect(await sessions()).toHaveLength(before - 1)
    const again = await server.call(`DELETE /v1/auth/sessions/${id}`, { token: own.token })
    expect(again.status).toBe(404)
    const audit = await server.deps.db.selectFrom('audit').selectAll().where('action', '=', 'logout').execute()
    expect(audit.map(({ details }) => details)).toEqual([{ sessionId: id }])
  })

  test('does not allow ending a session of another account', async () => {
    const victim = await signIn('developer')
    const { body } = await server.call('GET /v1/auth/sessions', { token: victim.token })
    const { token } = await signIn('user')
    for (const { id } of body.data)
      expect((await server.call(`DELETE /v1/auth/sessions/${id}`, { token })).status).toBe(404)
    expect((await server.call('GET /v1/assets', { token: victim.token })).status).toBe(200)
  })
})

test('an account has at most 100 sessions: another sign-in ends the session unused for longest', async () => {
  const signInAgain = () => {
    server.advance(1000)
    return server.account('user')
  }
  const first = await signInAgain()
  const second = await signInAgain()
  for (let n = 2; n < 100; n++) await signInAgain()
  expect((await server.call('GET /v1/assets', { token: first.token })).status).toBe(200)
  const last = await signInAgain()
  const { body } = await server.call('GET /v1/auth/sessions', { token: last.token })
  expect(body.data).toHaveLength(100)
  expect((await refresh(first.session.refreshToken)).body.error.code).toBe('REFRESH_TOKEN_REVOKED')
  expect((await refresh(second.session.refreshToken)).status).toBe(200)
})
