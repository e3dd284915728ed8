import { type Kysely, sql } from 'kysely'
import { transact } from '../assets/transact.ts'
import type { Database } from '../db/schema.ts'
import { MOST_ATTEMPTS } from './attempts.ts'
import { JOBS_CHANNEL } from './enqueue.ts'
import type { JobRow, Keep } from './job.ts'

/** A finished job is kept for so long, in milliseconds: 30 days. */
export const KEPT_MS = 30 * 24 * 3_600_000

/**
 * Who takes a job, of which kinds, for how many milliseconds it is theirs, and how many of one owner may be running. Leases
 * are written and judged by the database's clock alone: those of the machines that share it differ.
 */
export interface Taking {
  readonly worker: string
  readonly kinds: readonly string[]
  readonly now: Date
  readonly leaseMs: number
  readonly mostOfOwner: number
}

/** One take of a job: nobody else has this pair, so whoever lost the job changes nothing of it any more. */
export type Held = Pick<JobRow, 'id'> & { readonly worker: string }

/** Takes the next job that is due; undefined where there is none, or all are of owners who have enough at work. */
export async function takeJob(db: Kysely<Database>, taking: Taking): Promise<JobRow | undefined> {
  const { worker, kinds, now, leaseMs, mostOfOwner } = taking
  const { rows } = await sql<JobRow>`select * from take_job(
    ${worker}, ${now}, ${leaseEnd(leaseMs)}, string_to_array(${kinds.join(',')}, ','), ${mostOfOwner})`.execute(db)
  return rows[0]
}

/**
 * Takes back what workers lost, by a fall or a freeze: it is queued again, or has failed where that was its last attempt.
 * Every process is told of what has failed; answers the ids of that.
 */
export async function takeBack(db: Kysely<Database>, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`with lost as (
    update jobs set worker = null, lease_until = null, run_at = ${now},
      status = case when attempts < ${MOST_ATTEMPTS} then 'queued' else 'failed' end,
      error = 'The worker stopped before it was done.',
      finished_at = case when attempts < ${MOST_ATTEMPTS} then null else ${now}::timestamptz end
    where id in (select id from jobs where status = 'running' and lease_until < clock_timestamp() for update skip locked)
    returning id, status
  ) select id, pg_notify(${JOBS_CHANNEL}, id) from lost where status = 'failed'`.execute(db)
  return rows.map(({ id }) => id)
}

/** Renews a lease with the progress since; false where the job is not the worker's any more. */
export async function renew(
  db: Kysely<Database>,
  held: Held,
  { leaseMs, share, step }: { leaseMs: number; share: number; step: string | null },
): Promise<boolean> {
  const renewed = await sql<{ id: string }>`
    update jobs set lease_until = ${leaseEnd(leaseMs)}, progress = ${share}, step = ${step}
    where ${isHeld(held)} returning id`.execute(db)
  return renewed.rows.length > 0
}

/** Keeps what a job came to and marks it done, both or neither; false where it is not the worker's any more. */
export async function finish(db: Kysely<Database>, held: Held, keep: Keep, now: Date): Promise<boolean> {
  try {
    await transact(db, async (trx) => {
      // What is kept comes first: calls too lock what a job is about before they ask for the job.
      await keep(trx)
      const { rows } = await sql`
        update jobs set status = 'done', progress = 1, step = null, error = null, worker = null, lease_until = null,
          finished_at = ${now}
        where ${isHeld(held)} returning id`.execute(trx)
      if (rows.length === 0) throw new Lost()
      await tellEnded(trx, held.id)
    })
    return true
  } catch (fault) {
    if (fault instanceof Lost) return false
    throw fault
  }
}

/** Notes a failed attempt: the next begins at `again`; without it the job has failed. Nothing where it is not the worker's. */
export async function noteFault(
  db: Kysely<Database>,
  held: Held,
  { reason, kills, again, now }: { reason: string; kills: number; again: Date | undefined; now: Date },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql`
      update jobs set status = ${again ? 'queued' : 'failed'}, error = ${reason}, kills = ${kills},
        run_at = coalesce(${again ?? null}::timestamptz, run_at), finished_at = ${again ? null : now}::timestamptz,
        worker = null, lease_until = null
      where ${isHeld(held)} returning id`.execute(trx)
    if (rows.length > 0 && !again) await tellEnded(trx, held.id)
  })
}

/** Gives a job back that this worker will not end, as if it had not been taken. */
export async function giveBack(db: Kysely<Database>, held: Held, now: Date): Promise<void> {
  await sql`update jobs set status = 'queued', attempts = attempts - 1, run_at = ${now}, worker = null, lease_until = null
    where ${isHeld(held)}`.execute(db)
}

/** In how many milliseconds there is something to do: a queued job is due, or a lease ends; undefined where nothing waits for its time. */
export async function nextDue(db: Kysely<Database>, now: Date): Promise<number | undefined> {
  const { rows } = await sql<{ wait: number | null }>`select extract(epoch from least(
    (select min(run_at) from jobs where status = 'queued' and run_at > ${now}) - ${now}::timestamptz,
    (select min(lease_until) from jobs where status = 'running') - clock_timestamp()))::float8 * 1000 as wait`.execute(
    db,
  )
  return rows[0]?.wait ?? undefined
}

/** Gives back everything that is running, in a store that nobody else has open: whoever held it is gone. */
export async function takeAllBack(db: Kysely<Database>, now: Date): Promise<void> {
  await sql`update jobs set lease_until = ${new Date(0)} where status = 'running'`.execute(db)
  await takeBack(db, now)
}

/** Forgets jobs that ended long ago. */
export async function sweepJobs(db: Kysely<Database>, now: Date): Promise<void> {
  await db
    .deleteFrom('jobs')
    .where('finished_at', '<', new Date(now.getTime() - KEPT_MS))
    .execute()
}

/** Tells every process that a job ended, once that is committed. */
export const tellEnded = (trx: Kysely<Database>, id: string) =>
  sql`select pg_notify(${JOBS_CHANNEL}, ${id})`.execute(trx)

const isHeld = ({ id, worker }: Held) => sql`id = ${id} and worker = ${worker} and status = 'running'`

/** When a lease that begins now ends. */
const leaseEnd = (ms: number) => sql`clock_timestamp() + make_interval(secs => ${ms / 1000})`

class Lost extends Error {}
