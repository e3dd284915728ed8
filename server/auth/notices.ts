import { AsyncLocalStorage } from 'node:async_hooks'
import type { Kysely } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Database } from '../db/schema.ts'
import type { AccountSecurityChange } from '../db/tables/account-security-change.ts'
import { jsonSql } from '../db/values.ts'
import { HttpError } from '../errors/http-error.ts'
import { withQueueWake } from '../jobs/enqueue.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { countAttempt, type RateLimits } from './rate-limit.ts'

export interface AccountNotice {
  userId: string
  change: AccountSecurityChange
  address: string
  userAgent?: string | undefined
}

const scope = new AsyncLocalStorage<{ hasNotices: boolean }>()

/**
 * Runs `work`. If `work` added a notice, calls `queue` afterwards, even after an error, because part of the work may be
 * committed.
 */
export async function withNotices<T>(queue: () => Promise<void>, work: () => Promise<T>): Promise<T> {
  const added = { hasNotices: false }
  try {
    return await scope.run(added, work)
  } finally {
    // An error here does not fail the call: the notices are stored, and the sweep queues their mail within a minute.
    if (added.hasNotices) await queue().catch(() => {})
  }
}

/**
 * Adds a notice for an account's owner, in the transaction of the change, so that no change lacks its notice. An unverified
 * address gets no notice, because anyone may have entered the address.
 */
export async function addNotice(
  trx: Kysely<Database>,
  at: Date,
  { userId, change, address, userAgent }: AccountNotice,
): Promise<void> {
  const owner = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('email', 'is not', null)
    .where('verified_at', 'is not', null)
    .executeTakeFirst()
  if (!owner) return
  await trx
    .insertInto('notices')
    .values({ id: uuidv7(), user_id: userId, at, address, user_agent: userAgent ?? null, change: jsonSql(change) })
    .execute()
  const added = scope.getStore()
  if (added) added.hasNotices = true
}

export interface MailQueueDeps {
  db: Kysely<Database>
  now: () => Date
  limits: RateLimits
  jobs: Pick<JobQueue, 'wake'>
}

/**
 * Queues the pending notices, as one mail per account. Beyond `limits.changeMailsToAccount`, an account's notices wait for a
 * later mail.
 */
export const queueChangeMails = (deps: MailQueueDeps): Promise<void> =>
  withQueueWake(deps.jobs.wake, async () => {
    const waiting = await deps.db.selectFrom('notices').select('user_id').distinct().execute()
    for (const { user_id } of waiting) await queueChangeMail(deps, user_id)
  })

/** Replaces the pending notices of an account by one job, unless its limit of mails is reached. */
async function queueChangeMail({ db, now, limits }: MailQueueDeps, userId: string): Promise<void> {
  try {
    await db.transaction().execute(async (trx) => {
      // Locks the account. Otherwise two processes could report the same notices, and together exceed the limit.
      const user = await trx
        .selectFrom('users')
        .select(['email', 'language'])
        .where('id', '=', userId)
        .forUpdate()
        .executeTakeFirst()
      const rows = await trx.deleteFrom('notices').where('user_id', '=', userId).returningAll().execute()
      if (rows.length === 0 || !user?.email) return
      await countAttempt({ db: trx, now }, 'letters-to', userId, limits.changeMailsToAccount)
      const changes = rows
        .sort((first, other) => (first.id < other.id ? -1 : 1))
        .map(({ at, address, user_agent, change }) => ({
          at: at.toISOString(),
          address,
          userAgent: user_agent,
          change,
        }))
      await queueMail(trx, now(), { letter: 'changes', to: user.email, language: user.language ?? 'en', changes })
    })
  } catch (error) {
    // The transaction was rolled back, so the notices wait for a later mail.
    if (error instanceof HttpError && error.code === 'TOO_MANY_REQUESTS') return
    throw error
  }
}
