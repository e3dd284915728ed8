import { type Kysely, sql } from 'kysely'
import type { Database } from '../db/schema.ts'
import { transact } from '../db/transact.ts'
import type { JobUsage } from './budgets.ts'
import { JOBS_CHANNEL } from './enqueue.ts'
import type { CommitResult, JobRow } from './job.ts'
import { MAX_ATTEMPTS, RETRY_POLICIES } from './retry-policy.ts'

export const JOB_RETENTION_MS = 30 * 24 * 3_600_000

/**
 * Request to take a job: the worker id, the accepted kinds, the length of the lease in milliseconds, and the maximum number of
 * running jobs per owner. Leases use the database's clock, because clocks of different machines differ.
 */
export interface LeaseRequest {
  readonly worker: string
  readonly kinds: readonly string[]
  readonly now: Date
  readonly leaseMs: number
  readonly maxRunningPerOwner: number
}

/**
 * Job taken by a worker: its id, and a worker id that is new for each attempt. A worker that has lost its lease can therefore not
 * change the job.
 */
export type JobLease = Pick<JobRow, 'id'> & { readonly worker: string }

/** Takes the next due job. Returns undefined if there is none, or if the owners of all due jobs have reached their maximum. */
export async function leaseJob(db: Kysely<Database>, request: LeaseRequest): Promise<JobRow | undefined> {
  const { worker, kinds, now, leaseMs, maxRunningPerOwner } = request
  const { rows } = await sql<JobRow>`select * from take_job(
    ${worker}, ${now}, ${leaseEnd(leaseMs)}, string_to_array(${kinds.join(',')}, ','), ${maxRunningPerOwner})`.execute(
    db,
  )
  return rows[0]
}

/**
 * Recovers jobs of crashed or frozen workers: queues them again, or marks them as failed after their last attempt. Notifies every
 * process of the failed jobs, and returns their ids.
 */
export async function requeueExpiredJobs(db: Kysely<Database>, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`with lost as (
    update jobs set worker = null, lease_until = null, run_at = ${now},
      status = case when attempts < ${maxAttemptsSql} then 'queued' else 'failed' end,
      error = 'The worker stopped before it was done.',
      finished_at = case when attempts < ${maxAttemptsSql} then null else ${now}::timestamptz end
    where id in (select id from jobs where status = 'running' and lease_until < clock_timestamp() for update skip locked)
    returning id, status
  ) select id, pg_notify(${JOBS_CHANNEL}, id) from lost where status = 'failed'`.execute(db)
  return rows.map(({ id }) => id)
}

const maxAttemptsSql = sql`case kind ${sql.join(
  Object.entries(RETRY_POLICIES).map(([kind, policy]) => sql`when ${kind} then ${policy.maxAttempts}::int`),
  sql` `,
)} else ${MAX_ATTEMPTS}::int end`

/** Renews a lease and stores progress and usage. Returns false if the worker has lost the lease. */
export async function renewLease(
  db: Kysely<Database>,
  lease: JobLease,
  { leaseMs, share, step, usage }: { leaseMs: number; share: number; step: string | null; usage: JobUsage },
): Promise<boolean> {
  const renewed = await sql<{ id: string }>`
    update jobs set lease_until = ${leaseEnd(leaseMs)}, progress = ${share}, step = ${step}, ${usageColumns(usage)}
    where ${isLeaseHeld(lease)} returning id`.execute(db)
  return renewed.rows.length > 0
}

/** Stores the result of a job and marks the job done, in one transaction. Returns false if the worker has lost the lease. */
export async function finishJob(
  db: Kysely<Database>,
  lease: JobLease,
  storeResult: CommitResult,
  now: Date,
): Promise<boolean> {
  try {
    await transact(db, async (trx) => {
      // Stores the result first, so that locks are taken in the same order as in API calls: the subject before the job.
      await storeResult(trx)
      const { rows } = await sql`
        update jobs set status = 'done', progress = 1, step = null, error = null, worker = null, lease_until = null,
          finished_at = ${now}
        where ${isLeaseHeld(lease)} returning id`.execute(trx)
      if (rows.length === 0) throw new LeaseLostError()
      await notifyJobEnded(trx, lease.id)
    })
    return true
  } catch (error) {
    if (error instanceof LeaseLostError) return false
    throw error
  }
}

interface FailedAttempt {
  readonly reason: string
  readonly kills: number
  readonly retryAt: Date | undefined
  readonly now: Date
  readonly usage: JobUsage
}

/**
 * Stores a failed attempt. The next attempt starts at `retryAt`; without `retryAt`, the job has failed. Does nothing if the
 * worker has lost the lease.
 */
