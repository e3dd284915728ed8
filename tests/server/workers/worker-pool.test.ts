import { afterEach, describe, expect, test, vi } from 'vitest'
import { createWorkerPool, type WorkerPool, type WorkerPoolOptions } from '../../../server/workers/worker-pool.ts'
import { WorkerUnavailableError } from '../../../server/workers/worker-process.ts'
import type { PoolJob } from '../../support/pool-worker.ts'

let pool: WorkerPool<PoolJob, unknown>
function open(options: Partial<WorkerPoolOptions> = {}) {
  pool = createWorkerPool<PoolJob, unknown>({
    script: new URL('../../support/pool-worker.ts', import.meta.url),
    maxMb: 200,
    slots: 2,
    costlySlots: 1,
    maxQueuedPerOwner: 50,
    maxQueued: 100,
    ...options,
  })
}
afterEach(() => pool.stop())

const run = (job: PoolJob, { maxCpuMs = 30_000, isCostly = false, owner = 'ann' } = {}) =>
  pool.run(job, { owner, isCostly, maxCpuMs })
const hasExited = (pid: unknown) => {
  try {
    process.kill(pid as number, 0)
    return false
  } catch {
    return true
  }
}

describe('a process pool', () => {
  test.each<[PoolJob, string]>([
    ['throw', 'It will not go.'],
    ['fall', 'The process ended.'],
    ['exit', 'The process ended.'],
    ['spin', 'This took too long.'],
    ['hang', 'This took too long.'],
    ...(process.platform === 'linux' ? ([['eat', 'This took too much memory.']] as [PoolJob, string][]) : []),
  ])('runs the next job after the job "%s" has failed with "%s"', async (job, message) => {
    open({ slots: 1, costlySlots: 1 })
    const before = await run('pid')
    const failingJob = run(job, { maxCpuMs: job === 'spin' || job === 'hang' ? 100 : 30_000 })
    const after = run('pid', { owner: 'bo' })
    await expect(failingJob).rejects.toThrow(message)
    expect(await after).toEqual(expect.any(Number))
    // Only a crashed process is replaced.
    expect((await after) === before).toBe(job === 'throw')
    await vi.waitFor(() => expect(hasExited(before)).toBe(job !== 'throw'))
  })

  test('does not count the elapsed time of a job towards its limit of CPU time', async () => {
    open()
    expect(await run('wait', { maxCpuMs: 3_000 })).toEqual(expect.any(Number))
  })

  test('frees the slot of a process that cannot be started, so that the next job runs', async () => {
    const script = new URL('https://house.example/worker.ts')
    open({ script, slots: 1 })
    const failingJob = run('pid')
    const after = run('pid', { owner: 'bo' })
    script.href = new URL('../../support/pool-worker.ts', import.meta.url).href
    await expect(failingJob).rejects.toThrow(WorkerUnavailableError)
    expect(await after).toEqual(expect.any(Number))
  })

  test('passes PATH, but no secrets and no HOME or NODE_OPTIONS, to its processes', async () => {
    open()
    vi.stubEnv('TOKEN_KEYS', 'secret')
    vi.stubEnv('DATABASE_URL', 'postgres://secret')
    const names = await run('env')
    vi.unstubAllEnvs()
    expect(names).toEqual(expect.arrayContaining(['PATH']))
    for (const name of ['TOKEN_KEYS', 'DATABASE_URL', 'NODE_OPTIONS', 'HOME']) expect(names).not.toContain(name)
  })

  test('runs a cheap job while the costly jobs of another owner never end', async () => {
    open()
    const endless = run('spin', { isCostly: true, owner: 'mass' })
    const waits = Array.from({ length: 20 }, () => run('spin', { isCostly: true, owner: 'mass' }))
    const all = Promise.allSettled([endless, ...waits])
    expect(await run('pid', { owner: 'stranger' })).toEqual(expect.any(Number))
    await pool.stop()
    expect((await all).every(({ status }) => status === 'rejected')).toBe(true)
  })

  test('ends a process that was idle for long, and starts another for the next job', async () => {
    open({ idleMs: 20 })
    const first = await run('pid')
    await vi.waitFor(() => expect(hasExited(first)).toBe(true))
    expect(await run('pid')).not.toBe(first)
  })

  test('ends all its processes on stop, including busy ones, and refuses further jobs', async () => {
    open()
    const idle = await run('pid')
    const busyJob = run('spin').catch((error: Error) => error.message)
    await pool.stop()
    await vi.waitFor(() => expect(hasExited(idle)).toBe(true))
    expect(await busyJob).toBe('The process was ended.')
    await expect(run('pid')).rejects.toThrow('The pool has been stopped.')
  })
})
