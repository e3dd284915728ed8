import { createHash } from 'node:crypto'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '../db/schema.ts'
import { isDatabaseUnavailable } from '../errors/database-errors.ts'
import { HttpError } from '../errors/http-error.ts'

export interface RateLimit {
  max: number
  seconds: number
}

/**
 * Delays after failed attempts. The first `freeMisses` attempts are not delayed. After that, each failure doubles the wait before
 * the next attempt. The count is reset after `forgetSeconds` without an attempt.
 */
export interface BackoffPolicy {
  freeMisses: number
  firstSeconds: number
  maxSeconds: number
  forgetSeconds: number
}

/** Rate limits. Successful sign-ins and codes are not counted. */
export interface RateLimits {
  loginWaits: BackoffPolicy
  /** Wrong passwords for an account from addresses unknown to its owner. Above the limit, a mailed code is required. */
  loginsOfAccount: RateLimit
  loginsFromAddress: RateLimit
  signupsFromAddress: RateLimit
  guestsFromAddress: RateLimit
  emailLookupsFromAddress: RateLimit
  emailLookupsFromSubnet: RateLimit
  refreshesFromAddress: RateLimit
  /**
   * Wrong codes for an account by callers who requested a code. Addresses known to the owner are counted separately from all
   * others.
   */
  codeMissesOfAccount: RateLimit
  codeTriesFromAddress: RateLimit
  /** Wrong passwords and codes from one network, for all accounts whose owners never signed in from that network. */
  missesFromNetwork: RateLimit
  /** Mails of one purpose to an account, requested from one IP address. */
  mailsToAccountFromAddress: RateLimit
  /** Mails of one purpose to an account, requested from IP addresses that its owner has not used. */
  mailsToAccount: RateLimit
  mailsFromAddress: RateLimit
  /** Notification e-mails to an owner about account changes. Further changes are summarised in a later e-mail. */
  changeMailsToAccount: RateLimit
  apiTokensOfAccount: RateLimit
  callsOfApiToken: RateLimit
}

const HOUR_SECONDS = 60 * 60
const DAY_SECONDS = 24 * HOUR_SECONDS

export const RATE_LIMITS: RateLimits = {
  loginWaits: { freeMisses: 5, firstSeconds: 30, maxSeconds: 15 * 60, forgetSeconds: DAY_SECONDS },
  loginsOfAccount: { max: 50, seconds: HOUR_SECONDS },
  loginsFromAddress: { max: 100, seconds: 15 * 60 },
  signupsFromAddress: { max: 50, seconds: HOUR_SECONDS },
  guestsFromAddress: { max: 300, seconds: HOUR_SECONDS },
  emailLookupsFromAddress: { max: 60, seconds: HOUR_SECONDS },
  emailLookupsFromSubnet: { max: 600, seconds: HOUR_SECONDS },
  refreshesFromAddress: { max: 600, seconds: 60 },
  codeMissesOfAccount: { max: 100, seconds: DAY_SECONDS },
  codeTriesFromAddress: { max: 100, seconds: 15 * 60 },
  missesFromNetwork: { max: 100, seconds: 6 * HOUR_SECONDS },
  mailsToAccountFromAddress: { max: 5, seconds: HOUR_SECONDS },
  mailsToAccount: { max: 30, seconds: HOUR_SECONDS },
  mailsFromAddress: { max: 50, seconds: HOUR_SECONDS },
  changeMailsToAccount: { max: 5, seconds: HOUR_SECONDS },
  apiTokensOfAccount: { max: 20, seconds: HOUR_SECONDS },
  callsOfApiToken: { max: 600, seconds: 60 },
}

interface RateLimitDeps {
  db: Kysely<Database>
  now: () => Date
}

interface CountOptions {
  onlyIf?: RawBuilder<boolean>
  /** Called for the first refused call of a window. */
  onExceeded?: () => void
}

/** Undoes a count. If the database is unreachable, the count stays and no error is thrown, because the work is done. */
export type UndoCount = () => Promise<void>

/**
 * Counts one call of `subject`. Throws `TOO_MANY_REQUESTS` beyond the limit. A single SQL statement counts, so exactly `max` of
 * any number of parallel calls pass. Returns a function that undoes the count.
 */
