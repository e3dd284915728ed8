import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'

/** Connections may take so long to end, in milliseconds. */
export const CLOSE_MS = 2_000

/** The embedded database writes down what it holds first. */
export const EMBEDDED_CLOSE_MS = 10_000

/** Ends all connections of a process that stops; a statement at a database that is away is not waited for. */
export async function closeStore(db: Pick<Kysely<never>, 'destroy'>, mostMs = CLOSE_MS): Promise<void> {
  const late = new AbortController()
  try {
    await Promise.race([db.destroy(), pause(mostMs, undefined, { signal: late.signal }).catch(() => {})])
  } finally {
    late.abort()
  }
}
