import { type Kysely, type Migration, sql } from 'kysely'

/** Stores why an asset is locked. */
export const lockReasons: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table assets add column lock_reason text`.execute(db)
  },
}
