import { expect, test } from 'vitest'
import { createJobQueue } from '../../../server/jobs/job-queue.ts'
import { describeOnBothStores, insertMetaRow, SOON } from '../../support/test-queue.ts'

describeOnBothStores((queue) => {
  test('waiting for a job of a crashed worker ends once the lease expires and the job fails', {
    timeout: SOON,
  }, async () => {
    const worker = await queue().startWorker(async ({ key }) => insertMetaRow(key))
    await worker.idle()
    const now = queue().server.deps.now()
    const crashedJob = {
      id: 'lost',
      key: 'a',
      attempts: 5,
      worker: 'gone',
      lease_until: new Date(Date.now() + 3_600_000),
    }
    await queue()
      .db.insertInto('jobs')
      .values({ ...crashedJob, kind: 'icon', payload: '{}', status: 'running', run_at: now, created_at: now })
      .execute()
    // Opens the listening connection first, so that a notification reports the job's end, not a query.
    await worker.waitForJob('none', 0)
    const waiting = worker.waitForJob('lost', 10 * SOON)
    await worker.idle()
    await queue().setLeaseEnd('lost')
    worker.wake()
    await waiting
    expect((await queue().readRow('lost')).status).toBe('failed')
  })

  test('a waiting process is notified when a job ends in another process, and new jobs start immediately', async () => {
    const worker = await queue().startWorker(async ({ key }) => insertMetaRow(key))
    const { db, now, log } = { ...queue().server.deps }
    const web = queue().url ? createJobQueue({ db, now, log, slots: 0, url: queue().url }) : worker
    if (web !== worker) await web.start({})
    const startedAt = performance.now()
    const { id } = await queue().add('a')
    await web.waitForJob(id, 50_000)
    expect((await queue().readRow(id)).status).toBe('done')
    // A notification reported the job's end. Otherwise, the wait would last until its timeout.
    expect(performance.now() - startedAt).toBeLessThan(40_000)
    // Waiting for a job that has ended or never existed resolves immediately.
    await web.waitForJob(id, 50_000)
    await web.waitForJob('no-such', 50_000)
    if (web !== worker) await web.stop(0)
  })

  test('a caller is notified of a job that ends while the caller reads its status', { timeout: SOON }, async () => {
    const { db, now, log } = queue().server.deps
    const web = createJobQueue({ db, now, log, slots: 0 })
    const { id } = await queue().add('a')
    const waiting = web.waitForJob(id, 10 * SOON)
    web.onJobEnded(id)
    await waiting
  })

  test('a process that starts to listen after a job has ended stops waiting for that job', async ({ skip }) => {
    const { url } = queue()
    if (!url) return skip('one process has this store')
    const { db, now, log } = queue().server.deps
    const web = createJobQueue({ db, now, log, slots: 0, url })
    const { id } = await queue().add('a')
    const jobEnd = web.waitForJob(id, 100_000)
    const worker = await queue().startWorker(async ({ key }) => insertMetaRow(key))
    worker.wake()
    await worker.idle()
    expect((await queue().readRow(id)).status).toBe('done')
    const startedAt = performance.now()
    await web.start({})
    await jobEnd
    expect(performance.now() - startedAt).toBeLessThan(60_000)
    await web.stop(0)
  })
})
