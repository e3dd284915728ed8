import { decodeJwt } from 'jose'
import { uuidv7 } from 'uuidv7'
import { describe, expect, test } from 'vitest'
import { REUSE_GRACE_MS } from '../../../server/auth/refresh-session.ts'
import {
  createRevocations,
  REVOCATION_RETENTION_MS,
  recordRevokedSessions,
  withRevocations,
} from '../../../server/auth/revocations.ts'
import { SESSION_LIFETIME_MS } from '../../../server/auth/session-data.ts'
import { endSessions, startSession } from '../../../server/auth/sessions.ts'
import { ACCESS_TOKEN_SECONDS } from '../../../server/auth/token-service.ts'
import { createApp } from '../../../server/boot/app.ts'
import { runHourlyMaintenance } from '../../../server/boot/maintenance.ts'
import type { SessionData } from '../../../src/api/contract/auth.ts'
import { ORIGIN, PASSWORD } from '../../support/server.ts'
import { setUpTestServer } from '../../support/set-up-test-server.ts'

const EMAIL = 'ada@house.example'
const NEW_PASSWORD = 'another-quiet-harbour-8'

const server = setUpTestServer({ limits: { mailsToAccount: { max: 1000, seconds: 60 } } })

const post = (path: string, body: object, token?: string) =>
  server.call(`POST /v1/${path}`, { body, ...(token ? { token } : {}) })
const sidOf = ({ token }: SessionData) => decodeJwt(token).sid as string
const read = async (body: ReadableStream<Uint8Array>) => {
  const reader = body.getReader()
  let count = 0
  while (!(await reader.read()).done) count += 1
  return count
}

/** Returns the response status of a token for each kind of request. */
async function waysIn(token: string) {
  const headers = { authorization: `Bearer ${token}` }
  const fetchStatus = async (method: string, path: string, more: object = {}) => {
    const response = await server.fetch(`${ORIGIN}${path}`, { method, headers: { ...headers, ...more } })
    await response.body?.cancel()
    return response.status
  }
  return {
    list: await fetchStatus('GET', '/v1/assets'),
    account: await fetchStatus('GET', '/v1/auth/sessions'),
    stream: await fetchStatus('GET', '/v1/events'),
    upload: await fetchStatus('POST', '/files', { 'tus-resumable': '1.0.0', 'upload-length': '10' }),
  }
}
const ALL_REFUSED = { list: 401, account: 401, stream: 401, upload: 401 }

/** Ways to end sessions early, and whether the calling session stays open. */
const ENDINGS: Record<
  string,
  {
    endSessions: (callingSession: SessionData, otherSession: SessionData) => Promise<unknown>
    keepsCallingSession?: true
  }
> = {
  'signing out': {
    endSessions: async (callingSession, otherSession) => {
      await post('auth/logout', { refreshToken: callingSession.refreshToken })
      await post('auth/logout', { refreshToken: otherSession.refreshToken })
    },
  },
  'signing out everywhere': {
    endSessions: (callingSession) => server.call('DELETE /v1/auth/sessions', { token: callingSession.token }),
  },
  'a password that is changed': {
    endSessions: (callingSession) =>
      server.call('PATCH /v1/users/me/password', {
        token: callingSession.token,
        body: { current: PASSWORD, password: NEW_PASSWORD },
      }),
    keepsCallingSession: true,
  },
  'a password that is reset by a code': {
    endSessions: async () => {
      const { requestId } = (await post('users/reset-password', { email: EMAIL })).body
      const { code } = await server.newestMailCodeAndLink(EMAIL)
      const body = { email: EMAIL, code, requestId, password: NEW_PASSWORD }
      return server.call('PATCH /v1/users/password-by-code', { body })
    },
  },
  'an address that is verified by a code with a new password': {
    endSessions: async () => {
      await server.sentMails(EMAIL)
      const { requestId } = (await post('auth/request-login-code', { email: EMAIL })).body
      const { code } = await server.newestMailCodeAndLink(EMAIL)
      return post('auth/login', { email: EMAIL, code, requestId, newPassword: NEW_PASSWORD })
    },
  },
  'a stolen refresh token that is used again': {
    endSessions: async (callingSession, otherSession) => {
      for (const { refreshToken } of [callingSession, otherSession]) {
        await post('auth/refresh', { refreshToken })
        server.advance(REUSE_GRACE_MS + 1)
        expect((await post('auth/refresh', { refreshToken })).body.error.code).toBe('REFRESH_TOKEN_REVOKED')
      }
    },
  },
  'an account that is deleted': {
    endSessions: async (callingSession) => {
      await server.deps.db.deleteFrom('users').where('id', '=', callingSession._id).execute()
      // No call of this process ended the session, so this process has to read the revocation from the database.
      await server.deps.revocations.catchUp()
    },
  },
}

