import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { adminOf, type Load, lostOf, startLoad } from '../../support/database-load.ts'
import { noPostgres, TestPostgres } from '../../support/postgres.ts'
import { sampledTest } from '../../support/sampled-test.ts'
import { type ServerProcess, startServer } from '../../support/server-process.ts'

const isSoak = Boolean(process.env.SOAK)
const RESTARTS = isSoak ? 200 : 6
const SIGNALS = ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const
const CALLERS = 8
/**
 * Every call is answered within so long, in milliseconds: a connection, a statement and what they are given on top take
 * 3.2 s. A machine that runs all tests at once adds to that; none may be without an end.
 */
const ANSWERED_MS = isSoak ? 4_000 : 60_000
/** After the database is back, so long may pass until the server is, in milliseconds. */
const BACK_MS = isSoak ? 5_000 : 60_000

let postgres: TestPostgres
let folder: string
let server: ServerProcess
let token: string
let last: Load | undefined

describe.skipIf(noPostgres)('a server whose database comes and goes', () => {
  beforeAll(async () => {
    postgres = await TestPostgres.create()
    folder = await mkdtemp(join(tmpdir(), 'atelier-outages-'))
    const env = { DATABASE_URL: postgres.url, SEED_DEMO: '0', UPLOAD_UNFINISHED: '100000', LOG_LEVEL: 'warn' }
    server = await startServer(folder, env)
    token = await adminOf(server.url, postgres.url)
  })
  // One that failed leaves callers behind.
  afterEach(() => last?.stop())
  afterAll(async () => {
    await server.kill()
    await postgres.remove()
    await rm(folder, { recursive: true, force: true })
  })

  sampledTest(
    `lives through ${RESTARTS} restarts under load`,
    async () => {
      const load = begin()
      await load.writes(5, BACK_MS)
      const times: number[] = []
      for (let number = 0; number < RESTARTS; number++) {
        await postgres.stop(SIGNALS[number % SIGNALS.length])
        await postgres.start()
        times.push(await load.writes(3, BACK_MS))
      }
      await load.stop()
      expectOnlyRefusals(load)
      expect(load.answers.filter(({ status }) => status === 503).length).toBeGreaterThan(RESTARTS)
      expect(await lostOf(load, postgres.url)).toEqual([])
      const told = server.log().split('\n').filter(Boolean)
      expect(told.filter((line) => line.includes('stack'))).toEqual([])
      expect(told.length).toBeLessThanOrEqual(RESTARTS * 2)
      console.log(`${RESTARTS} restarts: ${summary(load)}; back after at most ${Math.round(Math.max(...times))} ms`)
    },
    900_000,
  )

  test('answers every call while the backends are frozen, and throws their connections away', async () => {
    const load = begin()
    await load.writes(5, BACK_MS)
    const thaw = await freezeBackends()
    try {
      // New backends can be made: the server is whole again by itself, while the old ones stand still.
      const back = await load.writes(3, BACK_MS)
      await load.stop()
      expectOnlyRefusals(load)
      expect(await lostOf(load, postgres.url)).toEqual([])
      console.log(`frozen backends: ${summary(load)}; back after ${Math.round(back)} ms`)
    } finally {
      thaw()
    }
  })

  test('answers every call while the whole database is frozen, and goes on once it moves again', async () => {
    const load = begin()
    await load.writes(5, BACK_MS)
    const thaw = postgres.freeze()
    const seen = load.answers.length
    try {
      await expect.poll(() => refused(load, seen)).toBeGreaterThan(CALLERS * 2)
    } finally {
      thaw()
    }
    const back = await load.writes(3, BACK_MS)
    await load.stop()
    expectOnlyRefusals(load)
    expect(await lostOf(load, postgres.url)).toEqual([])
    console.log(`frozen database: ${summary(load)}; back after ${Math.round(back)} ms`)
  })
})

/** Halts the backends that there are. One that holds what all of them need keeps out new ones too: then others are halted. */
async function freezeBackends(): Promise<() => void> {
  for (;;) {
    const thaw = postgres.freeze('backends')
    const client = new pg.Client({ connectionString: postgres.url, connectionTimeoutMillis: 5000, query_timeout: 5000 })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.query('select pg_current_xact_id()')
      return thaw
    } catch {
      thaw()
    } finally {
      await client.end()
    }
  }
}

function begin(): Load {
  last = startLoad(server.url, token, CALLERS)
  return last
}

const refused = ({ answers }: Load, from: number) => answers.slice(from).filter(({ status }) => status === 503).length

/** Calls succeed or hear 503 `UNAVAILABLE` with `Retry-After`, in time; no other answer, and none that never comes. */
function expectOnlyRefusals({ answers }: Load) {
  const odd = answers.filter(
    ({ status, code, retryAfter, ms }) =>
      ms > ANSWERED_MS ||
      (status !== 503 && (status < 200 || status > 299)) ||
      (status === 503 && (code !== 'UNAVAILABLE' || !Number(retryAfter))),
  )
  expect(
    odd.slice(0, 20).map(({ what, status, code, ms }) => `${what} ${status} ${code} ${Math.round(ms)} ms`),
  ).toEqual([])
}

function summary({ answers, acknowledged: { tags, files } }: Load): string {
  const slowest = Math.max(...answers.map(({ ms }) => ms))
  const away = answers.filter(({ status }) => status === 503).length
  return `${answers.length} calls, ${away} refused, slowest ${Math.round(slowest)} ms, ${tags.length + files.length} writes kept`
}