export async function recordFailedAttempt(
  db: Kysely<Database>,
  lease: JobLease,
  { reason, kills, retryAt, now, usage }: FailedAttempt,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql`
      update jobs set status = ${retryAt ? 'queued' : 'failed'}, error = ${reason}, kills = ${kills},
        run_at = coalesce(${retryAt ?? null}::timestamptz, run_at), finished_at = ${retryAt ? null : now}::timestamptz,
        worker = null, lease_until = null, ${usageColumns(usage)}
      where ${isLeaseHeld(lease)} returning id`.execute(trx)
    if (rows.length > 0 && !retryAt) await notifyJobEnded(trx, lease.id)
  })
}

/** Returns a job to the queue. The attempt is not counted, but its usage is. */
export async function releaseJob(db: Kysely<Database>, lease: JobLease, now: Date, usage?: JobUsage): Promise<void> {
  await sql`update jobs set status = 'queued', attempts = attempts - 1, run_at = ${now}, worker = null, lease_until = null
    ${usage ? sql`, ${usageColumns(usage)}` : sql``}
    where ${isLeaseHeld(lease)}`.execute(db)
}

/** Queues a job for a later time. The attempt is not counted, but its usage is. */
export async function postponeJob(
  db: Kysely<Database>,
  lease: JobLease,
  { reason, retryAt, usage }: { reason: string; retryAt: Date; usage: JobUsage },
): Promise<void> {
  await sql`update jobs set status = 'queued', attempts = attempts - 1, run_at = ${retryAt}, error = ${reason},
      worker = null, lease_until = null, ${usageColumns(usage)}
    where ${isLeaseHeld(lease)}`.execute(db)
}

/** Returns the milliseconds until the next queued job is due or the next lease expires; undefined if there is neither. */
export async function readMsUntilNextDue(db: Kysely<Database>, now: Date): Promise<number | undefined> {
  const { rows } = await sql<{ wait: number | null }>`select extract(epoch from least(
    (select min(run_at) from jobs where status = 'queued' and run_at > ${now}) - ${now}::timestamptz,
    (select min(lease_until) from jobs where status = 'running') - clock_timestamp()))::float8 * 1000 as wait`.execute(
    db,
  )
  return rows[0]?.wait ?? undefined
}

export async function hasDueJobOfOtherOwner(
  db: Kysely<Database>,
  { kinds, now, owners }: { kinds: readonly string[]; now: Date; owners: readonly (string | null)[] },
): Promise<boolean> {
  const { rows } = await sql`select from jobs
    where status = 'queued' and run_at <= ${now} and kind = any (string_to_array(${kinds.join(',')}, ','))
      and coalesce(owner_id, '') <> all (string_to_array(${owners.map((id) => id ?? '').join(',')}, ','))
      and (kind <> 'import' or not exists (select from jobs as other
        where other.status = 'running' and other.kind = 'import'
          and coalesce(other.owner_id, '') = coalesce(jobs.owner_id, '')))
    limit 1`.execute(db)
  return rows.length > 0
}

/** Recovers all running jobs, for a database that no other process uses. */
export async function requeueAllRunningJobs(db: Kysely<Database>, now: Date): Promise<void> {
  await sql`update jobs set lease_until = ${new Date(0)} where status = 'running'`.execute(db)
  await requeueExpiredJobs(db, now)
}

/** Retention of the jobs of sent e-mails, whose addresses are personal data. */
export const SENT_MAIL_RETENTION_MS = 24 * 3_600_000

export async function sweepJobs(db: Kysely<Database>, now: Date): Promise<void> {
  const before = (ms: number) => new Date(now.getTime() - ms)
  await db.deleteFrom('jobs').where('finished_at', '<', before(JOB_RETENTION_MS)).execute()
  await db
    .deleteFrom('jobs')
    .where('finished_at', '<', before(SENT_MAIL_RETENTION_MS))
    .where('kind', '=', 'mail')
    .where('status', '=', 'done')
    .execute()
}

export const notifyJobEnded = (trx: Kysely<Database>, id: string) =>
  sql`select pg_notify(${JOBS_CHANNEL}, ${id})`.execute(trx)

const isLeaseHeld = ({ id, worker }: JobLease) => sql`id = ${id} and worker = ${worker} and status = 'running'`

const usageColumns = ({ ms, cpuMs, bytes }: JobUsage) =>
  sql`used_ms = ${ms}, used_cpu_ms = ${cpuMs}, used_bytes = ${bytes}`

const leaseEnd = (ms: number) => sql`clock_timestamp() + make_interval(secs => ${ms / 1000})`

class LeaseLostError extends Error {}
