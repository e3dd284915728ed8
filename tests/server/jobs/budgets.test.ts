import { afterAll, describe, expect, test } from 'vitest'
import { createJobKinds } from '../../../server/boot/job-kinds.ts'
import { BudgetExceededError, findExceededResource, JOB_BUDGETS } from '../../../server/jobs/budgets.ts'
import { retryJob } from '../../../server/jobs/retry-cancel.ts'
import { recordCost, recordCpuTimeOf } from '../../../server/util/cost-meter.ts'
import { createWorkerPool } from '../../../server/workers/worker-pool.ts'
import { JOB_KINDS } from '../../../src/api/contract/job-kinds.ts'
import { describeOnBothStores, insertMetaRow, type PerformIconJob } from '../../support/test-queue.ts'

describe('the budget of a job', () => {
  test('exists for every kind of job, with limits of CPU time, bytes and elapsed time', () => {
    expect(Object.keys(JOB_BUDGETS).toSorted()).toEqual([...JOB_KINDS].toSorted())
    expect(Object.keys(createJobKinds({} as never)).toSorted()).toEqual([...JOB_KINDS].toSorted())
    for (const kind of JOB_KINDS)
      expect([
        kind,
        Object.entries(JOB_BUDGETS[kind]).filter(([, most]) => most > 0 && Number.isSafeInteger(most)).length,
      ]).toEqual([kind, 3])
  })

  test.each([
    ['cpuMs', 1250, '1.3 seconds of CPU time'],
    ['cpuMs', 119_900, '119.9 seconds of CPU time'],
    ['cpuMs', 120_000, '2 minutes of CPU time'],
    ['bytes', 1000, '1000 bytes of data'],
    ['bytes', 1_048_575, '1048575 bytes of data'],
    ['bytes', 1_048_576, '1 MB of data'],
    ['bytes', 1_572_864, '1.5 MB of data'],
    ['bytes', 1_073_741_824, '1 GB of data'],
    ['bytes', 68_719_476_736, '64 GB of data'],
    ['ms', 7_194_000, '119.9 minutes'],
    ['ms', 7_200_000, '2 hours'],
  ] as const)('appears in the error when exceeded: %s %d', (resource, most, limitText) => {
    const error = new BudgetExceededError(resource, { cpuMs: 0, bytes: 0, ms: 0, [resource]: most })
    expect(error.message).toBe(`The job exceeded its budget of ${limitText}.`)
  })

  test.each([
    [{ cpuMs: 1, bytes: 2, ms: 3 }, undefined],
    [{ cpuMs: 1, bytes: 2, ms: 3.1 }, 'ms'],
    [{ cpuMs: 1, bytes: 3, ms: 4 }, 'bytes'],
    [{ cpuMs: 2, bytes: 3, ms: 4 }, 'cpuMs'],
  ] as const)('is exceeded by the usage %j in: %s', (usage, resource) => {
    expect(findExceededResource(usage, { cpuMs: 1, bytes: 2, ms: 3 })).toBe(resource)
  })
})

const pool = createWorkerPool<string, string>({
  script: new URL('../../support/pool-worker.ts', import.meta.url),
  maxMb: 256,
  slots: 1,
  costlySlots: 1,
  maxQueuedPerOwner: 10,
  maxQueued: 10,
})
afterAll(() => pool.stop())

