import { type Kysely, sql } from 'kysely'
import type { AssetEvent, EventKey } from '../../src/api/contract/events.ts'
import type { Database } from '../db/schema.ts'
import { json } from '../db/values.ts'
import type { Numbered } from './bus.ts'

/** How long events are kept for readers that come back, in milliseconds: 7 days. */
export const OUTBOX_MS = 7 * 24 * 3_600_000

/** How long they are kept for a consumer that is asked for them in vain, in milliseconds: 30 days. */
export const UNSENT_MS = 30 * 24 * 3_600_000

/** Writes events in the transaction of the change they tell of: both are kept, or neither is. */
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
    details: json(details),
  }))
  await trx.insertInto('outbox').values(rows).execute()
}

/** Gives the next committed events their places, `most` of them; answers how many. */
export async function numberEvents(db: Kysely<Database>, most: number): Promise<number> {
  const { rows } = await sql<{ numbered: number }>`select number_events(${most}) as numbered`.execute(db)
  return rows[0]!.numbered
}

/** So many events are numbered by one statement. */
const NUMBERED_AT_ONCE = 200

/** Gives all committed events their places. */
export async function numberAllEvents(db: Kysely<Database>): Promise<void> {
  while ((await numberEvents(db, NUMBERED_AT_ONCE)) === NUMBERED_AT_ONCE);
}

/** An event as the store has it: its place, and who did it; nobody, where it was the server itself. */
export interface Kept extends Numbered {
  actorId: string | null
}

/** The events after a place, `most` of them, in order. */
export async function readEvents(db: Kysely<Database>, place: number, most: number): Promise<Kept[]> {
  const found = await db
    .selectFrom('outbox')
    .select(['position', 'key', 'asset_id', 'actor_id', 'at', 'details'])
    .where('position', '>', String(place))
    .orderBy('position')
    .limit(most)
    .execute()
  return found.map(({ position, key, asset_id, actor_id, at, details }) => ({
    number: Number(position),
    actorId: actor_id,
    event: { key: key as EventKey, id: asset_id, at: at.toISOString(), ...details },
  }))
}

/** The place of the last event that was numbered; 0 before the first. */
export async function lastPlace(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ position: string }>`select position from outbox_end`.execute(db)
  return Number(rows[0]!.position)
}

/**
 * Forgets events whose time is over; those that were never numbered are not told any more. What a broker has not taken yet is
 * kept longer, for it may be away, but not for ever: it may never come back.
 */
export async function sweepOutbox(db: Kysely<Database>): Promise<void> {
  await sql`delete from outbox
    where written_at < clock_timestamp() - make_interval(secs => ${OUTBOX_MS / 1000})
    and (written_at < clock_timestamp() - make_interval(secs => ${UNSENT_MS / 1000}) or not exists (
      select from event_consumers where event_consumers.position < outbox.position
      and seen_at > clock_timestamp() - make_interval(secs => ${OUTBOX_MS / 1000})))`.execute(db)
}