describe.each(Object.entries(ENDINGS))('%s', (_, { endSessions, keepsCallingSession }) => {
  test('immediately ends the affected access tokens and event streams, but no other account’s', async () => {
    const callingSession: SessionData = (await post('auth/signup', { email: EMAIL, password: PASSWORD })).body
    const otherSession: SessionData = (await post('auth/login', { email: EMAIL, password: PASSWORD })).body
    const other: SessionData = (await post('auth/signup', { email: 'bob@house.example', password: PASSWORD })).body
    const streams = await Promise.all(
      [callingSession, otherSession, other].map(({ token }) =>
        server.fetch(`${ORIGIN}/v1/events`, { headers: { authorization: `Bearer ${token}` } }),
      ),
    )
    const done = streams.map(({ body }) => read(body!))
    const open = await waysIn(other.token)
    expect([await waysIn(callingSession.token), open.list]).toEqual([open, 200])

    const response = await endSessions(callingSession, otherSession)
    if (response && typeof response === 'object' && 'status' in response) expect(response.status).toBe(200)

    // The server has ended these streams, so reading them finishes.
    await (keepsCallingSession ? done[1] : Promise.all([done[0], done[1]]))
    expect([await waysIn(otherSession.token), await waysIn(callingSession.token)]).toEqual([
      ALL_REFUSED,
      keepsCallingSession ? open : ALL_REFUSED,
    ])
    expect(await waysIn(other.token)).toEqual(open)
    const stillReads = await Promise.race([done[2], new Promise((resolve) => setImmediate(() => resolve('reads')))])
    expect(stillReads).toBe('reads')
    const refused = await server.call('GET /v1/assets', { token: otherSession.token })
    expect([refused.body.error.code, refused.headers.get('www-authenticate')]).toEqual(['NOT_SIGNED_IN', 'Bearer'])
    server.deps.events.close()
  })
})

