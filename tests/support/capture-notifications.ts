import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { vi } from 'vitest'
import type { Database } from '../../server/db/schema.ts'

/** Generous timeout for a busy machine. */
const LISTEN_TIMEOUT_MS = 100_000

/**
 * Returns the payloads that another connection to a PostgreSQL database receives on a channel because of an action, in order.
 * PostgreSQL delivers notifications in the order of their commits, so this function sends a final notification after the action.
 * No timeout is needed, and an empty list proves that the action sent no notification.
 *
 * ```ts
 * expect(await captureNotifications(url, JOBS_CHANNEL, () => cancelJob(db, id, now))).toEqual([id])
 * ```
 */
export async function captureNotifications(
  url: string,
  channel: string,
  action: () => Promise<unknown>,
): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`listen ${client.escapeIdentifier(channel)}`)
    const end = 'end of the action'
    const received: string[] = []
    const endReceived = new Promise<void>((resolve) =>
      client.on('notification', ({ payload = '' }) => (payload === end ? resolve() : received.push(payload))),
    )
    await action()
    await client.query('select pg_notify($1, $2)', [channel, end])
    await endReceived
    return received
  } finally {
    await client.end()
  }
}

/** Resolves when a server module has opened its connection that listens to a channel. */
export const waitForListener = (db: Kysely<Database>, channel: string): Promise<void> =>
  vi.waitFor(async () => {
    const { rows } = await sql`select from pg_stat_activity
      where query = ${`listen "${channel}"`} and state = 'idle'`.execute(db)
    if (rows.length === 0) throw new Error(`No process listens to the channel ${channel}.`)
  }, LISTEN_TIMEOUT_MS)
