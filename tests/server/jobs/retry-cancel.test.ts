import { expect, test, vi } from 'vitest'
import { JOBS_CHANNEL } from '../../../server/jobs/enqueue.ts'
import { JobError } from '../../../server/jobs/job.ts'
import { cancelJob, retryJob } from '../../../server/jobs/retry-cancel.ts'
import { WorkerProcessError } from '../../../server/workers/worker-process.ts'
import { captureNotifications } from '../../support/capture-notifications.ts'
import { describeOnBothStores, insertMetaRow, type PerformIconJob, SOON } from '../../support/test-queue.ts'

describeOnBothStores((queue) => {
  test('cancelling prevents the start of a queued job, and aborts a running job and discards its result', async () => {
    let isAborted = false
    const worker = await queue().startWorker(async ({ key }, { signal }) => {
      if (key === 'waits') throw new Error('begun')
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      isAborted = true
      return insertMetaRow(key)
    })
    const atWork = await queue().add('at work')
    worker.wake()
    await vi.waitFor(async () => expect((await queue().readRow(atWork.id)).status).toBe('running'), SOON)
    const waits = await queue().add('waits')
    for (const { id } of [waits, atWork]) {
      await cancelJob(queue().db, id, queue().server.deps.now())
      worker.onJobEnded(id)
    }
    await worker.idle()
    for (const { id } of [waits, atWork])
      expect(await queue().readRow(id)).toMatchObject({ status: 'failed', error: 'The job was cancelled.' })
    expect([isAborted, await queue().listResultKeys()]).toEqual([true, []])
    expect((await queue().readRow(waits.id)).attempts).toBe(0)
  })

  test('a failed job can be retried with all attempts, unless its key was enqueued or done since', async () => {
    let error: Error | undefined = new JobError('No.')
    const perform: PerformIconJob = async ({ key }) => {
      if (error) throw error
      return insertMetaRow(key)
    }
    const first = await queue().startWorker(perform)
    const { id } = await queue().add('a')
    const now = queue().server.deps.now()
    first.wake()
    await first.idle()
    expect(await queue().readRow(id)).toMatchObject({ status: 'failed', error: 'No.', attempts: 1 })
    // With PostgreSQL, a running worker would be notified and take the job before the checks below.
    await first.stop(0)
    error = undefined
    await retryJob(queue().db, id, now)
    expect(await queue().readRow(id)).toMatchObject({ status: 'queued', attempts: 0, error: null, finished_at: null })
    // A second request does not cause a second retry.
    await retryJob(queue().db, id, now)
    const worker = await queue().startWorker(perform)
    worker.wake()
    await worker.idle()
    expect(await queue().readRow(id)).toMatchObject({ status: 'done', attempts: 1 })
    await expect(retryJob(queue().db, id, now)).rejects.toMatchObject({ code: 'JOB_OVER' })
    await expect(cancelJob(queue().db, id, now)).rejects.toMatchObject({ code: 'JOB_OVER' })

    error = new JobError('No.')
    const old = await queue().add('b')
    worker.wake()
    await worker.idle()
    await worker.stop(0)
    const newerJob = await queue().add('b')
    await expect(retryJob(queue().db, old.id, now)).rejects.toMatchObject({ code: 'JOB_OVER' })
    expect([(await queue().readRow(old.id)).status, (await queue().readRow(newerJob.id)).status]).toEqual([
      'failed',
      'queued',
    ])
  })

  test('a retry restores all attempts of a job that crashed three processes', async () => {
    const error = new WorkerProcessError('This took too much memory.')
    const worker = await queue().startWorker(async () => {
      throw error
    })
    const { id } = await queue().add('a')
    const attempt = async () => {
      queue().server.advance(100_000)
      worker.wake()
      await worker.idle()
      const { status, attempts, kills } = await queue().readRow(id)
      return { status, attempts, kills }
    }
    for (let i = 0; i < 2; i++) await attempt()
    expect(await attempt()).toEqual({ status: 'failed', attempts: 3, kills: 3 })
    await retryJob(queue().db, id, queue().server.deps.now())
    expect(await attempt()).toEqual({ status: 'queued', attempts: 1, kills: 1 })
    expect(await attempt()).toEqual({ status: 'queued', attempts: 2, kills: 2 })
  })

  test('cancelling a job aborts it in another process long before that process renews the lease', async ({ skip }) => {
    const { url } = queue()
    if (!url) return skip('one process has this store')
    let resolveStarted = () => {}
    const hasStarted = new Promise<void>((resolve) => {
      resolveStarted = resolve
    })
    let abort = () => {}
    const isAborted = new Promise<void>((resolve) => {
      abort = resolve
    })
    const worker = await queue().startWorker(
      (_, { signal }) => {
        signal.addEventListener('abort', abort)
        resolveStarted()
        return new Promise(() => {})
      },
      // No renewal can notice the cancellation, because the lease is renewed only after hours.
      { times: { leaseMs: 36_000_000, renewMs: 36_000_000 } },
    )
    const { id } = await queue().add('a')
    await hasStarted
    const cancel = () => cancelJob(queue().db, id, queue().server.deps.now())
    expect(await captureNotifications(url, JOBS_CHANNEL, cancel)).toEqual([id])
    await isAborted
    await worker.idle()
    expect(await queue().readRow(id)).toMatchObject({ status: 'failed', error: 'The job was cancelled.' })
  })

  test('a process that loses a job and leases it again aborts the lost attempt, but not the new one', async () => {
    const signals: AbortSignal[] = []
    const worker = await queue().startWorker(
      (_, { signal }) => {
        signals.push(signal)
        return new Promise(() => {})
      },
      { slots: 2, times: { renewMs: 600_000 } },
    )
    const { id } = await queue().add('a')
    worker.wake()
    await vi.waitFor(() => expect(signals).toHaveLength(1), SOON)
    await queue().setLeaseEnd(id)
    worker.wake()
    await vi.waitFor(() => expect(signals).toHaveLength(2), SOON)
    worker.onJobEnded(id)
    await vi.waitFor(() => expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]), SOON)
  })
})
