import { type Kysely, type Migration, sql } from 'kysely'

/** Adds the positions of event consumers, and the leases of the processes that run them. */
export const eventConsumers: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table event_consumers (
      name text primary key,
      position bigint not null,
      holder text,
      held_until timestamptz,
      seen_at timestamptz not null default clock_timestamp()
    )`.execute(db)
  },
}
