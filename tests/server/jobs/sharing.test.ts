import { type Kysely, sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import type { Database } from '../../../server/db/schema.ts'
import { cancelJob, retryJob } from '../../../server/jobs/change.ts'
import { enqueue } from '../../../server/jobs/enqueue.ts'
import { JobFault } from '../../../server/jobs/job.ts'
import { createJobs } from '../../../server/jobs/runner.ts'
import { finish, takeBack, takeJob } from '../../../server/jobs/table.ts'
import { keeping, overBothStores, type Perform } from '../../support/queue.ts'

/** A busy machine takes its time. */
const SOON = 100_000

overBothStores((queue) => {
  const rows = () => queue().db.selectFrom('jobs').selectAll().orderBy('id').execute()
  const ended = (count: number) =>
    vi.waitFor(async () => {
      const found = await rows()
      expect(found.filter(({ finished_at }) => finished_at !== null)).toHaveLength(count)
    })

  test('no owner has more than two jobs at work, whoever works, and a colleague’s one job does not wait for their thirty', async () => {
    const [mass, colleague] = [
      await queue().server.account('developer', 'mass@house.example'),
      await queue().server.account('developer', 'colleague@house.example'),
    ]
    const atWork = new Map<string | null, number>()
    let most = 0
    const order: (string | null)[] = []
    const perform: Perform = async ({ key, ownerId }) => {
      order.push(ownerId)
      atWork.set(ownerId, (atWork.get(ownerId) ?? 0) + 1)
      most = Math.max(most, atWork.get(ownerId)!)
      for (let i = 0; i < 5; i++) await new Promise(setImmediate)
      const keep = keeping(key)
      return async (trx) => {
        await keep(trx)
        atWork.set(ownerId, atWork.get(ownerId)! - 1)
      }
    }
    for (let i = 0; i < 30; i++) await queue().add(`mass ${i}`, mass.id)
    await queue().add('colleague', colleague.id)
    const workers = await Promise.all(Array.from({ length: 8 }, () => queue().worker(perform)))
    for (const worker of workers) worker.wake()
    await ended(31)
    expect(most).toBe(2)
    // At most the two that were begun before it, and what those ended while it was taken.
    expect(order.indexOf(colleague.id)).toBeLessThan(10)
  })

  test('of two seats a colleague’s one job gets one, however many another has waiting, and then owners take turns', async () => {
    const ids = await Promise.all(
      ['a', 'b', 'c'].map(async (name) => (await queue().server.account('developer', `${name}@house.example`)).id),
    )
    const nameOf = new Map(ids.map((id, i) => [id, 'abc'[i]]))
    const now = queue().server.deps.now()
    const taking = { kinds: ['icon'], now, leaseMs: 30_000, mostOfOwner: 2 }
    const order: (string | undefined)[] = []
    const take = async () => {
      const row = await takeJob(queue().db, { ...taking, worker: `worker ${order.length}` })
      order.push(row && nameOf.get(row.owner_id!))
      return row
    }
    const end = async (row: Awaited<ReturnType<typeof take>>) =>
      finish(queue().db, { id: row!.id, worker: row!.worker! }, keeping(row!.key), now)
    for (let i = 0; i < 10; i++) await queue().add(`a ${i}`, ids[0])
    await queue().add('b 0', ids[1])
    const seats = [await take(), await take()]
    expect(order).toEqual(['a', 'b'])
    for (const row of seats) await end(row)
    for (let i = 1; i < 4; i++)
      for (const [at, name] of [
        [2, 'c'],
        [1, 'b'],
      ] as const)
        await queue().add(`${name} ${i}`, ids[at])
    for (let i = 0; i < 8; i++) await end(await take())
    // Who was never served comes first; whose jobs are over leaves the others their turns.
    expect(order.slice(2).join('')).toBe('cabcabca')
    await queue().add('b 4', ids[1])
    await queue().add('b 5', ids[1])
    const [, other] = [await take(), await take()]
    await end(other)
    await take()
    // The first was served longer ago, but still has one at work.
    expect(order.slice(10).join('')).toBe('baa')
  })

  test('jobs that may take hours never have all seats: one is left to those of others', async () => {
    const now = queue().server.deps.now()
    const owners = await Promise.all(
      ['a', 'b', 'c'].map(async (name) => (await queue().server.account('developer', `${name}@house.example`)).id),
    )
    for (const [i, importId] of ['first', 'second'].entries())
      await enqueue(queue().db, { kind: 'import', key: importId, payload: { importId }, owner: owners[i]!, now })
    const { db, log } = queue().server.deps
    const jobs = createJobs({ db, now: () => now, log, seats: 2, url: queue().url })
    let begun = 0
    await jobs.begin({
      import: {
        mostMs: 12 * 3_600_000,
        perform() {
          begun += 1
          return new Promise(() => {})
        },
      },
      icon: { perform: async ({ key }) => keeping(key) },
    })
    await vi.waitFor(() => expect(begun).toBeGreaterThan(0), SOON)
    const { id } = await queue().add('icon', owners[2])
    jobs.wake()
    await jobs.ended(id, 50_000)
    expect([(await queue().row(id)).status, begun]).toEqual(['done', 1])
    await jobs.stop(0)
  })

  test('who takes while another is taking waits for it, and counts what it took', async () => {
    const { id: owner } = await queue().server.account('developer')
    for (const key of ['a', 'b']) await queue().add(key, owner)
    const now = queue().server.deps.now()
    const taking = { kinds: ['icon'], now, leaseMs: 30_000, mostOfOwner: 1 }
    let second: Promise<unknown> = Promise.resolve()
    let isOver = false
    const isWaiting = async (db: Kysely<Database>) =>
      (await sql`select from pg_locks where locktype = 'advisory' and not granted`.execute(db)).rows.length > 0
    const first = await queue()
      .db.transaction()
      .execute(async (trx) => {
        const taken = await takeJob(trx, { ...taking, worker: 'first' })
        second = takeJob(queue().db, { ...taking, worker: 'second' })
        void second.then(() => {
          isOver = true
        })
        // Of PGlite's one connection it waits in any case.
        if (queue().url) await vi.waitFor(async () => expect(isOver || (await isWaiting(trx))).toBe(true), SOON)
        return taken
      })
    expect([first?.key, await second]).toEqual(['a', undefined])
  })

  test('a lease goes by the database’s clock, whatever that of a process says', async () => {
    const perform: Perform = () => new Promise(() => {})
    const [worker, other] = [await queue().worker(perform), queue()]
    const { id } = await other.add('a')
    worker.wake()
    await vi.waitFor(async () => expect((await other.row(id)).status).toBe('running'), SOON)
    expect(Math.abs((await other.leaseLeft(id)) - 30_000)).toBeLessThan(SOON)
    // By this process's clock it was over months ago, or is yet to begin.
    for (const hours of [5000, -20_000]) {
      other.server.advance(hours * 3_600_000)
      await takeBack(other.db, other.server.deps.now())
      expect(await other.row(id)).toMatchObject({ status: 'running', attempts: 1 })
    }
    await other.leaseEnds(id)
    await takeBack(other.db, other.server.deps.now())
    expect((await other.row(id)).status).toBe('queued')
  })

  test('clocks that jump by hours back and forth make nothing be done twice, and nothing be lost', async () => {
    const keys = Array.from({ length: 40 }, (_, i) => `job-${String(i).padStart(2, '0')}`)
    let begun = 0
    const perform: Perform = async ({ key }) => {
      begun += 1
      if (begun % 7 === 0 && begun < 50) queue().server.advance(begun % 2 ? 5 * 3_600_000 : -4 * 3_600_000)
      await new Promise(setImmediate)
      return keeping(key)
    }
    const workers = await Promise.all(Array.from({ length: 4 }, () => queue().worker(perform, { seats: 2 })))
    for (const key of keys) await queue().add(key)
    await vi.waitFor(async () => {
      // Some are due in hours, by a clock that was ahead.
      if ((await rows()).every(({ status }) => status !== 'running')) queue().server.advance(3_600_000)
      for (const worker of workers) worker.wake()
      expect(await queue().kept()).toEqual(keys)
    })
    await ended(40)
    expect((await rows()).map(({ status }) => status)).toEqual(keys.map(() => 'done'))
  })

  test('what is cancelled before it began is never begun; what is at work is left, and nothing of it is kept', async () => {
    let isLeft = false
    const worker = await queue().worker(async ({ key }, { signal }) => {
      if (key === 'waits') throw new Error('begun')
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      isLeft = true
      return keeping(key)
    })
    const atWork = await queue().add('at work')
    worker.wake()
    await vi.waitFor(async () => expect((await queue().row(atWork.id)).status).toBe('running'), SOON)
    const waits = await queue().add('waits')
    for (const { id } of [waits, atWork]) {
      await cancelJob(queue().db, id, queue().server.deps.now())
      worker.told(id)
    }
    await worker.settled()
    for (const { id } of [waits, atWork])
      expect(await queue().row(id)).toMatchObject({ status: 'failed', error: 'It was cancelled.' })
    expect([isLeft, await queue().kept()]).toEqual([true, []])
    expect((await queue().row(waits.id)).attempts).toBe(0)
  })

  test('what failed can be tried again with all its attempts; not what is done, nor beside another of the same', async () => {
    let fault: Error | undefined = new JobFault('No.')
    const perform: Perform = async ({ key }) => {
      if (fault) throw fault
      return keeping(key)
    }
    const first = await queue().worker(perform)
    const { id } = await queue().add('a')
    const now = queue().server.deps.now()
    first.wake()
    await first.settled()
    expect(await queue().row(id)).toMatchObject({ status: 'failed', error: 'No.', attempts: 1 })
    // Over PostgreSQL whoever works hears of it, and has it before it is looked at here.
    await first.stop(0)
    fault = undefined
    await retryJob(queue().db, id, now)
    expect(await queue().row(id)).toMatchObject({ status: 'queued', attempts: 0, error: null, finished_at: null })
    // Asked twice, it is tried once.
    await retryJob(queue().db, id, now)
    const worker = await queue().worker(perform)
    worker.wake()
    await worker.settled()
    expect(await queue().row(id)).toMatchObject({ status: 'done', attempts: 1 })
    await expect(retryJob(queue().db, id, now)).rejects.toMatchObject({ code: 'JOB_OVER' })
    await expect(cancelJob(queue().db, id, now)).rejects.toMatchObject({ code: 'JOB_OVER' })

    fault = new JobFault('No.')
    const old = await queue().add('b')
    worker.wake()
    await worker.settled()
    await worker.stop(0)
    const living = await queue().add('b')
    await expect(retryJob(queue().db, old.id, now)).rejects.toMatchObject({ code: 'JOB_OVER' })
    expect([(await queue().row(old.id)).status, (await queue().row(living.id)).status]).toEqual(['failed', 'queued'])
  })

  test('a process that lost a job and took it again knows of both attempts, and leaves the one that lost it', async () => {
    const signals: AbortSignal[] = []
    const worker = await queue().worker(
      (_, { signal }) => {
        signals.push(signal)
        return new Promise(() => {})
      },
      { seats: 2, times: { renewMs: 600_000 } },
    )
    const { id } = await queue().add('a')
    worker.wake()
    await vi.waitFor(() => expect(signals).toHaveLength(1), SOON)
    await queue().leaseEnds(id)
    worker.wake()
    await vi.waitFor(() => expect(signals).toHaveLength(2), SOON)
    worker.told(id)
    await vi.waitFor(() => expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]), SOON)
  })

  test('who waits for a job whose worker is gone for good hears that it has failed', { timeout: SOON }, async () => {
    const worker = await queue().worker(async ({ key }) => keeping(key))
    await worker.settled()
    const now = queue().server.deps.now()
    const lost = { id: 'lost', key: 'a', attempts: 5, worker: 'gone', lease_until: new Date(Date.now() + 3_600_000) }
    await queue()
      .db.insertInto('jobs')
      .values({ ...lost, kind: 'icon', payload: '{}', status: 'running', run_at: now, created_at: now })
      .execute()
    // A connection to look with, so that it hears of the end and does not find it.
    await worker.ended('none', 0)
    const heard = worker.ended('lost', 10 * SOON)
    await worker.settled()
    await queue().leaseEnds('lost')
    worker.wake()
    await heard
    expect((await queue().row('lost')).status).toBe('failed')
  })

  test('a process that waits for a job hears of its end from another, and a new job begins at once', async () => {
    const worker = await queue().worker(async ({ key }) => keeping(key))
    const { db, now, log } = { ...queue().server.deps }
    const web = queue().url ? createJobs({ db, now, log, seats: 0, url: queue().url }) : worker
    if (web !== worker) await web.begin({})
    const begun = performance.now()
    const { id } = await queue().add('a')
    await web.ended(id, 50_000)
    expect((await queue().row(id)).status).toBe('done')
    // It heard, and did not look once its time was up.
    expect(performance.now() - begun).toBeLessThan(40_000)
    // It does not matter that it is over already, or was never there.
    await web.ended(id, 50_000)
    await web.ended('no-such', 50_000)
    if (web !== worker) await web.stop(0)
  })

  test('a process that hears the others late, or again, has what it waits for looked at', async ({ skip }) => {
    const { url } = queue()
    if (!url) return skip('one process has this store')
    const { db, now, log } = queue().server.deps
    const web = createJobs({ db, now, log, seats: 0, url })
    const { id } = await queue().add('a')
    const waited = web.ended(id, 100_000)
    const worker = await queue().worker(async ({ key }) => keeping(key))
    worker.wake()
    await worker.settled()
    expect((await queue().row(id)).status).toBe('done')
    const begun = performance.now()
    await web.begin({})
    await waited
    expect(performance.now() - begun).toBeLessThan(60_000)
    await web.stop(0)
  })
})
