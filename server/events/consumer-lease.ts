import { type Kysely, sql } from 'kysely'
import type { Database } from '../db/schema.ts'

/** Duration of a lease. After a crash, another process can acquire the expired lease. */
export const CONSUMER_LEASE_MS = 10_000

/**
 * Consumer that forwards events: its name in the database, the id of the process, and whether other processes use the database.
 */
export interface EventConsumer {
  name: string
  holder: string
  isShared: boolean
}

/**
 * Acquires or renews the lease to forward events, for {@link CONSUMER_LEASE_MS}. Returns the consumer's position, or undefined
 * while another process has the lease. A new consumer skips all earlier events. Times come from the database's clock.
 */
export async function acquireConsumerLease(
  db: Kysely<Database>,
  { name, holder, isShared }: EventConsumer,
): Promise<number | undefined> {
  await sql`insert into event_consumers (name, position) select ${name}, position from outbox_end
    on conflict do nothing`.execute(db)
  // If no other process uses the database, a different holder is an earlier run of this process.
  const { rows } = await sql<{ position: string }>`update event_consumers
    set holder = ${holder}, held_until = ${leaseEnd}, seen_at = clock_timestamp()
    where name = ${name} and (holder is null or holder = ${holder} or held_until < clock_timestamp() or ${!isShared})
    returning position`.execute(db)
  return rows[0] && Number(rows[0].position)
}

/** Stores a consumer's position and renews the lease. Returns false if another process has taken over. */
export async function saveConsumerPosition(
  db: Kysely<Database>,
  consumer: EventConsumer,
  position: number,
): Promise<boolean> {
  const { numAffectedRows } = await sql`update event_consumers
    set position = ${String(position)}, held_until = ${leaseEnd}, seen_at = clock_timestamp()
    where name = ${consumer.name} and holder = ${consumer.holder}`.execute(db)
  return numAffectedRows === 1n
}

export async function releaseConsumerLease(db: Kysely<Database>, { name, holder }: EventConsumer): Promise<void> {
  await sql`update event_consumers set holder = null, held_until = null
    where name = ${name} and holder = ${holder}`.execute(db)
}

const leaseEnd = sql`clock_timestamp() + make_interval(secs => ${CONSUMER_LEASE_MS / 1000})`
