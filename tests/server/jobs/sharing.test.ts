import { type Kysely, sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import type { Database } from '../../../server/db/schema.ts'
import { enqueueJob } from '../../../server/jobs/enqueue.ts'
import { createJobQueue, LONG_JOB_SETUP_MS, LONG_JOB_SLICE_MS } from '../../../server/jobs/job-queue.ts'
import { finishJob, leaseJob, requeueExpiredJobs } from '../../../server/jobs/job-table.ts'
import { describeOnBothStores, insertMetaRow, type PerformIconJob, SOON } from '../../support/test-queue.ts'

describeOnBothStores((queue) => {
  const rows = () => queue().db.selectFrom('jobs').selectAll().orderBy('id').execute()
  const ended = (count: number) =>
    vi.waitFor(async () => {
      const finishedRows = await rows()
      expect(finishedRows.filter(({ finished_at }) => finished_at !== null)).toHaveLength(count)
    })

  test('an owner runs at most two jobs, and 30 queued jobs do not delay another owner’s single job', async () => {
    const [mass, colleague] = [
      await queue().server.account('developer', 'mass@house.example'),
      await queue().server.account('developer', 'colleague@house.example'),
    ]
    const atWork = new Map<string | null, number>()
    let most = 0
    const order: (string | null)[] = []
    const perform: PerformIconJob = async ({ key, ownerId }) => {
      order.push(ownerId)
      atWork.set(ownerId, (atWork.get(ownerId) ?? 0) + 1)
      most = Math.max(most, atWork.get(ownerId)!)
      for (let i = 0; i < 5; i++) await new Promise(setImmediate)
      const keep = insertMetaRow(key)
      return async (trx) => {
        await keep(trx)
        atWork.set(ownerId, atWork.get(ownerId)! - 1)
      }
    }
    for (let i = 0; i < 30; i++) await queue().add(`mass ${i}`, mass.id)
    await queue().add('colleague', colleague.id)
    const workers = await Promise.all(Array.from({ length: 8 }, () => queue().startWorker(perform)))
    for (const worker of workers) worker.wake()
    await ended(31)
    expect(most).toBe(2)
    // Before the colleague's job, only the two running jobs and a few that other workers took at the same time may start.
    expect(order.indexOf(colleague.id)).toBeLessThan(10)
  })

  test('a single job gets one of two slots despite ten jobs of another owner, and then owners take turns', async () => {
    const ids = await Promise.all(
      ['a', 'b', 'c'].map(async (name) => (await queue().server.account('developer', `${name}@house.example`)).id),
    )
    const nameOf = new Map(ids.map((id, i) => [id, 'abc'[i]]))
    const now = queue().server.deps.now()
    const leaseOptions = { kinds: ['icon'], now, leaseMs: 30_000, maxRunningPerOwner: 2 }
    const order: (string | undefined)[] = []
    const leaseNext = async () => {
      const row = await leaseJob(queue().db, { ...leaseOptions, worker: `worker ${order.length}` })
      order.push(row && nameOf.get(row.owner_id!))
      return row
    }
    const end = async (row: Awaited<ReturnType<typeof leaseNext>>) =>
      finishJob(queue().db, { id: row!.id, worker: row!.worker! }, insertMetaRow(row!.key), now)
    for (let i = 0; i < 10; i++) await queue().add(`a ${i}`, ids[0])
    await queue().add('b 0', ids[1])
    const leasedJobs = [await leaseNext(), await leaseNext()]
    expect(order).toEqual(['a', 'b'])
    for (const row of leasedJobs) await end(row)
    for (let i = 1; i < 4; i++)
      for (const [at, name] of [
        [2, 'c'],
        [1, 'b'],
      ] as const)
        await queue().add(`${name} ${i}`, ids[at])
    for (let i = 0; i < 8; i++) await end(await leaseNext())
    // An owner whose jobs were never served has priority. An owner without queued jobs is skipped.
    expect(order.slice(2).join('')).toBe('cabcabca')
    await queue().add('b 4', ids[1])
    await queue().add('b 5', ids[1])
    const [, other] = [await leaseNext(), await leaseNext()]
    await end(other)
    await leaseNext()
    // The turn of owner `b` comes before that of `a`, but a job of `b` is still running.
    expect(order.slice(10).join('')).toBe('baa')
  })

  test('long-running jobs never occupy all slots: one stays free for other jobs', async () => {
    const now = queue().server.deps.now()
    const owners = await Promise.all(
      ['a', 'b', 'c'].map(async (name) => (await queue().server.account('developer', `${name}@house.example`)).id),
    )
    for (const [i, importId] of ['first', 'second'].entries())
      await enqueueJob(queue().db, { kind: 'import', key: importId, payload: { importId }, owner: owners[i]!, now })
    const { db, log } = queue().server.deps
    const jobs = createJobQueue({ db, now: () => now, log, slots: 2, url: queue().url })
    let starts = 0
    await jobs.start({
      import: {
        perform() {
          starts += 1
          return new Promise(() => {})
        },
      },
      icon: { perform: async ({ key }) => insertMetaRow(key) },
    })
    await vi.waitFor(() => expect(starts).toBeGreaterThan(0), SOON)
    const { id } = await queue().add('icon', owners[2])
    jobs.wake()
    await jobs.waitForJob(id, 50_000)
    expect([(await queue().readRow(id)).status, starts]).toEqual(['done', 1])
    await jobs.stop(0)
  })

  test('a small import gets the slot after one time slice of another owner’s large import, which resumes', async () => {
    const owners = await Promise.all(
      ['a', 'b'].map(async (name) => (await queue().server.account('developer', `${name}@house.example`)).id),
    )
    const put = (importId: string, owner: string) =>
      enqueueJob(queue().db, {
        kind: 'import',
        key: importId,
        payload: { importId },
        owner,
        now: queue().server.deps.now(),
      })
    const order: string[] = []
    let isLargeOver = false
    const { db, log, now } = queue().server.deps
    const jobs = createJobQueue({ db, now, log, slots: 2, url: queue().url })
    await jobs.start({
      import: {
        async perform({ key }, { signal, progress }) {
          order.push(key)
          progress(0)
          if (key === 'large' && !isLargeOver)
            await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
          return insertMetaRow(key)
        },
      },
    })
    const large = await put('large', owners[0]!)
    jobs.wake()
    await vi.waitFor(() => expect(order).toEqual(['large']), SOON)
    // The next import of the same owner waits for the large import and does not interrupt it.
    const next = await put('next of the same owner', owners[0]!)
    queue().server.advance(LONG_JOB_SLICE_MS)
    jobs.wake()
    await vi.waitFor(async () => expect((await queue().readRow(next.id)).status).toBe('queued'), SOON)
    queue().server.advance(-LONG_JOB_SLICE_MS)
    const small = await put('small', owners[1]!)
    queue().server.advance(LONG_JOB_SLICE_MS - 1)
    jobs.wake()
    expect([(await queue().readRow(large.id)).status, (await queue().readRow(small.id)).status]).toEqual([
      'running',
      'queued',
    ])
    isLargeOver = true
    queue().server.advance(1)
    jobs.wake()
    await jobs.waitForJob(small.id, SOON)
    await jobs.waitForJob(large.id, SOON)
    expect([(await queue().readRow(small.id)).status, (await queue().readRow(large.id)).status]).toEqual([
      'done',
      'done',
    ])
    // An import that has used a time slice also waits for the same owner's other imports.
    expect(order).toEqual(['large', 'small', 'next of the same owner', 'large'])
    // A time slice does not count as an attempt.
    expect((await queue().readRow(large.id)).attempts).toBe(1)
    await jobs.stop(0)
  })

  test.each([
    ['the only slot after one time slice of an import', 1, ['large', 'short', 'large'], ['done', 'done']],
    ['no slot of an import if another slot serves short jobs', 2, ['large'], ['running', 'queued']],
  ])('a short job of another owner gets %s', async (_, slots, expectedOrder, expectedStatuses) => {
    const owners = await Promise.all(
      ['a', 'b', 'c'].map(async (name) => (await queue().server.account('developer', `${name}@house.example`)).id),
    )
    const { db, log, now } = queue().server.deps
    const order: string[] = []
    const jobs = createJobQueue({ db, now, log, slots, url: queue().url })
    await jobs.start({
      import: {
        async perform({ key }, { signal, progress }) {
          order.push(key)
          progress(0)
          if (order.length === 1)
            await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
          return insertMetaRow(key)
        },
      },
      icon: {
        async perform({ key }) {
          if (key === 'other') return new Promise(() => {})
          order.push(key)
          return insertMetaRow(key)
        },
      },
      mail: { perform: async ({ key }) => insertMetaRow(key), ownSlots: 1 },
    })
    /** Waits for a full pass over the queue: the second letter is taken only after the pass that took the first letter. */
    const passed = async () => {
      for (const key of ['letter 1', 'letter 2']) {
        const { id } = await enqueueJob(db, { kind: 'mail', key, payload: {} as never, owner: null, now: now() })
        jobs.wake()
        await jobs.waitForJob(id, SOON)
      }
    }
    const payload = { importId: 'large' }
    const large = await enqueueJob(db, { kind: 'import', key: 'large', payload, owner: owners[0]!, now: now() })
    jobs.wake()
    await vi.waitFor(() => expect(order).toEqual(['large']), SOON)
    if (slots > 1) {
      const other = await queue().add('other', owners[2])
      jobs.wake()
      await vi.waitFor(async () => expect((await queue().readRow(other.id)).status).toBe('running'), SOON)
    }
    const short = await queue().add('short', owners[1])
    queue().server.advance(LONG_JOB_SLICE_MS)
    await passed()
    if (slots === 1) for (const { id } of [short, large]) await jobs.waitForJob(id, SOON)
    expect(order).toEqual(expectedOrder)
    expect([(await queue().readRow(large.id)).status, (await queue().readRow(short.id)).status]).toEqual(
      expectedStatuses,
    )
    await jobs.stop(0)
  })

  test.each([
    ['with its first progress report', true, LONG_JOB_SLICE_MS],
    ['after ten minutes without progress', false, LONG_JOB_SETUP_MS],
  ])('the time slice of an import begins %s, so that a long set-up does not use it up', async (_, reports, ms) => {
    const owners = await Promise.all(
      ['a', 'b'].map(async (name) => (await queue().server.account('developer', `${name}@house.example`)).id),
    )
    const { db, log, now } = queue().server.deps
    const jobs = createJobQueue({ db, now, log, slots: 2, url: queue().url })
    let [starts, ends] = [0, 0]
    let report = () => {}
    await jobs.start({
      import: {
        async perform({ key }, { signal, progress }) {
          if (key === 'small' || ends > 0) return insertMetaRow(key)
          report = () => progress(0)
          starts += 1
          return new Promise((_, reject) =>
            signal.addEventListener('abort', () => {
              ends += 1
              reject(signal.reason)
            }),
          )
        },
      },
      icon: { perform: async ({ key }) => insertMetaRow(key) },
    })
    const put = (importId: string, owner: string) =>
      enqueueJob(db, { kind: 'import', key: importId, payload: { importId }, owner, now: now() })
    const large = await put('large', owners[0]!)
    jobs.wake()
    await vi.waitFor(() => expect(starts).toBe(1), SOON)
    const small = await put('small', owners[1]!)
    /** Waits for a full pass over the queue: the second job is taken only after the pass that took the first job. */
    const passed = async (name: string) => {
      for (const key of [`${name} 1`, `${name} 2`]) {
        const { id } = await queue().add(key, owners[1]!)
        jobs.wake()
        await jobs.waitForJob(id, SOON)
      }
    }
    queue().server.advance(2 * LONG_JOB_SLICE_MS)
    await passed('set-up')
    if (reports) report()
    queue().server.advance(ms - (reports ? 1 : 2 * LONG_JOB_SLICE_MS + 1))
    await passed('slice')
    expect([starts, ends]).toEqual([1, 0])
    queue().server.advance(1)
    jobs.wake()
    await jobs.waitForJob(small.id, SOON)
    await jobs.waitForJob(large.id, SOON)
    expect(ends).toBe(1)
    await jobs.stop(0)
  })

  test('an owner has at most one running import, whatever the number of slots', async () => {
    const { id: owner } = await queue().server.account('developer')
    const now = queue().server.deps.now()
    const leaseOptions = { kinds: ['import', 'icon'], now, leaseMs: 30_000, maxRunningPerOwner: 2 }
    for (const importId of ['first', 'second'])
      await enqueueJob(queue().db, { kind: 'import', key: importId, payload: { importId }, owner, now })
    await queue().add('icon', owner)
    const leaseNext = (worker: string) => leaseJob(queue().db, { ...leaseOptions, worker })
    const first = await leaseNext('one')
    const takenKeys = [first?.key, (await leaseNext('two'))?.key, (await leaseNext('three'))?.key]
    expect(takenKeys).toEqual(['first', 'icon', undefined])
    await finishJob(queue().db, { id: first!.id, worker: 'one' }, insertMetaRow('first'), now)
    expect((await leaseNext('four'))?.key).toBe('second')
  })

  test('a lease request waits for a concurrent request, whose leased job counts towards the limit', async () => {
    const { id: owner } = await queue().server.account('developer')
    for (const key of ['a', 'b']) await queue().add(key, owner)
    const now = queue().server.deps.now()
    const leaseOptions = { kinds: ['icon'], now, leaseMs: 30_000, maxRunningPerOwner: 1 }
    let second: Promise<unknown> = Promise.resolve()
    let isOver = false
    const isWaiting = async (db: Kysely<Database>) =>
      (await sql`select from pg_locks where locktype = 'advisory' and not granted`.execute(db)).rows.length > 0
    const first = await queue()
      .db.transaction()
      .execute(async (trx) => {
        const leased = await leaseJob(trx, { ...leaseOptions, worker: 'first' })
        second = leaseJob(queue().db, { ...leaseOptions, worker: 'second' })
        void second.then(() => {
          isOver = true
        })
        // PGlite has only one connection, so the second lease waits in any case.
        if (queue().url) await vi.waitFor(async () => expect(isOver || (await isWaiting(trx))).toBe(true), SOON)
        return leased
      })
    expect([first?.key, await second]).toEqual(['a', undefined])
  })

  test('a lease uses the database’s clock, whatever a process’s clock says', async () => {
    const perform: PerformIconJob = () => new Promise(() => {})
    const [worker, other] = [await queue().startWorker(perform), queue()]
    const { id } = await other.add('a')
    worker.wake()
    await vi.waitFor(async () => expect((await other.readRow(id)).status).toBe('running'), SOON)
    expect(Math.abs((await other.readRemainingLeaseMs(id)) - 30_000)).toBeLessThan(SOON)
    // By the other process's clock, the lease expired months ago or expires years later.
    for (const hours of [5000, -20_000]) {
      other.server.advance(hours * 3_600_000)
      await requeueExpiredJobs(other.db, other.server.deps.now())
      expect(await other.readRow(id)).toMatchObject({ status: 'running', attempts: 1 })
    }
    await other.setLeaseEnd(id)
    await requeueExpiredJobs(other.db, other.server.deps.now())
    expect((await other.readRow(id)).status).toBe('queued')
  })

  test('clocks that jump by hours cause no duplicate and no lost job', async () => {
    const keys = Array.from({ length: 40 }, (_, i) => `job-${String(i).padStart(2, '0')}`)
    let starts = 0
    const perform: PerformIconJob = async ({ key }) => {
      starts += 1
      if (starts % 7 === 0 && starts < 50) queue().server.advance(starts % 2 ? 5 * 3_600_000 : -4 * 3_600_000)
      await new Promise(setImmediate)
      return insertMetaRow(key)
    }
    const workers = await Promise.all(Array.from({ length: 4 }, () => queue().startWorker(perform, { slots: 2 })))
    for (const key of keys) await queue().add(key)
    await vi.waitFor(async () => {
      // Some jobs are due only in hours, because the clock was ahead when they were added.
      if ((await rows()).every(({ status }) => status !== 'running')) queue().server.advance(3_600_000)
      for (const worker of workers) worker.wake()
      expect(await queue().listResultKeys()).toEqual(keys)
    })
    await ended(40)
    expect((await rows()).map(({ status }) => status)).toEqual(keys.map(() => 'done'))
  })
})
