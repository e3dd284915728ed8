import { sql } from 'kysely'
import { mergeCountDeltas } from '../assets/counts.ts'
import { enqueuePurge } from '../assets/purge-trash.ts'
import { sweepTurntables } from '../assets/turntables.ts'
import { EXPIRED_TOKEN_RETENTION_MS } from '../auth/api-tokens.ts'
import { KNOWN_IP_ADDRESS_MS } from '../auth/known-ip-addresses.ts'
import { queueChangeMails } from '../auth/notices.ts'
import { ENDED_LINK_RETENTION_MS } from '../auth/proofs.ts'
import { REUSE_GRACE_MS } from '../auth/refresh-session.ts'
import { REVOCATION_RETENTION_MS } from '../auth/revocations.ts'
import { SESSION_LIFETIME_MS } from '../auth/session-data.ts'
import { withLongTimeout } from '../db/wait-budget.ts'
import { DatabaseUnavailableError } from '../errors/database-errors.ts'
import { isFileStoreUnavailable } from '../errors/file-store-errors.ts'
import { sweepOutbox } from '../events/outbox.ts'
import { forEachCollectingErrors } from '../files/sweep-files.ts'
import { IDEMPOTENCY_KEY_MS } from '../http/idempotency.ts'
import { sweepJobs } from '../jobs/job-table.ts'
import { sweepVariants } from '../optimise/variant-store.ts'
import { releaseArchives } from '../transfer/release-archives.ts'
import type { Deps } from './deps.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const IMPORT_RETENTION_MS = 30 * 24 * HOUR_MS
const AUDIT_RETENTION_MS = 365 * 24 * HOUR_MS

const DELIVERY_RETENTION_MS = 30 * 24 * HOUR_MS

type MaintenanceDeps = Pick<Deps, 'db' | 'files' | 'now' | 'jobs' | 'limits'>

/** Maintenance steps by name (for the log). They run in order; a failed step does not stop the others. */
type MaintenanceSteps = Readonly<Record<string, (deps: MaintenanceDeps, at: Date) => Promise<unknown>>>

/** Retention steps, in order. Later steps delete data that earlier steps unreference. */
const HOURLY_STEPS: MaintenanceSteps = {
  'the trash': async ({ db, jobs }, at) => {
    if (await enqueuePurge(db, at)) jobs.wake()
  },
  'variants of models': ({ db }) => sweepVariants(db),
  turntables: ({ db }) => sweepTurntables(db),
  'archives of failed imports': ({ db }, at) => releaseArchives(db, at),
  files: ({ files }) => files.sweep(),
  sessions: async ({ db }, at) => {
    // Sets `revoked_at` to the expiry. With the current time, the triggers would notify every process of each expired session.
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
      where written_at < clock_timestamp() - make_interval(secs => ${REVOCATION_RETENTION_MS / 1000})`.execute(db),
  'refresh tokens': ({ db }, at) =>
    db.deleteFrom('refresh_tokens').where('used_at', '<', before(at, SESSION_LIFETIME_MS)).execute(),
  'idempotency keys': ({ db }, at) =>
    db.deleteFrom('idempotency').where('created_at', '<', before(at, IDEMPOTENCY_KEY_MS)).execute(),
  codes: ({ db }, at) =>
    db
      .deleteFrom('proofs')
      .where('code_expires_at', '<', at)
      .where((on) =>
        on.or([on('link_expires_at', 'is', null), on('link_expires_at', '<', before(at, ENDED_LINK_RETENTION_MS))]),
      )
      .execute(),
  'audit rows': ({ db }, at) => db.deleteFrom('audit').where('at', '<', before(at, AUDIT_RETENTION_MS)).execute(),
  'known addresses': ({ db }, at) =>
    db.deleteFrom('known_addresses').where('seen_at', '<', before(at, KNOWN_IP_ADDRESS_MS)).execute(),
  'API tokens': ({ db }, at) =>
    db.deleteFrom('api_tokens').where('expires_at', '<', before(at, EXPIRED_TOKEN_RETENTION_MS)).execute(),
  imports: ({ db }, at) => db.deleteFrom('imports').where('created_at', '<', before(at, IMPORT_RETENTION_MS)).execute(),
  'rate limits': ({ db }, at) => db.deleteFrom('rate_limits').where('resets_at', '<', at).execute(),
  events: ({ db }) => sweepOutbox(db),
  'webhook deliveries': ({ db }, at) =>
    db.deleteFrom('webhook_deliveries').where('created_at', '<', before(at, DELIVERY_RETENTION_MS)).execute(),
  jobs: ({ db }, at) => sweepJobs(db, at),
}

const MINUTE_STEPS: MaintenanceSteps = {
  'the owner of the files': ({ files }) => files.owner.check(),
  'successors of refresh tokens': (deps) => deleteExpiredSuccessorTokens(deps),
  'counts of assets': ({ db }) => mergeCountDeltas(db),
  // Enqueues e-mails for notices that an account's limit delayed, or that a process stored shortly before it exited.
  mails: (deps) => queueChangeMails(deps),
}

/** Runs every hourly step, even if one fails, then rejects with the first error. */
export const runHourlyMaintenance = (deps: MaintenanceDeps): Promise<void> =>
  forEachCollectingErrors(Object.values(HOURLY_STEPS), async (step) => step(deps, deps.now()))

export async function deleteExpiredSuccessorTokens({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await db
    .updateTable('refresh_tokens')
    .set({ successor: null })
    .where('successor', 'is not', null)
    .where('used_at', '<', before(now(), REUSE_GRACE_MS))
    .execute()
}

/**
 * Runs all steps now, then the hourly ones every hour and the others every minute, until the returned function is called. Skips a
 * step that is still running.
 */
export function startMaintenance(deps: Deps): () => void {
  let isStopped = false
  const runningSteps = new Set<string>()
  const runStep = async (step: string, work: MaintenanceSteps[string]) => {
    if (isStopped || runningSteps.has(step)) return
    runningSteps.add(step)
    try {
      await withLongTimeout(async () => work(deps, deps.now()))
    } catch (err) {
      // A stopping server closes the database while a step may be running.
      if (!isStopped && !(err instanceof DatabaseUnavailableError || isFileStoreUnavailable(err)))
        deps.log.error({ err, step }, 'sweep failed')
    } finally {
      runningSteps.delete(step)
    }
  }
  const startInterval = (ms: number, steps: MaintenanceSteps) => {
    const run = async () => {
      for (const [step, work] of Object.entries(steps)) await runStep(step, work)
    }
    void run()
    return setInterval(run, ms).unref()
  }
  const timers = [startInterval(HOUR_MS, HOURLY_STEPS), startInterval(MINUTE_MS, MINUTE_STEPS)]
  return () => {
    isStopped = true
    timers.forEach(clearInterval)
  }
}

const before = (at: Date, ms: number) => new Date(at.getTime() - ms)
