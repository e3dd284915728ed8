import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, test } from 'vitest'
import { connectToDatabase } from '../../server/db/connect-to-database.ts'
import type { Database } from '../../server/db/schema.ts'
import { JOB_BUDGETS, type JobBudget } from '../../server/jobs/budgets.ts'
import { enqueueJob } from '../../server/jobs/enqueue.ts'
import type { JobKind, JobRow } from '../../server/jobs/job.ts'
import type { JobPayloads } from '../../server/jobs/job-payloads.ts'
import { createJobQueue, type JobQueue, type JobQueueDeps } from '../../server/jobs/job-queue.ts'
import { postgresSkipReason, TestPostgres } from './postgres.ts'
import { openTestServer, type TestServer } from './server.ts'

/** Generous timeout for a busy machine, in milliseconds. */
export const SOON = 100_000

export type PerformIconJob = JobKind<JobPayloads['icon']>['perform']

/** Job queue that starts without workers. Its workers behave like separate processes. */
export class TestQueue {
  readonly #open: JobQueue[] = []
  readonly #stores: Kysely<Database>[] = []

  constructor(
    readonly server: TestServer,
    readonly url: string | undefined,
  ) {}

  get db(): Kysely<Database> {
    return this.server.deps.db
  }

  /** Starts a worker. On PostgreSQL, a worker has its own connections. On PGlite, a worker takes over running jobs. */
  async startWorker(
    perform: PerformIconJob,
    { budget, ...overrides }: Partial<JobQueueDeps> & { budget?: Partial<JobBudget> } = {},
  ): Promise<JobQueue> {
    const db = this.url ? await connectToDatabase({ url: this.url }) : this.db
    if (this.url) this.#stores.push(db)
    const { now, log } = this.server.deps
    const budgets = { icon: { ...JOB_BUDGETS.icon, ...budget } }
    const jobs = createJobQueue({ db, now, log, url: this.url, slots: 1, random: () => 0.5, budgets, ...overrides })
    this.#open.push(jobs)
    await jobs.start({ icon: { perform } })
    return jobs
  }

  add(key: string, owner: string | null = null): Promise<JobRow> {
    const payload = { assetId: key, modelUrl: '' }
    return enqueueJob(this.db, { kind: 'icon', key, payload, owner, now: this.server.deps.now() })
  }

  readRow(id: string): Promise<JobRow> {
    return this.db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  }

  /** Sets the end of a job's lease, by default to the past, otherwise `inMs` milliseconds ahead, by the store's clock. */
  async setLeaseEnd(id: string, inMs = -1): Promise<void> {
    const end = sql<Date>`clock_timestamp() + make_interval(secs => ${inMs / 1000})`
    await this.db.updateTable('jobs').set({ lease_until: end }).where('id', '=', id).execute()
  }

  /** Returns the remaining lease of a job, in milliseconds by the store's clock. */
  async readRemainingLeaseMs(id: string): Promise<number> {
    const { rows } = await sql<{ left: number }>`
      select extract(epoch from lease_until - clock_timestamp())::float8 * 1000 as left from jobs where id = ${id}`.execute(
      this.db,
    )
    return rows[0]!.left
  }

  /** Returns the keys of the stored results in order. */
  async listResultKeys(): Promise<string[]> {
    return (await this.db.selectFrom('meta').select('key').orderBy('key').execute()).map(({ key }) => key)
  }

  /** Stops all workers of a test and resets the server. */
  async clear(): Promise<void> {
    await Promise.all(this.#open.splice(0).map((jobs) => jobs.stop(0)))
    await Promise.all(this.#stores.splice(0).map((db) => db.destroy()))
    await this.server.reset()
  }
}

/** Returns a job result that inserts one row, so that a second job with the same key fails. */
export const insertMetaRow =
  (key: string): Awaited<ReturnType<PerformIconJob>> =>
  async (trx) =>
    void (await trx.insertInto('meta').values({ key, value: '' }).execute())

/** Registers the same tests for the embedded database and for a PostgreSQL server, if this machine has one. */
export function describeOnBothStores(tests: (queue: () => TestQueue) => void): void {
  for (const name of ['PGlite', 'PostgreSQL'] as const) {
    if (name === 'PostgreSQL' && postgresSkipReason) {
      test.skip(`skips PostgreSQL: ${postgresSkipReason}`, () => {})
      continue
    }
    describe(`on ${name}`, () => {
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
