import { type Kysely, sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import type { Database } from '../../../server/db/schema.ts'
import { enqueueJob } from '../../../server/jobs/enqueue.ts'
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
    expect(first?.key).toBe('a')
    expect(await second).toBeUndefined()
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
