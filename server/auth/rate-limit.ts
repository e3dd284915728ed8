import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../db/schema.ts'
import { Refusal } from '../errors.ts'

/** So many calls in so many seconds. */
export interface Limit {
  most: number
  seconds: number
}

/** What may be asked how often. Logins and codes that succeed are not counted. */
export interface Limits {
  loginsOfAccount: Limit
  loginsFromAddress: Limit
  signupsFromAddress: Limit
  guestsFromAddress: Limit
  emailLookupsFromAddress: Limit
  refreshesFromAddress: Limit
  codeTriesOfAccount: Limit
  codeTriesFromAddress: Limit
  mailsToAccount: Limit
  mailsFromAddress: Limit
}

export const LIMITS: Limits = {
  loginsOfAccount: { most: 10, seconds: 15 * 60 },
  loginsFromAddress: { most: 100, seconds: 15 * 60 },
  signupsFromAddress: { most: 50, seconds: 60 * 60 },
  guestsFromAddress: { most: 300, seconds: 60 * 60 },
  emailLookupsFromAddress: { most: 30, seconds: 60 },
  refreshesFromAddress: { most: 600, seconds: 60 },
  codeTriesOfAccount: { most: 10, seconds: 15 * 60 },
  codeTriesFromAddress: { most: 100, seconds: 15 * 60 },
  mailsToAccount: { most: 5, seconds: 60 * 60 },
  mailsFromAddress: { most: 50, seconds: 60 * 60 },
}

/**
 * Counts one call of `who` and throws `TOO_MANY_REQUESTS` where the limit is passed. Counting is one statement of the
 * database, so exactly `most` of any number of parallel calls pass. Answers a function that takes the call back.
 */
export async function countCall(
  { db, now }: { db: Kysely<Database>; now: () => Date },
  name: string,
  who: string,
  { most, seconds }: Limit,
): Promise<() => Promise<void>> {
  const at = now()
  const key = `${name}:${createHash('sha256').update(who).digest('base64url')}`
  const resets = new Date(at.getTime() + seconds * 1000)
  const { rows } = await sql<{ count: number; resets_at: Date }>`
    insert into rate_limits as kept (key, count, resets_at) values (${key}, 1, ${resets})
    on conflict (key) do update set
      count = case when kept.resets_at <= ${at} then 1 else kept.count + 1 end,
      resets_at = case when kept.resets_at <= ${at} then excluded.resets_at else kept.resets_at end
    returning count, resets_at`.execute(db)
  const { count, resets_at } = rows[0]!
  if (count > most) {
    const wait = Math.max(1, Math.ceil((resets_at.getTime() - at.getTime()) / 1000))
    throw new Refusal('TOO_MANY_REQUESTS', `Too many tries. Please wait ${duration(wait)}.`, undefined, wait)
  }
  return async () => {
    await sql`update rate_limits set count = greatest(count - 1, 0) where key = ${key}`.execute(db)
  }
}

const duration = (seconds: number) =>
  seconds < 90 ? `${seconds} second${seconds === 1 ? '' : 's'}` : `${Math.ceil(seconds / 60)} minutes`
