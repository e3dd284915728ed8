import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { keepCaughtUp } from '../../server/auth/revocations.ts'
import { SESSION_MS } from '../../server/auth/session-data.ts'
import { DatabaseAway } from '../../server/db/faults.ts'
import { json } from '../../server/db/values.ts'
import { KEY_MS } from '../../server/idempotency.ts'
import { keepSwept, sweep } from '../../server/sweep.ts'
import { openTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

/** A log whose lines are kept, with the step that failed. */
const loud = (said: string[]) =>
  pino(
    {},
    {
      write(line) {
        const { msg, step } = JSON.parse(line)
        said.push(step ? `${msg}: ${step}` : msg)
      },
    },
  )

/** What two things that work by themselves say while each statement ends so. */
async function saidWhile(fault: Error): Promise<string[]> {
  const said: string[] = []
  let asked = 0
  const log = loud(said)
  const db = new Proxy(server.deps.db, {
    get: () => {
      asked += 1
      throw fault
    },
  })
  const files = Object.assign(Object.create(server.deps.files), { sweep: () => Promise.reject(fault) })
  const revocations = { ...server.deps.revocations, catchUp: async () => void db.fn }
  const stopSweeping = keepSwept({ ...server.deps, db, files, log })
  const stopReading = keepCaughtUp(revocations, { log, everyMs: 5 })
  // More often than a sweep has steps.
  await vi.waitFor(() => expect(asked).toBeGreaterThan(50))
  stopSweeping()
  await stopReading()
  return said.sort()
}

test('work that goes on by itself says nothing of an outage, which is told once, and all of its own faults', async () => {
  expect(await saidWhile(new DatabaseAway('nobody answers'))).toEqual([])
  expect(await saidWhile(new Error('a fault of ours'))).toEqual([
    'revoked sessions cannot be read',
    ...[
      'API tokens',
      'archives of failed imports',
      'audit rows',
      'codes',
      'counts of assets',
      'events',
      'files',
      'idempotency keys',
      'imports',
      'jobs',
      'known addresses',
      'rate limits',
      'refresh tokens',
      'revocations',
      'sessions',
      'successors of refresh tokens',
      'the trash',
      'turntables',
      'variants of models',
      'webhook deliveries',
    ].map((step) => `sweep failed: ${step}`),
  ])
})

describe('a sweep', () => {
  beforeEach(() => server.reset())
  afterEach(() => void vi.useRealTimers())

  /** A session and an idempotency key that have had their time. */
  async function makeOld() {
    const { id } = await server.account('developer')
    const old = { user_id: id, key: 'old', hash: '', answer: json({}), created_at: server.deps.now() }
    await server.deps.db.insertInto('idempotency').values(old).execute()
    server.advance(Math.max(SESSION_MS, KEY_MS) + 1)
  }
  const left = async () => [
    ...(await server.deps.db.selectFrom('sessions').select('id').execute()),
    ...(await server.deps.db.selectFrom('idempotency').select('key').execute()),
  ]
  const filesThat = (sweep: () => Promise<void>) => Object.assign(Object.create(server.deps.files), { sweep })

  test('goes on after a step that fails, and says which', async () => {
    await makeOld()
    const fault = new Error('a folder of another’s')
    const said: string[] = []
    const files = filesThat(() => Promise.reject(fault))
    const stop = keepSwept({ ...server.deps, files, log: loud(said) })
    await vi.waitFor(async () => expect(await left()).toEqual([]))
    stop()
    expect(said).toEqual(['sweep failed: files'])
    await makeOld()
    await expect(sweep({ ...server.deps, files })).rejects.toBe(fault)
    expect(await left()).toEqual([])
  })

  test('passes over a step that hangs the next time, and begins it no second time', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    await makeOld()
    let begun = 0
    const hangs = () => {
      begun += 1
      return new Promise<void>(() => {})
    }
    const stop = keepSwept({ ...server.deps, files: filesThat(hangs) })
    await vi.waitFor(() => expect(begun).toBe(1))
    expect(await left()).not.toEqual([])
    vi.advanceTimersByTime(3_600_000)
    await vi.waitFor(async () => expect(await left()).toEqual([]))
    stop()
    expect(begun).toBe(1)
  })

  test('lets lie what is no upload among those on their way', async () => {
    const uploads = join(server.folder, 'uploads')
    const others = ['.hidden', 'folder', 'lost+found']
    for (const name of ['folder', 'lost+found']) await mkdir(join(uploads, name))
    for (const name of ['.hidden', 'left', 'left.json']) await writeFile(join(uploads, name), '{}')
    await sweep(server.deps)
    expect((await readdir(uploads)).sort()).toEqual(others)
    for (const name of others) await rm(join(uploads, name), { recursive: true })
  })
})