describeOnBothStores((queue) => {
  const failed = async (perform: PerformIconJob, budget: Partial<typeof JOB_BUDGETS.icon>) => {
    const { id } = await queue().add('a')
    const worker = await queue().startWorker(perform, { budget })
    worker.wake()
    await worker.idle()
    return queue().readRow(id)
  }

  test('a job over its byte budget fails with an error that names the budget, and is not retried', async () => {
    const row = await failed(
      async ({ key }) => {
        for (let i = 0; i < 10; i++) recordCost({ bytes: 300 })
        return insertMetaRow(key)
      },
      { bytes: 1000 },
    )
    expect(row).toMatchObject({
      ...{ status: 'failed', attempts: 1, error: 'The job exceeded its budget of 1000 bytes of data.' },
      used_bytes: 1200,
    })
    expect(await queue().listResultKeys()).toEqual([])
  })

  test('a job over its budget fails with the budget error even if its code throws another error instead', async () => {
    const row = await failed(
      async () => {
        try {
          recordCost({ bytes: 2000 })
        } catch {
          throw new Error('The file cannot be read.')
        }
        throw new Error('not reached')
      },
      { bytes: 1000 },
    )
    expect(row).toMatchObject({ status: 'failed', error: 'The job exceeded its budget of 1000 bytes of data.' })
  })

  test('a job over its budget fails even if its code catches and ignores the error', async () => {
    const row = await failed(
      async ({ key }) => {
        try {
          recordCost({ bytes: 2000 })
        } catch {}
        return insertMetaRow(key)
      },
      { bytes: 1000 },
    )
    expect(row).toMatchObject({ status: 'failed', error: 'The job exceeded its budget of 1000 bytes of data.' })
    expect(await queue().listResultKeys()).toEqual([])
  })

  test('a job over its time budget fails and is not retried', async () => {
    const row = await failed(() => new Promise(() => {}), { ms: 100 })
    expect(row).toMatchObject({ status: 'failed', attempts: 1, error: 'The job exceeded its budget of 0.1 seconds.' })
    // A timer of Node may fire up to a millisecond early.
    expect(row.used_ms).toBeGreaterThanOrEqual(99)
  })

  test('a job that blocks the event loop for more than its CPU time fails', async () => {
    const row = await failed(
      async ({ key }) => {
        for (let i = 0; i < 50; i++)
          recordCpuTimeOf(() => {
            const end = performance.now() + 1
            while (performance.now() < end);
          })
        return insertMetaRow(key)
      },
      { cpuMs: 10 },
    )
    expect(row).toMatchObject({ status: 'failed', error: 'The job exceeded its budget of 0 seconds of CPU time.' })
  })

  test('a child process that spins is ended once its job has used up the CPU time', async () => {
    const row = await failed(
      async () => {
        await pool.run('spin', { owner: 'ann', isCostly: false, maxCpuMs: 150_000 })
        throw new Error('not reached')
      },
      { cpuMs: 500 },
    )
    expect(row).toMatchObject({
      ...{ status: 'failed', attempts: 1, kills: 0 },
      error: 'The job exceeded its budget of 0.5 seconds of CPU time.',
    })
    expect(row.used_cpu_ms).toBeGreaterThan(500)
    // The next job gets another process.
    expect(await pool.run('pid', { owner: 'ann', isCostly: false, maxCpuMs: 150_000 })).toBeTruthy()
  })

  test('the budget covers all automatic attempts of a job together, and a requested retry restores it', async () => {
    let [spent, attempts] = [600, 0]
    const { id } = await queue().add('a')
    const worker = await queue().startWorker(
      async ({ key }) => {
        attempts += 1
        recordCost({ bytes: spent })
        if (spent > 0) throw new Error('The disk is unreachable.')
        return insertMetaRow(key)
      },
      { budget: { bytes: 1000 } },
    )
    worker.wake()
    await worker.idle()
    expect(await queue().readRow(id)).toMatchObject({ status: 'queued', used_bytes: 600 })
    queue().server.advance(100_000)
    worker.wake()
    await worker.idle()
    expect(await queue().readRow(id)).toMatchObject({ status: 'failed', used_bytes: 1200, attempts: 2 })
    spent = 0
    await worker.stop(0)
    await retryJob(queue().db, id, queue().server.deps.now())
    expect(await queue().readRow(id)).toMatchObject({ used_ms: 0, used_cpu_ms: 0, used_bytes: 0 })
    expect(attempts).toBe(2)
  })

  test('the CPU time of a child process that responds is counted for its job', async () => {
    const { id } = await queue().add('a')
    const worker = await queue().startWorker(async ({ key }) => {
      await pool.run('pid', { owner: 'ann', isCostly: false, maxCpuMs: 150_000 })
      return insertMetaRow(key)
    })
    worker.wake()
    await worker.idle()
    const row = await queue().readRow(id)
    expect([row.status, row.used_cpu_ms > 0, row.used_ms > 0]).toEqual(['done', true, true])
  })
})
