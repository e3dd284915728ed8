import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { followRevocations } from '../../server/auth/revocations.ts'
import { hashToken } from '../../server/auth/session-data.ts'
import { createSigningKey } from '../../server/auth/signing-keys.ts'
import { loadStoredKeys } from '../../server/auth/stored-keys.ts'
import { createTokenService } from '../../server/auth/token-service.ts'
import type { SessionData } from '../../src/api/contract/auth.ts'
import { captureNotifications } from '../support/capture-notifications.ts'
import { postgresSkipReason, TestPostgres } from '../support/postgres.ts'
import { ORIGIN, openTestServer, type TestServer } from '../support/server.ts'
import { startServer } from '../support/server-process.ts'
import { startWithoutPolling } from '../support/without-polling.ts'

const HOUR = 3_600_000
const SHORT_POLL = { interval: 5 }

if (postgresSkipReason) {
  test.skip(`skipped: ${postgresSkipReason}`, () => {})
} else {
  let postgres: TestPostgres
  let local: TestServer
  let key: Awaited<ReturnType<typeof createSigningKey>>
  let remote: TestServer
  const stops: (() => Promise<void>)[] = []

  beforeAll(async () => {
    postgres = await TestPostgres.create()
    key = await createSigningKey(new Date())
    const now = () => new Date()
    const tokens = await createTokenService({ keys: [key] }, now, { audience: ORIGIN })
    local = await openTestServer({ url: postgres.url, deps: { now, tokens } })
    // Both servers have the same keys and audience, so each accepts the other's tokens.
    remote = await openTestServer({ url: postgres.url, deps: { now, tokens: local.deps.tokens } })
  })
  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop()
    remote.deps.events.close()
  })
  afterAll(async () => {
    await local.close()
    await remote.close()
    await postgres.remove()
  })

  const guest = async (): Promise<SessionData> => (await local.call('POST /v1/auth/signup', { body: {} })).body
  const logout = ({ refreshToken }: SessionData) => local.call('POST /v1/auth/logout', { body: { refreshToken } })
  const fetchRemoteStatus = async ({ token }: SessionData) => (await remote.call('GET /v1/assets', { token })).status
  /** Opens a stream from the other process. `ended` resolves when the stream ends. */
  async function openRemoteStream({ token }: SessionData) {
    const response = await remote.fetch(`${ORIGIN}/v1/events`, { headers: { authorization: `Bearer ${token}` } })
    expect(response.status).toBe(200)
    return { ended: response.text() }
  }
  const keep = (sources: { url?: string; everyMs?: number }) =>
    stops.push(followRevocations(remote.deps.revocations, { log: remote.deps.log, everyMs: HOUR, ...sources }))
  const listening = async () => {
    const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
      where query ilike 'listen %' and state = 'idle'`.execute(local.deps.db)
    return rows.map(({ pid }) => pid)
  }
  const isListening = () => vi.waitFor(async () => expect(await listening()).toHaveLength(1), 10_000)

  test('ends a signed-out or deleted user’s session in another process by a database notification', async () => {
    keep({ url: postgres.url })
    await isListening()
    const [out, deleted, active] = [await guest(), await guest(), await guest()]
    const streams = [await openRemoteStream(out), await openRemoteStream(deleted)]
    await logout(out)
    await sql`delete from users where id = ${deleted._id}`.execute(local.deps.db)
    await Promise.all(streams.map(({ ended }) => ended))
    expect([await fetchRemoteStatus(out), await fetchRemoteStatus(deleted), await fetchRemoteStatus(active)]).toEqual([
      401, 401, 200,
    ])
  })

  test('ends a signed-out user’s session in another process by polling', async () => {
    keep({ everyMs: 20 })
    const out = await guest()
    const { ended } = await openRemoteStream(out)
    await logout(out)
    await ended
    expect(await fetchRemoteStatus(out)).toBe(401)
  })

  test('ends a session that was signed out while the notification connection was lost, after the reconnect', async () => {
    keep({ url: postgres.url })
    await isListening()
    const out = await guest()
    const { ended } = await openRemoteStream(out)
    const [pid] = await listening()
    await sql`select pg_terminate_backend(${pid})`.execute(local.deps.db)
    await logout(out)
    await ended
    expect(await fetchRemoteStatus(out)).toBe(401)
    await isListening()
  })

  test('refuses known revoked sessions while the database is down, and receives notifications afterwards', async () => {
    keep({ url: postgres.url })
    await isListening()
    const [out, next] = [await guest(), await guest()]
    const first = await openRemoteStream(out)
    await logout(out)
    await first.ended
    const { ended } = await openRemoteStream(next)
    await postgres.stop('SIGKILL')
    expect(await fetchRemoteStatus(out)).toBe(401)
    await postgres.start()
    await vi.waitFor(async () => expect((await logout(next)).status).toBe(200), 20_000)
    await ended
    expect(await fetchRemoteStatus(next)).toBe(401)
    await isListening()
  })

  test('reads the signing keys on start and after each change by another process, without polling', async () => {
    const store = { db: local.deps.db, now: () => new Date() }
    const reload = vi.fn(async () => {})
    const { log, revocations } = remote.deps
    stops.push(
      await startWithoutPolling(() =>
        followRevocations(revocations, { log, url: postgres.url, everyMs: HOUR, tokens: { reload } }),
      ),
    )
    await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1), 10_000)
    const changeKeys = async () => {
      await loadStoredKeys(store)
      await sql`delete from signing_keys`.execute(local.deps.db)
    }
    expect(new Set(await captureNotifications(postgres.url, 'revocations', changeKeys))).toEqual(
      new Set(['signing-keys']),
    )
    await vi.waitFor(() => expect(reload.mock.calls.length).toBeGreaterThan(1), 10_000)
  })

  test('reads the signing keys every 30 seconds, because notifications may be lost', async () => {
    const reload = vi.fn(async () => {})
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      const { log, revocations } = remote.deps
      stops.push(followRevocations(revocations, { log, everyMs: HOUR, tokens: { reload } }))
      vi.advanceTimersByTime(29_999)
      expect(reload).toHaveBeenCalledTimes(0)
      vi.advanceTimersByTime(1)
      expect(reload).toHaveBeenCalledTimes(1)
    } finally {
      vi.useRealTimers()
    }
  })

  test('stops listening for notifications even if the database does not respond', async () => {
    keep({ url: postgres.url })
    await isListening()
    const stop = stops.pop()!
    const thaw = postgres.freeze()
    try {
      const late = new Promise((resolve) => setTimeout(resolve, 40_000, 'late'))
      expect(await Promise.race([stop().then(() => 'ended'), late])).toBe('ended')
    } finally {
      thaw()
    }
  })

  test('a refresh returns the same tokens from another process after a crash between commit and response', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'atelier-sessions-'))
    const env = {
      ...{ DATABASE_URL: postgres.url, SEED_DEMO: '0', PUBLIC_URL: ORIGIN },
      TOKEN_KEYS: JSON.stringify({ keys: [key] }),
    }
    const crashingServer = await startServer(folder, env)
    try {
      const sendRequest = async (path: string, body: object) => {
        const response = await fetch(`${crashingServer.url}/v1/${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
        return { status: response.status, body: (await response.json()) as SessionData }
      }
      // A separate process is notified of a revocation in another process.
      const { body: out } = await sendRequest('auth/signup', {})
      const list = () => fetch(`${crashingServer.url}/v1/assets`, { headers: { authorization: `Bearer ${out.token}` } })
      expect((await list()).status).toBe(200)
      await logout(out)
      await vi.waitFor(async () => expect((await list()).status).toBe(401), 10_000)

      const { body: guestSession } = await sendRequest('auth/signup', {})
      const { refreshToken } = guestSession
      // The lock blocks the read after the commit, so the response is never sent.
      const child = await local.deps.db.transaction().execute(async (trx) => {
        await sql`lock table user_assets in access exclusive mode`.execute(trx)
        const lostResponse = sendRequest('auth/refresh', { refreshToken }).catch(() => 'lost')
        const completed = await vi.waitFor(async () => {
          const rows = await remote.deps.db
            .selectFrom('refresh_tokens')
            .where('session_id', '=', (of) =>
              of.selectFrom('refresh_tokens').select('session_id').where('token_hash', '=', hashToken(refreshToken)),
            )
            .where('used_at', 'is', null)
            .where('token_hash', '<>', hashToken(refreshToken))
            .select('token_hash')
            .execute()
          expect(rows).toHaveLength(1)
          return rows[0]!.token_hash
          // Polls at short intervals, because the blocked server sends an error after about a second.
        }, SHORT_POLL)
        await crashingServer.kill()
        expect(await lostResponse).toBe('lost')
        return completed
      })
      const again = () => local.call('POST /v1/auth/refresh', { body: { refreshToken } })
      const responses = await Promise.all(Array.from({ length: 20 }, again))
      expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200))
      expect(new Set(responses.map(({ body }) => JSON.stringify(body))).size).toBe(1)
      const next: SessionData = responses[0]!.body
      expect(hashToken(next.refreshToken)).toBe(child)
      expect(await fetchRemoteStatus(next)).toBe(200)
    } finally {
      await crashingServer.kill()
      await rm(folder, { recursive: true, force: true })
    }
  })
}
