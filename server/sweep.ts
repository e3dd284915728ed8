import { KNOWN_MS } from './auth/known-addresses.ts'
import { SESSION_MS } from './auth/sessions.ts'
import type { Deps } from './deps.ts'
import { KEY_MS } from './idempotency.ts'

const HOUR = 3_600_000
/** How long audit rows are kept, in milliseconds. */
const AUDIT_MS = 365 * 24 * HOUR

/** Removes what has had its time: unfinished uploads, unreferenced files, sessions, tokens, codes, keys, counters, old audit rows. */
export async function sweep({ db, files, now }: Deps): Promise<void> {
  const at = now()
  await files.sweep()
  await db.deleteFrom('sessions').where('expires_at', '<', at).execute()
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
  await db.deleteFrom('rate_limits').where('resets_at', '<', at).execute()
}

/** Sweeps now and every hour until the answered function is called. */
export function keepSwept(deps: Deps): () => void {
  const run = () => sweep(deps).catch((err) => deps.log.error({ err }, 'sweep failed'))
  run()
  const timer = setInterval(run, HOUR)
  timer.unref()
  return () => clearInterval(timer)
}
