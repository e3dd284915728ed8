import { createHash } from 'node:crypto'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { isDatabaseAway } from '../db/faults.ts'
import type { Database } from '../db/schema.ts'
import { Refusal } from '../errors.ts'

/** So many calls in so many seconds. */
export interface Limit {
  most: number
  seconds: number
}

/**
 * So many misses are free; after the last of them the next try has to wait, and twice as long after each further one.
 * A day (`forgetSeconds`) without a miss forgets them all.
 */
export interface Waits {
  free: number
  firstSeconds: number
  mostSeconds: number
  forgetSeconds: number
}

/** What may be asked how often. Logins and codes that succeed are not counted. */
export interface Limits {
  /** Wrong passwords for an account from one address. */
  loginWaits: Waits
  /** Wrong passwords for an account from wherever its owner has never been; beyond it a mailed code is asked for. */
  loginsOfAccount: Limit
  loginsFromAddress: Limit
  signupsFromAddress: Limit
  guestsFromAddress: Limit
  emailLookupsFromAddress: Limit
  emailLookupsFromSubnet: Limit
  refreshesFromAddress: Limit
  /** Codes missed by those who had them mailed, from wherever the owner has never been: it bounds guessing. */
  codeMissesOfAccount: Limit
  codeTriesFromAddress: Limit
  /** Mails of one purpose to an account: asked for from one address, and from all where its owner has never been. */
  mailsToAccountFromAddress: Limit
  mailsToAccount: Limit
  mailsFromAddress: Limit
  /** API tokens that an account makes, and calls that are made with one. */
  apiTokensOfAccount: Limit
  callsOfApiToken: Limit
}

const HOUR = 60 * 60
const DAY = 24 * HOUR

export const LIMITS: Limits = {
  loginWaits: { free: 5, firstSeconds: 30, mostSeconds: 15 * 60, forgetSeconds: DAY },
  loginsOfAccount: { most: 50, seconds: HOUR },
  loginsFromAddress: { most: 100, seconds: 15 * 60 },
  signupsFromAddress: { most: 50, seconds: HOUR },
  guestsFromAddress: { most: 300, seconds: HOUR },
  emailLookupsFromAddress: { most: 60, seconds: HOUR },
  emailLookupsFromSubnet: { most: 600, seconds: HOUR },
  refreshesFromAddress: { most: 600, seconds: 60 },
  codeMissesOfAccount: { most: 100, seconds: DAY },
  codeTriesFromAddress: { most: 100, seconds: 15 * 60 },
  mailsToAccountFromAddress: { most: 5, seconds: HOUR },
  mailsToAccount: { most: 30, seconds: HOUR },
  mailsFromAddress: { most: 50, seconds: HOUR },
  apiTokensOfAccount: { most: 20, seconds: HOUR },
  callsOfApiToken: { most: 600, seconds: 60 },
}

interface Needs {
  db: Kysely<Database>
  now: () => Date
}

/** What else there is to say of a call that is counted. */
interface Counting {
  /** It counts only where this holds. */
  onlyIf?: RawBuilder<boolean>
  /** Told of the first call of a window that is refused. */
  onPassed?: () => void
}

/** Takes back what was counted. What it was counted for is done by then: where the database is away it stays counted, no more. */
export type TakeBack = () => Promise<void>

/**
 * Counts one call of `who` and throws `TOO_MANY_REQUESTS` where the limit is passed. Counting is one statement of the
 * database, so exactly `most` of any number of parallel calls pass. Answers a function that takes the call back.
 */
export async function countCall(
  { db, now }: Needs,
  name: string,
  who: string,
  { most, seconds }: Limit,
  { onlyIf = sql`true`, onPassed }: Counting = {},
): Promise<TakeBack> {
  const at = now()
  const key = keyOf(name, who)
  const resets = new Date(at.getTime() + seconds * 1000)
  const { rows } = await sql<{ count: number; resets_at: Date }>`
    insert into rate_limits as kept (key, count, resets_at)
    select ${key}, 1, ${resets}::timestamptz where ${onlyIf}
    on conflict (key) do update set
      count = case when kept.resets_at <= ${at} then 1 else kept.count + 1 end,
      resets_at = case when kept.resets_at <= ${at} then excluded.resets_at else kept.resets_at end
    returning count, resets_at`.execute(db)
  const counted = rows[0]
  if (counted && counted.count > most) {
    if (counted.count === most + 1) onPassed?.()
    throw tooMany(counted.resets_at, at)
  }
  return async () => {
    if (counted)
      await ifThere(sql`update rate_limits set count = greatest(count - 1, 0) where key = ${key}`.execute(db))
  }
}

/** A try that may turn out to be a miss. */
export interface Try {
  /** It was right: all the misses are forgotten. */
  forgive: TakeBack
  /** It was never made. */
  undo: TakeBack
}

/**
 * Lets a try of `who` begin, or throws `TOO_MANY_REQUESTS` while earlier misses are waited for. It counts as a miss until
 * it is forgiven, by one statement of the database, so exactly the free ones of any number of parallel tries pass.
 */
export async function beginTry(
  { db, now }: Needs,
  name: string,
  who: string,
  { free, firstSeconds, mostSeconds, forgetSeconds }: Waits,
): Promise<Try> {
  const at = now()
  const key = keyOf(name, who)
  const forgotten = new Date(at.getTime() + forgetSeconds * 1000)
  const misses = sql`case when kept.resets_at <= ${at} then 1 else kept.count + 1 end`
  const freeAfter = (count: RawBuilder<unknown>) => sql`${at}::timestamptz + interval '1 second' *
    case when ${count} < ${free}::int then 0
      else least(${mostSeconds}::int, ${firstSeconds}::int * power(2, least(${count} - ${free}::int, 20))) end`
  const { rows } = await sql`
    insert into rate_limits as kept (key, count, resets_at, free_at)
    values (${key}, 1, ${forgotten}, ${freeAfter(sql`1`)})
    on conflict (key) do update set count = ${misses}, resets_at = excluded.resets_at, free_at = ${freeAfter(misses)}
    where kept.free_at is null or kept.free_at <= ${at} or kept.resets_at <= ${at}
    returning count`.execute(db)
  if (rows.length === 0) {
    const kept = await db.selectFrom('rate_limits').select('free_at').where('key', '=', key).executeTakeFirst()
    throw tooMany(kept?.free_at ?? at, at)
  }
  return {
    async forgive() {
      await ifThere(db.deleteFrom('rate_limits').where('key', '=', key).execute())
    },
    async undo() {
      await ifThere(
        sql`update rate_limits set count = greatest(count - 1, 0), free_at = null where key = ${key}`.execute(db),
      )
    },
  }
}

/** Waits for what is not worth a refusal where the database is away. */
async function ifThere(work: Promise<unknown>): Promise<void> {
  await work.catch((fault: unknown) => {
    if (!isDatabaseAway(fault)) throw fault
  })
}

const keyOf = (name: string, who: string) => `${name}:${createHash('sha256').update(who).digest('base64url')}`

function tooMany(until: Date, at: Date): Refusal {
  const wait = Math.max(1, Math.ceil((until.getTime() - at.getTime()) / 1000))
  return new Refusal('TOO_MANY_REQUESTS', `Too many attempts. Wait ${duration(wait)}.`, undefined, wait)
}

const duration = (seconds: number) =>
  seconds < 90 ? `${seconds} second${seconds === 1 ? '' : 's'}` : `${Math.ceil(seconds / 60)} minutes`
