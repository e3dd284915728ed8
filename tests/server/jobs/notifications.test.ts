import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { JOBS_CHANNEL } from '../../../server/jobs/enqueue.ts'
import type { JobRow } from '../../../server/jobs/job.ts'
import { finishJob, leaseJob, recordFailedAttempt, requeueExpiredJobs } from '../../../server/jobs/job-table.ts'
import { cancelJob, retryJob } from '../../../server/jobs/retry-cancel.ts'
import { captureNotifications, waitForListener } from '../../support/capture-notifications.ts'
import { postgresSkipReason, TestPostgres } from '../../support/postgres.ts'
import { openTestServer } from '../../support/server.ts'
import { insertMetaRow, SOON, TestQueue } from '../../support/test-queue.ts'
import { startWithoutPolling } from '../../support/without-polling.ts'

const USAGE = { ms: 0, cpuMs: 0, bytes: 0 }

if (postgresSkipReason) {
  test.skip(`skipped: ${postgresSkipReason}`, () => {})
} else {
  let postgres: TestPostgres
  let queue: TestQueue

  beforeAll(async () => {
    postgres = await TestPostgres.create()
    queue = new TestQueue(await openTestServer({ workers: 0, url: postgres.url }), postgres.url)
  })
  beforeEach(() => queue.clear())
  afterAll(async () => {
    await queue.clear()
    await queue.server.close()
    await postgres.remove()
  })

  const now = () => queue.server.deps.now()
  /** Adds a job and leases it, as a worker does. */
  async function addRunningJob(): Promise<JobRow & { worker: string }> {
    await queue.add('running')
    const leased = await leaseJob(queue.db, {
      ...{ worker: 'a worker', kinds: ['icon'], now: now(), leaseMs: 30_000, maxRunningPerOwner: 2 },
    })
    return leased as JobRow & { worker: string }
  }
  const fail = (job: JobRow & { worker: string }, retryAt?: Date) =>
    recordFailedAttempt(queue.db, job, { reason: 'No.', kills: 0, retryAt, now: now(), usage: USAGE })

  describe('other processes are notified', () => {
    const capture = (action: () => Promise<unknown>) => captureNotifications(postgres.url, JOBS_CHANNEL, action)

    test('of a new job, but not of a request that joins the job', async () => {
      expect(await capture(() => queue.add('a'))).toEqual([''])
      expect(await capture(() => queue.add('a'))).toEqual([])
    })

    test('of a job that is done', async () => {
      const job = await addRunningJob()
      expect(await capture(() => finishJob(queue.db, job, insertMetaRow('a'), now()))).toEqual([job.id])
    })

    test('of a job that has failed, but not of a failed attempt that will be retried', async () => {
      const job = await addRunningJob()
      expect(await capture(() => fail(job, now()))).toEqual([])
      await queue.clear()
      const lastJob = await addRunningJob()
      expect(await capture(() => fail(lastJob))).toEqual([lastJob.id])
    })

    test('of a job whose last worker crashed, but not of a job that another worker will run', async () => {
      const job = await addRunningJob()
      await queue.setLeaseEnd(job.id)
      expect(await capture(() => requeueExpiredJobs(queue.db, now()))).toEqual([])
      await queue.clear()
      const lastJob = await addRunningJob()
      await queue.db.updateTable('jobs').set({ attempts: 5 }).execute()
      await queue.setLeaseEnd(lastJob.id)
      expect(await capture(() => requeueExpiredJobs(queue.db, now()))).toEqual([lastJob.id])
    })

    test('of a job that is queued again', async () => {
      const job = await addRunningJob()
      await fail(job)
      expect(await capture(() => retryJob(queue.db, job.id, now()))).toEqual([''])
    })

    test('of a cancelled job', async () => {
      const { id } = await queue.add('a')
      expect(await capture(() => cancelJob(queue.db, id, now()))).toEqual([id])
    })
  })

  test('a worker that does not poll starts a job that another process has added', async () => {
    let started = () => {}
    const hasStarted = new Promise<void>((resolve) => {
      started = resolve
    })
    const worker = await startWithoutPolling(() =>
      queue.startWorker(async ({ key }) => {
        started()
        return insertMetaRow(key)
      }),
    )
    await waitForListener(queue.db, JOBS_CHANNEL)
    await worker.idle()
    await queue.add('a')
    await hasStarted
  })

  test('a worker that receives no notification starts a job that another process has added', async () => {
    const worker = await queue.startWorker(async ({ key }) => insertMetaRow(key))
    await waitForListener(queue.db, JOBS_CHANNEL)
    await worker.idle()
    // A plain insert notifies no process, as if the notification had been lost.
    const payload = JSON.stringify({ assetId: 'a', modelUrl: '' })
    const row = { id: 'a', kind: 'icon' as const, key: 'a', payload, run_at: now(), created_at: now() }
    await queue.db.insertInto('jobs').values(row).execute()
    await vi.waitFor(async () => expect((await queue.readRow('a')).status).toBe('done'), SOON)
  })
}
