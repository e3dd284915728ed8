import { expect, test, vi } from 'vitest'
import { JobFault } from '../../../server/jobs/job.ts'
import { KEPT_MS, sweepJobs } from '../../../server/jobs/table.ts'
import { ProcessFault } from '../../../server/worker-process.ts'
import { keeping, overBothStores, type Perform, type TestQueue } from '../../support/queue.ts'

const WORKERS = 8
const JOBS = process.env.SOAK ? 5000 : 160

/** A busy machine takes its time. */
const SOON = 100_000

/** Something that is held up until it is let go. */
function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}
const keep: Perform = async ({ key }) => keeping(key)
const allDone = (queue: TestQueue, count: number) =>
  vi.waitFor(async () => {
    const rows = await queue.db.selectFrom('jobs').select('status').execute()
    expect(rows.filter(({ status }) => status === 'done')).toHaveLength(count)
  })

overBothStores((queue) => {
  test(`${WORKERS} workers do ${JOBS} jobs, none twice and none lost`, { timeout: 300_000 }, async () => {
    const begun = new Map<string, number>()
    const perform: Perform = async ({ key }) => {
      begun.set(key, (begun.get(key) ?? 0) + 1)
      await new Promise(setImmediate)
      return keeping(key)
    }
    const keys = Array.from({ length: JOBS }, (_, i) => `job-${String(i).padStart(4, '0')}`)
    const workers = await Promise.all(Array.from({ length: WORKERS }, () => queue().worker(perform, { seats: 2 })))
    // Half of them are there before anybody looks, half come while all are at work.
    for (const [i, key] of keys.entries()) {
      await queue().add(key)
      if (i > JOBS / 2) workers[i % WORKERS]!.wake()
    }
    for (const worker of workers) worker.wake()
    await Promise.all(workers.map((worker) => worker.settled()))
    await allDone(queue(), JOBS)
    expect(await queue().kept()).toEqual(keys)
    expect([...begun.values()].filter((count) => count !== 1)).toEqual([])
  })

  test('asked for twice, a thing is done once; once it is done it can be asked for again', async () => {
    const [one, other] = await Promise.all([queue().add('a'), queue().add('a')])
    expect(other.id).toBe(one.id)
    let times = 0
    const worker = await queue().worker(async () => {
      times += 1
      return async () => {}
    })
    await worker.settled()
    expect([times, (await queue().row(one.id)).status]).toEqual([1, 'done'])
    const again = await queue().add('a')
    expect(again.id).not.toBe(one.id)
    await worker.ended(again.id, 5000)
    expect(times).toBe(2)
  })

  test('a worker that lost its lease while it worked changes nothing', async () => {
    const { open, opened } = gate()
    let begun = 0
    const kept: string[] = []
    const perform: Perform = async () => {
      begun += 1
      const nth = begun
      if (nth === 1) await opened
      return async () => void kept.push(`attempt ${nth}`)
    }
    const workers = [await queue().worker(perform), await queue().worker(perform)]
    const { id } = await queue().add('a')
    workers[0]!.wake()
    await vi.waitFor(() => expect(begun).toBe(1), SOON)
    await queue().leaseEnds(id)
    for (const worker of workers) worker.wake()
    await vi.waitFor(async () => expect((await queue().row(id)).status).toBe('done'), SOON)
    const done = await queue().row(id)
    expect([done.attempts, kept]).toEqual([2, ['attempt 2']])
    open()
    for (const worker of workers) await worker.settled()
    expect([kept, await queue().row(id)]).toEqual([['attempt 2'], done])
  })

  test('a lease is renewed with the progress while the work goes on, so nobody else begins it', async () => {
    const { open, opened } = gate()
    let begun = 0
    const perform: Perform = async ({ key }, { progress }) => {
      begun += 1
      progress(0.25, 'Half of a half')
      await opened
      return keeping(key)
    }
    const times = { renewMs: 10, progressMs: 10 }
    const workers = [await queue().worker(perform, { times }), await queue().worker(perform, { times })]
    const { id } = await queue().add('a')
    for (const worker of workers) worker.wake()
    await vi.waitFor(async () => {
      expect(await queue().row(id)).toMatchObject({ status: 'running', progress: 0.25, step: 'Half of a half' })
    }, SOON)
    for (let i = 0; i < 3; i++) {
      await queue().leaseEnds(id, 5_000)
      await vi.waitFor(async () => expect(await queue().leaseLeft(id)).toBeGreaterThan(20_000), SOON)
      for (const worker of workers) worker.wake()
    }
    open()
    for (const worker of workers) await worker.settled()
    expect(await queue().row(id)).toMatchObject({ status: 'done', attempts: 1, progress: 1, step: null })
    expect([begun, await queue().kept()]).toEqual([1, ['a']])
  })

  test('what fails is tried five times, later each time, and has failed then with its reason', async () => {
    const { id } = await queue().add('a')
    let tries = 0
    const worker = await queue().worker(async () => {
      tries += 1
      throw new Error('secret-host:5432 refused the password "hunter2"')
    })
    await worker.settled()
    for (const [i, seconds] of [1, 4, 16, 64].entries()) {
      const row = await queue().row(id)
      expect([row.status, row.attempts]).toEqual(['queued', i + 1])
      expect(row.run_at.getTime() - queue().server.deps.now().getTime()).toBe(seconds * 1000)
      queue().server.advance(seconds * 1000 - 1)
      worker.wake()
      await worker.settled()
      expect(tries).toBe(i + 1)
      queue().server.advance(1)
      worker.wake()
      await worker.settled()
    }
    // What nobody foresaw may tell how we are made.
    expect(await queue().row(id)).toMatchObject({
      status: 'failed',
      attempts: 5,
      error: 'Something went wrong at the server.',
      finished_at: queue().server.deps.now(),
    })
    queue().server.advance(3_600_000)
    worker.wake()
    await worker.settled()
    expect(tries).toBe(5)
  })

  test.each([
    ['can never work fails at once', new JobFault('The cage is open.'), 1],
    ['takes its process down three times fails for good', new ProcessFault('This took too much memory.'), 3],
  ])('what %s, with its reason', async (_, fault, attempts) => {
    const { id } = await queue().add('a')
    const worker = await queue().worker(async () => {
      throw fault
    })
    for (let i = 0; i < 5; i++) {
      await worker.settled()
      queue().server.advance(100_000)
      worker.wake()
    }
    await worker.settled()
    expect(await queue().row(id)).toMatchObject({ status: 'failed', attempts, error: fault.message })
  })

  test('what takes longer than its kind may is tried again, and says so', async () => {
    const { id } = await queue().add('a')
    const worker = await queue().worker(() => new Promise(() => {}), { mostMs: 1 })
    await worker.settled()
    expect(await queue().row(id)).toMatchObject({ status: 'queued', attempts: 1, error: 'This took too long.' })
  })

  test('what a job came to and that it is done are kept together, or neither is', async () => {
    const { id } = await queue().add('a')
    let isFirst = true
    const worker = await queue().worker(async () => async (trx) => {
      await keeping('a')(trx)
      if (isFirst) {
        isFirst = false
        throw new Error('no')
      }
    })
    await worker.settled()
    expect([(await queue().row(id)).status, await queue().kept()]).toEqual(['queued', []])
    queue().server.advance(1_000)
    worker.wake()
    await worker.settled()
    expect([(await queue().row(id)).status, await queue().kept()]).toEqual(['done', ['a']])
  })

  test('a process that stops gives back what it does not end in time, and it counts as not begun', async () => {
    const { id } = await queue().add('a')
    let [isBegun, isLeft] = [false, false]
    const worker = await queue().worker(async (_, { signal }) => {
      isBegun = true
      signal.addEventListener('abort', () => {
        isLeft = true
      })
      return new Promise(() => {})
    })
    await vi.waitFor(() => expect(isBegun).toBe(true), SOON)
    await worker.stop(10)
    expect(await queue().row(id)).toMatchObject({ status: 'queued', attempts: 0, worker: null, lease_until: null })
    expect([isLeft, worker.isFine]).toEqual([true, false])
    const next = await queue().worker(keep)
    await next.settled()
    expect(await queue().kept()).toEqual(['a'])
  })

  test('jobs that ended long ago are forgotten, all others stay', async () => {
    const old = await queue().add('old')
    const worker = await queue().worker(keep)
    await worker.settled()
    await worker.stop(0)
    queue().server.advance(KEPT_MS)
    const waiting = await queue().add('waiting')
    await sweepJobs(queue().db, queue().server.deps.now())
    expect((await queue().row(old.id)).status).toBe('done')
    queue().server.advance(1)
    await sweepJobs(queue().db, queue().server.deps.now())
    expect((await queue().db.selectFrom('jobs').select('id').execute()).map(({ id }) => id)).toEqual([waiting.id])
  })
})
