import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createSignedInAdmin, findLostWrites, type RunningLoad, startLoad } from '../../support/database-load.ts'
import { postgresSkipReason, TestPostgres } from '../../support/postgres.ts'
import { sampledTest } from '../../support/sampled-test.ts'
import { type ServerProcess, startServer } from '../../support/server-process.ts'

const isSoak = Boolean(process.env.SOAK)
const RESTARTS = isSoak ? 200 : 6
const SIGNALS = ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const
const CALLERS = 8
/**
 * Maximum response time, in milliseconds. A connection, a statement and their grace periods take 3.2 s. A machine that runs all
 * tests concurrently needs more, but no request may hang.
 */
const MAX_RESPONSE_MS = isSoak ? 4_000 : 60_000
/** Maximum time until the server recovers once the database is back, in milliseconds. */
const MAX_RECOVERY_MS = isSoak ? 5_000 : 60_000

let postgres: TestPostgres
let folder: string
let server: ServerProcess
let token: string
let last: RunningLoad | undefined

describe.skipIf(postgresSkipReason)('a server during database outages', () => {
  beforeAll(async () => {
    postgres = await TestPostgres.create()
    folder = await mkdtemp(join(tmpdir(), 'atelier-outages-'))
    const env = { DATABASE_URL: postgres.url, SEED_DEMO: '0', UPLOAD_UNFINISHED: '100000', LOG_LEVEL: 'warn' }
    server = await startServer(folder, env)
    token = await createSignedInAdmin(server.url, postgres.url)
  })
  // A failed test leaves its load running.
  afterEach(() => last?.stop())
  afterAll(async () => {
    await server.kill()
    await postgres.remove()
    await rm(folder, { recursive: true, force: true })
  })

  sampledTest(
    `survives ${RESTARTS} database restarts under load without losing acknowledged writes`,
    async () => {
      const load = begin()
      await load.waitForWrites(5, MAX_RECOVERY_MS)
      const times: number[] = []
      for (let number = 0; number < RESTARTS; number++) {
        await postgres.stop(SIGNALS[number % SIGNALS.length])
        await postgres.start()
        times.push(await load.waitForWrites(3, MAX_RECOVERY_MS))
      }
      await load.stop()
      expectOnlyRefusals(load)
      expect(load.responses.filter(({ status }) => status === 503).length).toBeGreaterThan(RESTARTS)
      expect(await findLostWrites(load, postgres.url)).toEqual([])
      const logLines = server.log().split('\n').filter(Boolean)
      expect(logLines.filter((line) => line.includes('stack'))).toEqual([])
      expect(logLines.length).toBeLessThanOrEqual(RESTARTS * 2)
      console.log(
        `${RESTARTS} restarts: ${summary(load)}; recovered after at most ${Math.round(Math.max(...times))} ms`,
      )
    },
    900_000,
  )

  test('responds to every request and recovers while the PostgreSQL backends of its connections are frozen', async () => {
    const load = begin()
    await load.waitForWrites(5, MAX_RECOVERY_MS)
    const thaw = await postgres.freezeConnections()
    const responseCount = load.responses.length
    try {
      // New backends can start: the server recovers while the old backends are still frozen.
      const recoveryMs = await load.waitForWrites(3, MAX_RECOVERY_MS)
      await load.stop()
      expect(refused(load, responseCount)).toBeGreaterThan(0)
      expectOnlyRefusals(load)
      expect(await findLostWrites(load, postgres.url)).toEqual([])
      console.log(`frozen backends: ${summary(load)}; recovered after ${Math.round(recoveryMs)} ms`)
    } finally {
      thaw()
    }
  })

  test('responds to every request while the whole database is frozen, and recovers afterwards', async () => {
    const load = begin()
    await load.waitForWrites(5, MAX_RECOVERY_MS)
    const thaw = postgres.freeze()
    const responseCount = load.responses.length
    try {
      await expect.poll(() => refused(load, responseCount)).toBeGreaterThan(CALLERS * 2)
    } finally {
      thaw()
    }
    const recoveryMs = await load.waitForWrites(3, MAX_RECOVERY_MS)
    await load.stop()
    expectOnlyRefusals(load)
    expect(await findLostWrites(load, postgres.url)).toEqual([])
    console.log(`frozen database: ${summary(load)}; recovered after ${Math.round(recoveryMs)} ms`)
  })
})

function begin(): RunningLoad {
  last = startLoad(server.url, token, CALLERS)
  return last
}

const refused = ({ responses }: RunningLoad, from: number) =>
  responses.slice(from).filter(({ status }) => status === 503).length

/** Expects that requests succeed or get 503 `UNAVAILABLE` with `Retry-After`, in time, and that none hangs. */
function expectOnlyRefusals({ responses }: RunningLoad) {
  const odd = responses.filter(
    ({ status, code, retryAfter, ms }) =>
      ms > MAX_RESPONSE_MS ||
      (status !== 503 && (status < 200 || status > 299)) ||
      (status === 503 && (code !== 'UNAVAILABLE' || !Number(retryAfter))),
  )
  expect(
    odd.slice(0, 20).map(({ call, status, code, ms }) => `${call} ${status} ${code} ${Math.round(ms)} ms`),
  ).toEqual([])
}

function summary({ responses, acknowledged: { tags, files } }: RunningLoad): string {
  const slowest = Math.max(...responses.map(({ ms }) => ms))
  const unavailable = responses.filter(({ status }) => status === 503).length
  return `${responses.length} calls, ${unavailable} refused, slowest ${Math.round(slowest)} ms, ${tags.length + files.length} writes kept`
}
