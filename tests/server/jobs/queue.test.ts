import type { Kysely } from 'kysely'
import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import type { Database } from '../../../server/db/schema.ts'
import { DatabaseUnavailableError } from '../../../server/errors/database-errors.ts'
import { JOB_BUDGETS } from '../../../server/jobs/budgets.ts'
import { JobError, type JobRow } from '../../../server/jobs/job.ts'
import { JOB_RETENTION_MS, sweepJobs } from '../../../server/jobs/job-table.ts'
import { LEASE_LOST, performJob } from '../../../server/jobs/perform-job.ts'
import { WorkerProcessError } from '../../../server/workers/worker-process.ts'
import {
  describeOnBothStores,
  insertMetaRow,
  type PerformIconJob,
  SOON,
  type TestQueue,
} from '../../support/test-queue.ts'

const WORKERS = 8
const JOBS = process.env.SOAK ? 5000 : 160

function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}
const keep: PerformIconJob = async ({ key }) => insertMetaRow(key)
const allDone = (queue: TestQueue, count: number) =>
  vi.waitFor(async () => {
    const rows = await queue.db.selectFrom('jobs').select('status').execute()
    expect(rows.filter(({ status }) => status === 'done')).toHaveLength(count)
  })

describeOnBothStores((queue) => {
  test(`${WORKERS} workers run each of ${JOBS} jobs exactly once`, { timeout: 300_000 }, async () => {
    const startsByKey = new Map<string, number>()
    const perform: PerformIconJob = async ({ key }) => {
      startsByKey.set(key, (startsByKey.get(key) ?? 0) + 1)
      await new Promise(setImmediate)
      return insertMetaRow(key)
    }
    const keys = Array.from({ length: JOBS }, (_, i) => `job-${String(i).padStart(4, '0')}`)
    const workers = await Promise.all(Array.from({ length: WORKERS }, () => queue().startWorker(perform, { slots: 2 })))
    // Adds the first half without a wake-up, and wakes the workers in turn during the second half.
    for (const [i, key] of keys.entries()) {
      await queue().add(key)
      if (i > JOBS / 2) workers[i % WORKERS]!.wake()
    }
    for (const worker of workers) worker.wake()
    await Promise.all(workers.map((worker) => worker.idle()))
    await allDone(queue(), JOBS)
    expect(await queue().listResultKeys()).toEqual(keys)
    expect([...startsByKey.values()].filter((count) => count !== 1)).toEqual([])
  })

  test('a job enqueued twice runs once, and can be enqueued again once it is done', async () => {
    const [one, other] = await Promise.all([queue().add('a'), queue().add('a')])
    expect(other.id).toBe(one.id)
    let times = 0
    const worker = await queue().startWorker(async () => {
      times += 1
      return async () => {}
    })
    await worker.idle()
    expect([times, (await queue().readRow(one.id)).status]).toEqual([1, 'done'])
    const again = await queue().add('a')
    expect(again.id).not.toBe(one.id)
    await worker.waitForJob(again.id, 5000)
    expect(times).toBe(2)
  })

  test('a worker that lost its lease during a job does not commit the result', async () => {
    const { open, opened } = gate()
    let starts = 0
    const committed: string[] = []
    const perform: PerformIconJob = async () => {
      starts += 1
      const nth = starts
      if (nth === 1) await opened
      return async () => void committed.push(`attempt ${nth}`)
    }
    const workers = [await queue().startWorker(perform), await queue().startWorker(perform)]
    const { id } = await queue().add('a')
    workers[0]!.wake()
    await vi.waitFor(() => expect(starts).toBe(1), SOON)
    await queue().setLeaseEnd(id)
    for (const worker of workers) worker.wake()
    await vi.waitFor(async () => expect((await queue().readRow(id)).status).toBe('done'), SOON)
    const done = await queue().readRow(id)
    expect([done.attempts, committed]).toEqual([2, ['attempt 2']])
    open()
    for (const worker of workers) await worker.idle()
    expect([committed, await queue().readRow(id)]).toEqual([['attempt 2'], done])
  })

  test('a lease is renewed with the progress, so that no other worker starts the job', async () => {
    const { open, opened } = gate()
    let starts = 0
    const perform: PerformIconJob = async ({ key }, { progress }) => {
      starts += 1
      progress(0.25, 'Half of a half')
      await opened
      return insertMetaRow(key)
    }
    const times = { renewMs: 10, progressMs: 10 }
    const workers = [await queue().startWorker(perform, { times }), await queue().startWorker(perform, { times })]
    const { id } = await queue().add('a')
    for (const worker of workers) worker.wake()
    await vi.waitFor(async () => {
      expect(await queue().readRow(id)).toMatchObject({ status: 'running', progress: 0.25, step: 'Half of a half' })
    }, SOON)
    for (let i = 0; i < 3; i++) {
      await queue().setLeaseEnd(id, 5_000)
      await vi.waitFor(async () => expect(await queue().readRemainingLeaseMs(id)).toBeGreaterThan(20_000), SOON)
      for (const worker of workers) worker.wake()
    }
    open()
    for (const worker of workers) await worker.idle()
    expect(await queue().readRow(id)).toMatchObject({ status: 'done', attempts: 1, progress: 1, step: null })
    expect([starts, await queue().listResultKeys()]).toEqual([1, ['a']])
  })

  test('a failing job gets five attempts with growing delays, then fails without internal details', async () => {
    const { id } = await queue().add('a')
    let tries = 0
    const worker = await queue().startWorker(async () => {
      tries += 1
      throw new Error('secret-host:5432 refused the password "hunter2"')
    })
    await worker.idle()
    for (const [i, seconds] of [1, 4, 16, 64].entries()) {
      const row = await queue().readRow(id)
      expect([row.status, row.attempts]).toEqual(['queued', i + 1])
      expect(row.run_at.getTime() - queue().server.deps.now().getTime()).toBe(seconds * 1000)
      queue().server.advance(seconds * 1000 - 1)
      worker.wake()
      await worker.idle()
      expect(tries).toBe(i + 1)
      queue().server.advance(1)
      worker.wake()
      await worker.idle()
    }
    // Unexpected errors may reveal internals.
    expect(await queue().readRow(id)).toMatchObject({
      status: 'failed',
      attempts: 5,
      error: 'Something went wrong on the server.',
      finished_at: queue().server.deps.now(),
    })
    queue().server.advance(3_600_000)
    worker.wake()
    await worker.idle()
    expect(tries).toBe(5)
  })

  test.each([
    ['can never succeed fails at the first attempt', new JobError('The cage is open.'), 1],
    ['crashes its process three times fails permanently', new WorkerProcessError('This took too much memory.'), 3],
  ])('a job that %s, and stores the reason', async (_, error, attempts) => {
    const { id } = await queue().add('a')
    const worker = await queue().startWorker(async () => {
      throw error
    })
    for (let i = 0; i < 5; i++) {
      await worker.idle()
      queue().server.advance(100_000)
      worker.wake()
    }
    await worker.idle()
    expect(await queue().readRow(id)).toMatchObject({ status: 'failed', attempts, error: error.message })
  })

  test('the result of a job and its status are committed together, or neither is', async () => {
    const { id } = await queue().add('a')
    let isFirst = true
    const worker = await queue().startWorker(async () => async (trx) => {
      await insertMetaRow('a')(trx)
      if (isFirst) {
        isFirst = false
        throw new Error('no')
      }
    })
    await worker.idle()
    expect([(await queue().readRow(id)).status, await queue().listResultKeys()]).toEqual(['queued', []])
    queue().server.advance(1_000)
    worker.wake()
    await worker.idle()
    expect([(await queue().readRow(id)).status, await queue().listResultKeys()]).toEqual(['done', ['a']])
  })

  test('a stopping process returns unfinished jobs to the queue without counting an attempt', async () => {
    const { id } = await queue().add('a')
    let [hasStarted, isAborted] = [false, false]
    const worker = await queue().startWorker(async (_, { signal }) => {
      hasStarted = true
      signal.addEventListener('abort', () => {
        isAborted = true
      })
      return new Promise(() => {})
    })
    await vi.waitFor(() => expect(hasStarted).toBe(true), SOON)
    await worker.stop(10)
    expect(await queue().readRow(id)).toMatchObject({ status: 'queued', attempts: 0, worker: null, lease_until: null })
    expect([isAborted, worker.isHealthy]).toEqual([true, false])
    const next = await queue().startWorker(keep)
    await next.idle()
    expect(await queue().listResultKeys()).toEqual(['a'])
  })

  test('jobs that ended long ago are deleted, all others stay', async () => {
    const old = await queue().add('old')
    const worker = await queue().startWorker(keep)
    await worker.idle()
    await worker.stop(0)
    queue().server.advance(JOB_RETENTION_MS)
    const waiting = await queue().add('waiting')
    await sweepJobs(queue().db, queue().server.deps.now())
    expect((await queue().readRow(old.id)).status).toBe('done')
    queue().server.advance(1)
    await sweepJobs(queue().db, queue().server.deps.now())
    expect((await queue().db.selectFrom('jobs').select('id').execute()).map(({ id }) => id)).toEqual([waiting.id])
  })
})

test('a job is aborted once its lease has expired while the database is unreachable', async () => {
  const db = new Proxy({} as Kysely<Database>, {
    get() {
      throw new DatabaseUnavailableError('unreachable')
    },
  })
  const row = { id: 'a', key: 'a', worker: 'w', payload: {}, attempts: 1, used_ms: 0, used_cpu_ms: 0, used_bytes: 0 }
  const attempt = { abort: new AbortController(), check() {}, onProgress() {}, progressedAt: undefined }
  const times = { leaseMs: 20, renewMs: 5, progressMs: 5 }
  const deps = { db, now: () => new Date(), log: pino({ enabled: false }), times, random: () => 0.5 }
  const perform = () => new Promise<never>(() => {})
  await performJob(row as unknown as JobRow, { kind: { perform }, budget: JOB_BUDGETS.icon }, attempt, deps)
  expect(attempt.abort.signal.reason).toBe(LEASE_LOST)
})
