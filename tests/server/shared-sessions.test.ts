import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { makeKey } from '../../server/auth/keys.ts'
import { keepCaughtUp } from '../../server/auth/revocations.ts'
import { hashToken } from '../../server/auth/session-data.ts'
import { createTokens } from '../../server/auth/tokens.ts'
import type { SessionData } from '../../src/api/contract/auth.ts'
import { noPostgres, TestPostgres } from '../support/postgres.ts'
import { ORIGIN, openTestServer, type TestServer } from '../support/server.ts'
import { startServer } from '../support/server-process.ts'

const HOUR = 3_600_000
const CLOSELY = { interval: 5 }

/** Several processes over one PostgreSQL. */
if (noPostgres) {
  test.skip(`skipped: ${noPostgres}`, () => {})
} else {
  let postgres: TestPostgres
  let here: TestServer
  let key: Awaited<ReturnType<typeof makeKey>>
  let there: TestServer
  const stops: (() => Promise<void>)[] = []

  beforeAll(async () => {
    postgres = await TestPostgres.create()
    key = await makeKey(new Date())
    const now = () => new Date()
    here = await openTestServer({ url: postgres.url, deps: { now, tokens: await createTokens({ keys: [key] }, now) } })
    // The same keys: a token of one is good for the other.
    there = await openTestServer({ url: postgres.url, deps: { now, tokens: here.deps.tokens } })
  })
  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop()
    there.deps.events.close()
  })
  afterAll(async () => {
    await here.close()
    await there.close()
    await postgres.remove()
  })

  const guest = async (): Promise<SessionData> => (await here.call('POST /v1/auth/signup', { body: {} })).body
  const logout = ({ refreshToken }: SessionData) => here.call('POST /v1/auth/logout', { body: { refreshToken } })
  const statusThere = async ({ token }: SessionData) => (await there.call('GET /v1/assets', { token })).status
  /** Opens a stream of the other process; resolves once that ended. */
  async function streamThere({ token }: SessionData) {
    const answer = await there.fetch(`${ORIGIN}/v1/events`, { headers: { authorization: `Bearer ${token}` } })
    expect(answer.status).toBe(200)
    return { ended: answer.text() }
  }
  const keep = (sources: { url?: string; everyMs?: number }) =>
    stops.push(keepCaughtUp(there.deps.revocations, { log: there.deps.log, everyMs: HOUR, ...sources }))
  const listening = async () => {
    const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
      where query ilike 'listen %' and state = 'idle'`.execute(here.deps.db)
    return rows.map(({ pid }) => pid)
  }
  const isListening = () => vi.waitFor(async () => expect(await listening()).toHaveLength(1), 10_000)

  test('a session that ends in one process ends in the others, as they hear it', async () => {
    keep({ url: postgres.url })
    await isListening()
    const [out, deleted, kept] = [await guest(), await guest(), await guest()]
    const streams = [await streamThere(out), await streamThere(deleted)]
    await logout(out)
    await sql`delete from users where id = ${deleted._id}`.execute(here.deps.db)
    await Promise.all(streams.map(({ ended }) => ended))
    expect([await statusThere(out), await statusThere(deleted), await statusThere(kept)]).toEqual([401, 401, 200])
  })

  test('and where nothing is heard, as they read it', async () => {
    keep({ everyMs: 20 })
    const out = await guest()
    const { ended } = await streamThere(out)
    await logout(out)
    await ended
    expect(await statusThere(out)).toBe(401)
  })

  test('and after the connection that hears was lost, as soon as it is back', async () => {
    keep({ url: postgres.url })
    await isListening()
    const out = await guest()
    const { ended } = await streamThere(out)
    const [pid] = await listening()
    await sql`select pg_terminate_backend(${pid})`.execute(here.deps.db)
    await logout(out)
    await ended
    expect(await statusThere(out)).toBe(401)
    await isListening()
  })

  test('and while the database is away each answers what it knows, and hears again when it is back', async () => {
    keep({ url: postgres.url })
    await isListening()
    const [out, next] = [await guest(), await guest()]
    const first = await streamThere(out)
    await logout(out)
    await first.ended
    const { ended } = await streamThere(next)
    await postgres.stop('SIGKILL')
    expect(await statusThere(out)).toBe(401)
    await postgres.start()
    await vi.waitFor(async () => expect((await logout(next)).status).toBe(200), 20_000)
    await ended
    expect(await statusThere(next)).toBe(401)
    await isListening()
  })

  test('hearing is ended though the database is frozen', async () => {
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

  test('a process killed between commit and reply loses nobody: the next gives the same child', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'atelier-sessions-'))
    const env = { DATABASE_URL: postgres.url, SEED_DEMO: '0', TOKEN_KEYS: JSON.stringify({ keys: [key] }) }
    const doomed = await startServer(folder, env)
    try {
      const ask = async (path: string, body: object) => {
        const answer = await fetch(`${doomed.url}/v1/${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
        return { status: answer.status, body: (await answer.json()) as SessionData }
      }
      // A whole process of its own hears of what another revokes.
      const { body: out } = await ask('auth/signup', {})
      const list = () => fetch(`${doomed.url}/v1/assets`, { headers: { authorization: `Bearer ${out.token}` } })
      expect((await list()).status).toBe(200)
      await logout(out)
      await vi.waitFor(async () => expect((await list()).status).toBe(401), 10_000)

      const { body: begun } = await ask('auth/signup', {})
      const { refreshToken } = begun
      // What is read after the commit to describe the account is held: the reply waits there, and never goes out.
      const child = await here.deps.db.transaction().execute(async (trx) => {
        await sql`lock table user_assets in access exclusive mode`.execute(trx)
        const lost = ask('auth/refresh', { refreshToken }).catch(() => 'lost')
        const made = await vi.waitFor(async () => {
          const rows = await there.deps.db
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
          // The reply waits for a second or so, then a refusal goes out.
        }, CLOSELY)
        await doomed.kill()
        expect(await lost).toBe('lost')
        return made
      })
      const again = () => here.call('POST /v1/auth/refresh', { body: { refreshToken } })
      const answers = await Promise.all(Array.from({ length: 20 }, again))
      expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
      expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
      const next: SessionData = answers[0]!.body
      expect(hashToken(next.refreshToken)).toBe(child)
      expect(await statusThere(next)).toBe(200)
    } finally {
      await doomed.kill()
      await rm(folder, { recursive: true, force: true })
    }
  })
}
