import type { Kysely } from 'kysely'
import { withTimeout } from '../util/with-timeout.ts'

/** Time connections have to close, in milliseconds. */
export const CLOSE_TIMEOUT_MS = 2_000

/** Time the embedded database has to close, in milliseconds. The database first writes its buffers to disk. */
export const EMBEDDED_CLOSE_TIMEOUT_MS = 10_000

/** Closes all connections of a stopping process, without waiting for a statement to an unreachable database. */
export async function closeDatabase(db: Pick<Kysely<never>, 'destroy'>, timeoutMs = CLOSE_TIMEOUT_MS): Promise<void> {
  await withTimeout(db.destroy(), timeoutMs)
}
