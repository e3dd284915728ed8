import type { Kysely } from 'kysely'
import { orAfter } from '../or-after.ts'

/** Connections may take so long to end, in milliseconds. */
export const CLOSE_MS = 2_000

/** The embedded database writes down what it holds first. */
export const EMBEDDED_CLOSE_MS = 10_000

/** Ends all connections of a process that stops; a statement at a database that is away is not waited for. */
export async function closeStore(db: Pick<Kysely<never>, 'destroy'>, mostMs = CLOSE_MS): Promise<void> {
  await orAfter(db.destroy(), mostMs)
}
