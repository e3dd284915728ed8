import { afterEach, describe, expect, test, vi } from 'vitest'
import { createPool, type Pool, type PoolOptions } from '../../server/pool.ts'
import { ProcessUnavailable } from '../../server/worker-process.ts'
import type { PoolJob } from '../support/pool-worker.ts'

let pool: Pool<PoolJob, unknown>
function open(options: Partial<PoolOptions> = {}) {
  pool = createPool<PoolJob, unknown>({
    script: new URL('../support/pool-worker.ts', import.meta.url),
    mostMb: 200,
    seats: 2,
    costlySeats: 1,
    mostOfOwner: 50,
    mostInAll: 100,
    ...options,
  })
}
afterEach(() => pool.stop())

const run = (job: PoolJob, { mostMs = 30_000, isCostly = false, owner = 'ann' } = {}) =>
  pool.run(job, { owner, isCostly, mostMs })
const isGone = (pid: unknown) => {
  try {
    process.kill(pid as number, 0)
    return false
  } catch {
    return true
  }
}

describe('a pool of processes', () => {
  test.each<[PoolJob, string]>([
    ['throw', 'It will not go.'],
    ['fall', 'The process ended.'],
    ['exit', 'The process ended.'],
    ['spin', 'This took too long.'],
    ...(process.platform === 'linux' ? ([['eat', 'This took too much memory.']] as [PoolJob, string][]) : []),
  ])('loses no other job to one that does this: %s', async (job, told) => {
    open({ seats: 1, costlySeats: 1 })
    const before = await run('pid')
    const bad = run(job, { mostMs: job === 'spin' ? 100 : 30_000 })
    const after = run('pid', { owner: 'bo' })
    await expect(bad).rejects.toThrow(told)
    expect(await after).toEqual(expect.any(Number))
    // Only what was harmed is replaced.
    expect((await after) === before).toBe(job === 'throw')
    await vi.waitFor(() => expect(isGone(before)).toBe(job !== 'throw'))
  })

  test('loses no seat to a process that cannot be started', async () => {
    const script = new URL('https://house.example/worker.ts')
    open({ script, seats: 1 })
    const bad = run('pid')
    const after = run('pid', { owner: 'bo' })
    script.href = new URL('../support/pool-worker.ts', import.meta.url).href
    await expect(bad).rejects.toThrow(ProcessUnavailable)
    expect(await after).toEqual(expect.any(Number))
  })

  test('gives its processes none of our environment', async () => {
    open()
    vi.stubEnv('TOKEN_KEYS', 'secret')
    vi.stubEnv('DATABASE_URL', 'postgres://secret')
    const names = await run('env')
    vi.unstubAllEnvs()
    expect(names).toEqual(expect.arrayContaining(['PATH']))
    for (const name of ['TOKEN_KEYS', 'DATABASE_URL', 'NODE_OPTIONS', 'HOME']) expect(names).not.toContain(name)
  })

  test('lets a cheap job through while a costly one never ends', async () => {
    open()
    const endless = run('spin', { isCostly: true, owner: 'mass' })
    const waits = Array.from({ length: 20 }, () => run('spin', { isCostly: true, owner: 'mass' }))
    const all = Promise.allSettled([endless, ...waits])
    expect(await run('pid', { owner: 'stranger' })).toEqual(expect.any(Number))
    await pool.stop()
    expect((await all).every(({ status }) => status === 'rejected')).toBe(true)
  })

  test('gives back every process that has been idle for long, and starts another when it is asked again', async () => {
    open({ idleMs: 20 })
    const first = await run('pid')
    await vi.waitFor(() => expect(isGone(first)).toBe(true))
    expect(await run('pid')).not.toBe(first)
  })

  test('ends its processes with itself, those at work too', async () => {
    open()
    const idle = await run('pid')
    const atWork = run('spin').catch((fault: Error) => fault.message)
    await pool.stop()
    await vi.waitFor(() => expect(isGone(idle)).toBe(true))
    expect(await atWork).toBe('The process was ended.')
    await expect(run('pid')).rejects.toThrow('The pool has been stopped.')
  })
})
