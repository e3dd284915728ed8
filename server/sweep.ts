import { sql } from 'kysely'
import { foldCounts } from './assets/counts.ts'
import { askForPurge } from './assets/purge-trash.ts'
import { sweepTurntables } from './assets/turntables.ts'
import { ENDED_TOKEN_MS } from './auth/api-tokens.ts'
import { KNOWN_MS } from './auth/known-addresses.ts'
import { GRACE_MS } from './auth/refresh-session.ts'
import { REMEMBERED_MS } from './auth/revocations.ts'
import { SESSION_MS } from './auth/session-data.ts'
import { DatabaseAway } from './db/faults.ts'
import { patiently } from './db/patience.ts'
import type { Deps } from './deps.ts'
import { sweepOutbox } from './events/outbox.ts'
import { eachOf } from './files/sweep-files.ts'
import { KEY_MS } from './idempotency.ts'
import { sweepJobs } from './jobs/table.ts'
import { sweepVariants } from './optimise/store.ts'
import { releaseArchives } from './transfer/release-archives.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** How long it is told what became of an import, in milliseconds. */
const IMPORT_MS = 30 * 24 * HOUR
/** How long audit rows are kept, in milliseconds. */
const AUDIT_MS = 365 * 24 * HOUR

/** How long is told what became of an event at a webhook, in milliseconds. */
const DELIVERIES_MS = 30 * 24 * HOUR

type Needs = Pick<Deps, 'db' | 'files' | 'now' | 'jobs'>

/** What is done one after the other, by its name in the log; each by itself, whatever became of those before it. */
type Steps = Readonly<Record<string, (needs: Needs, at: Date) => Promise<unknown>>>

/** What has had its time. In this order: what a step lets go of is for a later one to remove. */
const HOURLY: Steps = {
  'the trash': async ({ db, jobs }, at) => {
    if (await askForPurge(db, at)) jobs.wake()
  },
  'variants of models': ({ db }) => sweepVariants(db),
  turntables: ({ db }) => sweepTurntables(db),
  'archives of failed imports': ({ db }, at) => releaseArchives(db, at),
  files: ({ files }) => files.sweep(),
  sessions: async ({ db }, at) => {
    // What ran out is not revoked, or every process would be told of it.
    await db
      .updateTable('sessions')
      .set(({ ref }) => ({ revoked_at: ref('expires_at') }))
      .where('expires_at', '<', at)
      .where('revoked_at', 'is', null)
      .execute()
    await db.deleteFrom('sessions').where('expires_at', '<', at).execute()
  },
  revocations: ({ db }) =>
    sql`delete from revocations
      where written_at < clock_timestamp() - make_interval(secs => ${REMEMBERED_MS / 1000})`.execute(db),
  'refresh tokens': ({ db }, at) =>
    db.deleteFrom('refresh_tokens').where('used_at', '<', before(at, SESSION_MS)).execute(),
  'idempotency keys': ({ db }, at) =>
    db.deleteFrom('idempotency').where('created_at', '<', before(at, KEY_MS)).execute(),
  codes: ({ db }, at) =>
    db
      .deleteFrom('proofs')
      .where('code_expires_at', '<', at)
      .where((on) => on.or([on('link_expires_at', 'is', null), on('link_expires_at', '<', at)]))
      .execute(),
  'audit rows': ({ db }, at) => db.deleteFrom('audit').where('at', '<', before(at, AUDIT_MS)).execute(),
  'known addresses': ({ db }, at) =>
    db.deleteFrom('known_addresses').where('seen_at', '<', before(at, KNOWN_MS)).execute(),
  'API tokens': ({ db }, at) =>
    db.deleteFrom('api_tokens').where('expires_at', '<', before(at, ENDED_TOKEN_MS)).execute(),
  imports: ({ db }, at) => db.deleteFrom('imports').where('created_at', '<', before(at, IMPORT_MS)).execute(),
  'rate limits': ({ db }, at) => db.deleteFrom('rate_limits').where('resets_at', '<', at).execute(),
  events: ({ db }) => sweepOutbox(db),
  'webhook deliveries': ({ db }, at) =>
    db.deleteFrom('webhook_deliveries').where('created_at', '<', before(at, DELIVERIES_MS)).execute(),
  jobs: ({ db }, at) => sweepJobs(db, at),
}

/** What must not lie about for an hour. */
const EVERY_MINUTE: Steps = {
  'successors of refresh tokens': (needs) => forgetSuccessors(needs),
  'counts of assets': ({ db }) => foldCounts(db),
}

/** Removes what has had its time, what is in the trash by a job. What fails keeps nothing else; then rejects with the first fault. */
export const sweep = (needs: Needs): Promise<void> =>
  eachOf(Object.values(HOURLY), async (step) => step(needs, needs.now()))

/** Forgets what used refresh tokens were traded for, once they are no good any more. */
export async function forgetSuccessors({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await db
    .updateTable('refresh_tokens')
    .set({ successor: null })
    .where('successor', 'is not', null)
    .where('used_at', '<', before(now(), GRACE_MS))
    .execute()
}

/**
 * Sweeps now and every hour, and every minute what must not lie about, until the answered function is called. A step that is
 * still under way is passed over. An outage is told by the database's own log.
 */
export function keepSwept(deps: Deps): () => void {
  let isStopped = false
  const underWay = new Set<string>()
  const take = async (step: string, work: Steps[string]) => {
    if (isStopped || underWay.has(step)) return
    underWay.add(step)
    try {
      await patiently(async () => work(deps, deps.now()))
    } catch (err) {
      // The database goes away under a sweep that was under way when the server was stopped.
      if (!isStopped && !(err instanceof DatabaseAway)) deps.log.error({ err, step }, 'sweep failed')
    } finally {
      underWay.delete(step)
    }
  }
  const every = (ms: number, steps: Steps) => {
    const run = async () => {
      for (const [step, work] of Object.entries(steps)) await take(step, work)
    }
    void run()
    return setInterval(run, ms).unref()
  }
  const timers = [every(HOUR, HOURLY), every(MINUTE, EVERY_MINUTE)]
  return () => {
    isStopped = true
    timers.forEach(clearInterval)
  }
}

/** So many milliseconds before a time. */
const before = (at: Date, ms: number) => new Date(at.getTime() - ms)
