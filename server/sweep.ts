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

/** Removes what has had its time, what is in the trash by a job: variants and turntables of models that no asset has, API tokens, unfinished uploads, unreferenced files, sessions, tokens, codes, keys, counters, old audit rows, archives of imports that failed, old events and their deliveries, old jobs. */
export async function sweep({ db, files, now, jobs }: Pick<Deps, 'db' | 'files' | 'now' | 'jobs'>): Promise<void> {
  const at = now()
  if (await askForPurge(db, at)) jobs.wake()
  await sweepVariants(db)
  await sweepTurntables(db)
  await releaseArchives(db, at)
  await files.sweep()
  // What ran out is not revoked, or every process would be told of it.
  await db
    .updateTable('sessions')
    .set(({ ref }) => ({ revoked_at: ref('expires_at') }))
    .where('expires_at', '<', at)
    .where('revoked_at', 'is', null)
    .execute()
  await db.deleteFrom('sessions').where('expires_at', '<', at).execute()
  await sql`delete from revocations
    where written_at < clock_timestamp() - make_interval(secs => ${REMEMBERED_MS / 1000})`.execute(db)
  await db
    .deleteFrom('refresh_tokens')
    .where('used_at', '<', new Date(at.getTime() - SESSION_MS))
    .execute()
  await db
    .deleteFrom('idempotency')
    .where('created_at', '<', new Date(at.getTime() - KEY_MS))
    .execute()
  await db
    .deleteFrom('proofs')
    .where('code_expires_at', '<', at)
    .where((on) => on.or([on('link_expires_at', 'is', null), on('link_expires_at', '<', at)]))
    .execute()
  await db
    .deleteFrom('audit')
    .where('at', '<', new Date(at.getTime() - AUDIT_MS))
    .execute()
  await db
    .deleteFrom('known_addresses')
    .where('seen_at', '<', new Date(at.getTime() - KNOWN_MS))
    .execute()
  await db
    .deleteFrom('api_tokens')
    .where('expires_at', '<', new Date(at.getTime() - ENDED_TOKEN_MS))
    .execute()
  await db
    .deleteFrom('imports')
    .where('created_at', '<', new Date(at.getTime() - IMPORT_MS))
    .execute()
  await db.deleteFrom('rate_limits').where('resets_at', '<', at).execute()
  await sweepOutbox(db)
  await db
    .deleteFrom('webhook_deliveries')
    .where('created_at', '<', new Date(at.getTime() - DELIVERIES_MS))
    .execute()
  await sweepJobs(db, at)
}

/** Forgets what used refresh tokens were traded for, once they are no good any more. */
export async function forgetSuccessors({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await db
    .updateTable('refresh_tokens')
    .set({ successor: null })
    .where('successor', 'is not', null)
    .where('used_at', '<', new Date(now().getTime() - GRACE_MS))
    .execute()
}

/**
 * Sweeps now and every hour, and every minute what must not lie about, until the answered function is called. An outage is
 * told by the database's own log.
 */
export function keepSwept(deps: Deps): () => void {
  let isStopped = false
  const every = (ms: number, work: (deps: Deps) => Promise<void>) => {
    const run = () =>
      patiently(() => work(deps)).catch((err) => {
        // The database goes away under a sweep that was under way when the server was stopped.
        if (!isStopped && !(err instanceof DatabaseAway)) deps.log.error({ err }, 'sweep failed')
      })
    run()
    return setInterval(run, ms).unref()
  }
  const timers = [every(HOUR, sweep), every(MINUTE, forgetSuccessors), every(MINUTE, ({ db }) => foldCounts(db))]
  return () => {
    isStopped = true
    timers.forEach(clearInterval)
  }
}
