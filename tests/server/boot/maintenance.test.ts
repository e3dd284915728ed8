import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { followRevocations } from '../../../server/auth/revocations.ts'
import { SESSION_LIFETIME_MS } from '../../../server/auth/session-data.ts'
import { runHourlyMaintenance, startMaintenance } from '../../../server/boot/maintenance.ts'
import { jsonSql } from '../../../server/db/values.ts'
import { DatabaseUnavailableError } from '../../../server/errors/database-errors.ts'
import { UNFINISHED_UPLOAD_MS } from '../../../server/files/upload-store.ts'
import { IDEMPOTENCY_KEY_MS } from '../../../server/http/idempotency.ts'
import { openTestServer, type TestServer } from '../../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

/** Creates a logger that adds each message and the failed step to `lines`. */
const createLog = (lines: string[]) =>
  pino(
    {},
    {
      write(line) {
        const { msg, step } = JSON.parse(line)
        lines.push(step ? `${msg}: ${step}` : msg)
      },
    },
  )

/** Returns a copy of the server's file service with some members replaced. */
const filesWith = (members: object) =>
  Object.create(server.deps.files, Object.getOwnPropertyDescriptors({ owner: server.deps.files.owner, ...members }))

/** Returns the log of two background tasks while each statement fails with this error. */
async function logsWhile(error: Error): Promise<string[]> {
  const lines: string[] = []
  let sweepCalls = 0
  const log = createLog(lines)
  const db = new Proxy(server.deps.db, {
    get: () => {
      sweepCalls += 1
      throw error
    },
  })
  const files = filesWith({ sweep: () => Promise.reject(error), owner: { check: () => Promise.reject(error) } })
  const revocations = { ...server.deps.revocations, catchUp: async () => void db.fn }
  const stopSweeping = startMaintenance({ ...server.deps, db, files, log })
  const stopReading = followRevocations(revocations, { log, everyMs: 5 })
  // A sweep has fewer than 50 steps, so every step has failed. Reads of revocations have failed several times.
  await vi.waitFor(() => expect(sweepCalls).toBeGreaterThan(50))
  stopSweeping()
  await stopReading()
  return lines.sort()
}

test('logs every error in background work except that the database is unavailable', async () => {
  expect(await logsWhile(new DatabaseUnavailableError('nobody answers'))).toEqual([])
  expect(await logsWhile(new Error('a fault of ours'))).toEqual([
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
      'mails',
      'rate limits',
      'refresh tokens',
      'revocations',
      'sessions',
      'successors of refresh tokens',
      'the owner of the files',
      'the trash',
      'turntables',
      'variants of models',
      'webhook deliveries',
    ].map((step) => `sweep failed: ${step}`),
  ])
})

describe('a sweep', () => {
  beforeEach(() => server.reset())

  /** Creates an expired session and an expired idempotency key. */
  async function makeOld() {
    const { id } = await server.account('developer')
    const old = { user_id: id, key: 'old', hash: '', answer: jsonSql({}), created_at: server.deps.now() }
    await server.deps.db.insertInto('idempotency').values(old).execute()
    server.advance(Math.max(SESSION_LIFETIME_MS, IDEMPOTENCY_KEY_MS) + 1)
  }
  const left = async () => [
    ...(await server.deps.db.selectFrom('sessions').select('id').execute()),
    ...(await server.deps.db.selectFrom('idempotency').select('key').execute()),
  ]

  test('continues after a failing step, and logs the name of that step', async () => {
    await makeOld()
    const error = new Error('a folder of another’s')
    const lines: string[] = []
    const files = filesWith({ sweep: () => Promise.reject(error) })
    const stop = startMaintenance({ ...server.deps, files, log: createLog(lines) })
    await vi.waitFor(async () => expect(await left()).toEqual([]))
    stop()
    expect(lines).toEqual(['sweep failed: files'])
    await makeOld()
    await expect(runHourlyMaintenance({ ...server.deps, files })).rejects.toBe(error)
    expect(await left()).toEqual([])
  })

  test('does not start a hanging step again in the next hour, but then runs the remaining steps', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    await makeOld()
    let startCount = 0
    const hangs = () => {
      startCount += 1
      return new Promise<void>(() => {})
    }
    const stop = startMaintenance({ ...server.deps, files: filesWith({ sweep: hangs }) })
    await vi.waitFor(() => expect(startCount).toBe(1))
    expect(await left()).not.toEqual([])
    vi.advanceTimersByTime(3_600_000)
    await vi.waitFor(async () => expect(await left()).toEqual([]))
    stop()
    expect(startCount).toBe(1)
  })

  test('deletes old files in the upload folder that belong to no upload, and nothing else', async () => {
    const uploads = join(server.folder, 'uploads')
    const others = ['.hidden', 'folder', 'lost+found']
    for (const name of ['folder', 'lost+found']) await mkdir(join(uploads, name))
    const [old, young] = [
      ['left', 'left.json'],
      ['new', 'new.json'],
    ]
    for (const name of ['.hidden', ...old, ...young]) await writeFile(join(uploads, name), '{}')
    const stored = new Date(Date.now() - UNFINISHED_UPLOAD_MS - 1000)
    for (const name of old) await utimes(join(uploads, name), stored, stored)
    await runHourlyMaintenance(server.deps)
    expect((await readdir(uploads)).sort()).toEqual([...others, ...young])
    for (const name of [...others, ...young]) await rm(join(uploads, name), { recursive: true })
  })
})
