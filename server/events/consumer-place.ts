import { type Kysely, sql } from 'kysely'
import type { Database } from '../db/schema.ts'

/** A process that ended without a word is followed by another after so long, in milliseconds. */
export const LEASE_MS = 10_000

/** Who passes events on: their name in the store, the process that asks, and whether others have the store too. */
export interface Consumer {
  name: string
  holder: string
  isShared: boolean
}

/**
 * Takes or renews the right to pass events on, for {@link LEASE_MS}, and answers how far they have come; undefined where
 * another process has it. A consumer that is new begins with what happens from now on. Times are the database's.
 */
export async function takePlace(
  db: Kysely<Database>,
  { name, holder, isShared }: Consumer,
): Promise<number | undefined> {
  await sql`insert into event_consumers (name, position) select ${name}, position from outbox_end
    on conflict do nothing`.execute(db)
  // Who has the store alone follows nobody who could still be at work.
  const { rows } = await sql<{ position: string }>`update event_consumers
    set holder = ${holder}, held_until = ${leaseEnd}, seen_at = clock_timestamp()
    where name = ${name} and (holder is null or holder = ${holder} or held_until < clock_timestamp() or ${!isShared})
    returning position`.execute(db)
  return rows[0] && Number(rows[0].position)
}

/** Keeps how far a consumer has come, and its right with it; false where another process has taken it over. */
export async function keepPlace(db: Kysely<Database>, consumer: Consumer, place: number): Promise<boolean> {
  const { numAffectedRows } = await sql`update event_consumers
    set position = ${String(place)}, held_until = ${leaseEnd}, seen_at = clock_timestamp()
    where name = ${consumer.name} and holder = ${consumer.holder}`.execute(db)
  return numAffectedRows === 1n
}

/** Lets another process go on at once. */
export async function leavePlace(db: Kysely<Database>, { name, holder }: Consumer): Promise<void> {
  await sql`update event_consumers set holder = null, held_until = null
    where name = ${name} and holder = ${holder}`.execute(db)
}

const leaseEnd = sql`clock_timestamp() + make_interval(secs => ${LEASE_MS / 1000})`
