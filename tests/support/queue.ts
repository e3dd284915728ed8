import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, test } from 'vitest'
import { openStore } from '../../server/db/open.ts'
import type { Database } from '../../server/db/schema.ts'
import { enqueue } from '../../server/jobs/enqueue.ts'
import type { JobKind, JobRow } from '../../server/jobs/job.ts'
import type { Payloads } from '../../server/jobs/payloads.ts'
import { createJobs, type JobNeeds, type Jobs } from '../../server/jobs/runner.ts'
import { noPostgres, TestPostgres } from './postgres.ts'
import { openTestServer, type TestServer } from './server.ts'

/** How a test's jobs are done. */
export type Perform = JobKind<Payloads['icon']>['perform']

/** A queue that nobody works on yet, and workers over it as if each were a process of its own. */
export class TestQueue {
  readonly #open: Jobs[] = []
  readonly #stores: Kysely<Database>[] = []

  constructor(
    readonly server: TestServer,
    readonly url: string | undefined,
  ) {}

  get db(): Kysely<Database> {
    return this.server.deps.db
  }

  /** Starts a worker; on PostgreSQL with connections of its own. On PGlite it takes over what is running, as after a restart. */
  async worker(perform: Perform, { mostMs, ...needs }: Partial<JobNeeds> & { mostMs?: number } = {}): Promise<Jobs> {
    const db = this.url ? await openStore({ url: this.url }) : this.db
    if (this.url) this.#stores.push(db)
    const { now, log } = this.server.deps
    const jobs = createJobs({ db, now, log, url: this.url, seats: 1, random: () => 0.5, ...needs })
    this.#open.push(jobs)
    await jobs.begin({ icon: { perform, ...(mostMs === undefined ? {} : { mostMs }) } })
    return jobs
  }

  add(key: string, owner: string | null = null): Promise<JobRow> {
    const payload = { assetId: key, modelUrl: '' }
    return enqueue(this.db, { kind: 'icon', key, payload, owner, now: this.server.deps.now() })
  }

  row(id: string): Promise<JobRow> {
    return this.db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  }

  /** Lets the lease of a job be over, or last for so many milliseconds more, by the store's own clock. */
  async leaseEnds(id: string, inMs = -1): Promise<void> {
    const end = sql<Date>`clock_timestamp() + make_interval(secs => ${inMs / 1000})`
    await this.db.updateTable('jobs').set({ lease_until: end }).where('id', '=', id).execute()
  }

  /** What is left of the lease of a job, in milliseconds by the store's own clock. */
  async leaseLeft(id: string): Promise<number> {
    const { rows } = await sql<{ left: number }>`
      select extract(epoch from lease_until - clock_timestamp())::float8 * 1000 as left from jobs where id = ${id}`.execute(
      this.db,
    )
    return rows[0]!.left
  }

  /** What was kept, by its key, in order. */
  async kept(): Promise<string[]> {
    return (await this.db.selectFrom('meta').select('key').orderBy('key').execute()).map(({ key }) => key)
  }

  /** Ends all workers of a test. */
  async clear(): Promise<void> {
    await Promise.all(this.#open.splice(0).map((jobs) => jobs.stop(0)))
    await Promise.all(this.#stores.splice(0).map((db) => db.destroy()))
    await this.server.reset()
  }
}

/** What a job comes to in tests: one row of its own, so that a second one of the same key fails. */
export const keeping =
  (key: string): Awaited<ReturnType<Perform>> =>
  async (trx) =>
    void (await trx.insertInto('meta').values({ key, value: '' }).execute())

/** The same tests over the embedded database and over a PostgreSQL server, where this machine has one. */
export function overBothStores(tests: (queue: () => TestQueue) => void): void {
  for (const name of ['PGlite', 'PostgreSQL'] as const) {
    if (name === 'PostgreSQL' && noPostgres) {
      test.skip(`skipped: ${noPostgres}`, () => {})
      continue
    }
    describe(`over ${name}`, () => {
      let postgres: TestPostgres | undefined
      let queue: TestQueue
      beforeAll(async () => {
        if (name === 'PostgreSQL') postgres = await TestPostgres.create()
        const url = postgres?.url
        queue = new TestQueue(await openTestServer({ workers: 0, url }), url)
      })
      beforeEach(() => queue.clear())
      afterAll(async () => {
        await queue.clear()
        await queue.server.close()
        await postgres?.remove()
      })
      tests(() => queue)
    })
  }
}