describe('the cache of revoked sessions', () => {
  /** Starts a session without hashing a password. */
  async function signedIn() {
    const id = uuidv7()
    await server.deps.db.insertInto('users').values({ id, role: 'user', created_at: server.deps.now() }).execute()
    return startSession(server.deps, id, { address: 'harbour' }, 'test')
  }

  test('omits revocations that were rolled back, and contains those committed before an error', async () => {
    const [active, ended] = [await signedIn(), await signedIn()]
    const { db, revocations, now } = server.deps
    const rolledBack = withRevocations(revocations, () =>
      db.transaction().execute(async (trx) => {
        await endSessions(trx, now(), active._id, { reason: 'logout-everywhere', address: 'local' })
        throw new Error('rolled back')
      }),
    )
    await expect(rolledBack).rejects.toThrow('rolled back')
    const late = withRevocations(revocations, async () => {
      await endSessions(db, now(), ended._id, { reason: 'logout-everywhere', address: 'local' })
      throw new Error('after the commit')
    })
    await expect(late).rejects.toThrow('after the commit')
    expect([await revocations.has(sidOf(active)), await revocations.has(sidOf(ended))]).toEqual([false, true])
  })

  test('reports known revocations while the database is unreachable', async () => {
    const { token, refreshToken } = await signedIn()
    const other = await signedIn()
    await post('auth/logout', { refreshToken })
    const unreachableDb = new Proxy(server.deps.db, {
      get: () => {
        throw new Error('unreachable')
      },
    })
    const revocationsAtOutage = createRevocations({ db: server.deps.db, now: server.deps.now })
    await revocationsAtOutage.catchUp()
    const unreachableCache = createRevocations({ db: unreachableDb, now: server.deps.now })
    unreachableCache.add([decodeJwt(token).sid as string])
    await expect(unreachableCache.catchUp()).rejects.toThrow()
    await withRevocations(unreachableCache, async () => recordRevokedSessions(['another']))
    expect([
      unreachableCache.has(sidOf({ token } as SessionData)),
      unreachableCache.has('another'),
      unreachableCache.has(sidOf(other)),
    ]).toEqual([true, true, false])
    expect(revocationsAtOutage.has(sidOf({ token } as SessionData))).toBe(true)
  })

  test('drops the oldest entries beyond its maximum, and then looks up unknown sessions in the database', async () => {
    const sessions = await Promise.all(Array.from({ length: 6 }, signedIn))
    const few = createRevocations(server.deps, 3)
    for (const { _id } of sessions.slice(0, 5))
      await endSessions(server.deps.db, server.deps.now(), _id, { reason: 'logout-everywhere', address: 'local' })
    await few.catchUp()
    const responses = sessions.map((session) => few.has(sidOf(session)))
    expect(responses.filter((response) => response === true)).toHaveLength(3)
    expect(await Promise.all(responses)).toEqual([true, true, true, true, true, false])
    expect(responses[5]).toBeInstanceOf(Promise)
    server.advance(REVOCATION_RETENTION_MS)
    few.add([])
    expect(sessions.map((session) => few.has(sidOf(session)))).toEqual(Array(6).fill(false))
    expect(REVOCATION_RETENTION_MS).toBeGreaterThan(ACCESS_TOKEN_SECONDS * 1000)
  })

  test('has no entry for expired sessions, and hourly maintenance deletes old entries in the database', async () => {
    await signedIn()
    const noted = () => server.deps.db.selectFrom('revocations').select('session_id').execute()
    server.advance(SESSION_LIFETIME_MS + 1)
    await runHourlyMaintenance(server.deps)
    expect(await server.deps.db.selectFrom('sessions').selectAll().execute()).toEqual([])
    expect(await noted()).toEqual([])
    const { _id } = await signedIn()
    await endSessions(server.deps.db, server.deps.now(), _id, { reason: 'logout-everywhere', address: 'local' })
    await runHourlyMaintenance(server.deps)
    expect(await noted()).toHaveLength(1)
    const written_at = new Date(Date.now() - REVOCATION_RETENTION_MS - 1000)
    await server.deps.db.updateTable('revocations').set({ written_at }).execute()
    await runHourlyMaintenance(server.deps)
    expect(await noted()).toHaveLength(0)
  })

  test('contains, once loaded, the sessions that were revoked before the process started', async () => {
    const { token, refreshToken } = await signedIn()
    await post('auth/logout', { refreshToken })
    const revocations = createRevocations(server.deps)
    await revocations.catchUp()
    const app = createApp({ ...server.deps, revocations })
    const headers = { authorization: `Bearer ${token}` }
    expect((await app.fetch(new Request(`${ORIGIN}/v1/assets`, { headers }))).status).toBe(401)
  })

  test('contains a revocation whose transaction was committed after a later read', async () => {
    const session = await signedIn()
    const revocations = createRevocations(server.deps)
    await revocations.catchUp()
    await endSessions(server.deps.db, server.deps.now(), session._id, { reason: 'logout-everywhere', address: 'local' })
    const written_at = new Date(Date.now() - 30_000)
    await server.deps.db.updateTable('revocations').set({ written_at }).execute()
    await revocations.catchUp()
    expect(revocations.has(sidOf(session))).toBe(true)
  })
})

test('refuses an access token without a session id', async () => {
  const guest = await server.account('anonymous')
  const { sub, ability, anonymous } = await server.deps.tokens.verify(guest.token)
  const without = await server.deps.tokens.sign({ sub, ability, anonymous } as never)
  expect((await server.call('GET /v1/assets', { token: without })).body.error.code).toBe('NOT_SIGNED_IN')
})
