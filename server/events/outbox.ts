import { type Kysely, sql } from 'kysely'
import type { AssetEvent, EventKey } from '../../src/api/contract/events.ts'
import type { Database } from '../db/schema.ts'
import { jsonSql } from '../db/values.ts'
import type { NumberedEvent } from './event-bus.ts'

/** Retention of events for readers that reconnect. */
export const EVENT_RETENTION_MS = 7 * 24 * 3_600_000

/** Retention of events that an active consumer has not received. */
export const UNSENT_EVENT_RETENTION_MS = 30 * 24 * 3_600_000

/** Writes events in the transaction of the change that they report, so that both are committed or neither is. */
export async function writeEvents(
  trx: Kysely<Database>,
  actorId: string,
  events: readonly AssetEvent[],
): Promise<void> {
  if (events.length === 0) return
  const rows = events.map(({ key, id, at, ...details }) => ({
    key,
    asset_id: id,
    actor_id: actorId,
    at: new Date(at),
    details: jsonSql(details),
  }))
  await trx.insertInto('outbox').values(rows).execute()
}

/** Numbers up to `max` committed events. Returns how many were numbered. */
export async function assignEventNumbers(db: Kysely<Database>, max: number): Promise<number> {
  const { rows } = await sql<{ numbered: number }>`select number_events(${max}) as numbered`.execute(db)
  return rows[0]!.numbered
}

const NUMBERING_BATCH = 200

export async function numberAllEvents(db: Kysely<Database>): Promise<void> {
  while ((await assignEventNumbers(db, NUMBERING_BATCH)) === NUMBERING_BATCH);
}

/** Event as stored: its position, and the user who caused it; null for the server itself. */
export interface StoredEvent extends NumberedEvent {
  actorId: string | null
}

export async function readEvents(db: Kysely<Database>, afterPosition: number, max: number): Promise<StoredEvent[]> {
  const found = await db
    .selectFrom('outbox')
    .select(['position', 'key', 'asset_id', 'actor_id', 'at', 'details'])
    .where('position', '>', String(afterPosition))
    .orderBy('position')
    .limit(max)
    .execute()
  return found.map(({ position, key, asset_id, actor_id, at, details }) => ({
    number: Number(position),
    actorId: actor_id,
    event: { key: key as EventKey, id: asset_id, at: at.toISOString(), ...details },
  }))
}

export async function readLastEventPosition(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ position: string }>`select position from outbox_end`.execute(db)
  return Number(rows[0]!.position)
}

/**
 * Deletes expired events, including events that were never numbered. Events that a consumer has not received are retained longer,
 * because its broker may be unreachable, but not forever.
 */
export async function sweepOutbox(db: Kysely<Database>): Promise<void> {
  await sql`delete from outbox
    where written_at < clock_timestamp() - make_interval(secs => ${EVENT_RETENTION_MS / 1000})
    and (written_at < clock_timestamp() - make_interval(secs => ${UNSENT_EVENT_RETENTION_MS / 1000}) or not exists (
      select from event_consumers where event_consumers.position < outbox.position
      and seen_at > clock_timestamp() - make_interval(secs => ${EVENT_RETENTION_MS / 1000})))`.execute(db)
}