export async function countAttempt(
  { db, now }: RateLimitDeps,
  name: string,
  subject: string,
  { max, seconds }: RateLimit,
  { onlyIf = sql`true`, onExceeded }: CountOptions = {},
): Promise<UndoCount> {
  const at = now()
  const key = keyOf(name, subject)
  const resets = new Date(at.getTime() + seconds * 1000)
  const { rows } = await sql<{ count: number; resets_at: Date }>`
    insert into rate_limits as counter (key, count, resets_at)
    select ${key}, 1, ${resets}::timestamptz where ${onlyIf}
    on conflict (key) do update set
      count = case when counter.resets_at <= ${at} then 1 else counter.count + 1 end,
      resets_at = case when counter.resets_at <= ${at} then excluded.resets_at else counter.resets_at end
    returning count, resets_at`.execute(db)
  const counter = rows[0]
  if (counter && counter.count > max) {
    if (counter.count === max + 1) onExceeded?.()
    throw tooManyRequests(counter.resets_at, at)
  }
  return async () => {
    if (counter)
      await ignoreOutage(sql`update rate_limits set count = greatest(count - 1, 0) where key = ${key}`.execute(db))
  }
}

export interface PendingAttempt {
  forgive: UndoCount
  /** Undoes the count, for an attempt whose password was not checked. */
  undo: UndoCount
}

/**
 * Starts an attempt of `subject`. Throws `TOO_MANY_REQUESTS` during the delay after earlier failures. A single SQL statement
 * counts the attempt as a failure until it is forgiven, so parallel attempts cannot exceed the policy.
 */
export async function startAttempt(
  { db, now }: RateLimitDeps,
  name: string,
  subject: string,
  { freeMisses, firstSeconds, maxSeconds, forgetSeconds }: BackoffPolicy,
): Promise<PendingAttempt> {
  const at = now()
  const key = keyOf(name, subject)
  const forgetAt = new Date(at.getTime() + forgetSeconds * 1000)
  const misses = sql`case when counter.resets_at <= ${at} then 1 else counter.count + 1 end`
  const freeAfter = (count: RawBuilder<unknown>) => sql`${at}::timestamptz + interval '1 second' *
    case when ${count} < ${freeMisses}::int then 0
      else least(${maxSeconds}::int, ${firstSeconds}::int * power(2, least(${count} - ${freeMisses}::int, 20))) end`
  const { rows } = await sql`
    insert into rate_limits as counter (key, count, resets_at, free_at)
    values (${key}, 1, ${forgetAt}, ${freeAfter(sql`1`)})
    on conflict (key) do update set count = ${misses}, resets_at = excluded.resets_at, free_at = ${freeAfter(misses)}
    where counter.free_at is null or counter.free_at <= ${at} or counter.resets_at <= ${at}
    returning count`.execute(db)
  if (rows.length === 0) {
    const limitRow = await db.selectFrom('rate_limits').select('free_at').where('key', '=', key).executeTakeFirst()
    throw tooManyRequests(limitRow?.free_at ?? at, at)
  }
  return {
    async forgive() {
      await ignoreOutage(db.deleteFrom('rate_limits').where('key', '=', key).execute())
    },
    async undo() {
      await ignoreOutage(
        sql`update rate_limits set count = greatest(count - 1, 0), free_at = null where key = ${key}`.execute(db),
      )
    },
  }
}

/** Awaits `work` and ignores an unreachable database, for writes that are not worth an error. */
async function ignoreOutage(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!isDatabaseUnavailable(error)) throw error
  })
}

const keyOf = (name: string, subject: string) => `${name}:${createHash('sha256').update(subject).digest('base64url')}`

function tooManyRequests(until: Date, at: Date): HttpError {
  const wait = Math.max(1, Math.ceil((until.getTime() - at.getTime()) / 1000))
  return new HttpError('TOO_MANY_REQUESTS', `Too many attempts. Wait ${formatDuration(wait)}.`, undefined, wait)
}

const formatDuration = (seconds: number) =>
  seconds < 90 ? `${seconds} second${seconds === 1 ? '' : 's'}` : `${Math.ceil(seconds / 60)} minutes`
