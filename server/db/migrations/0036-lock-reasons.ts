import { type Kysely, type Migration, sql } from 'kysely'

/** Why an asset is locked, in the words of who locked it. */
export const lockReasons: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table assets add column lock_reason text`.execute(db)
  },
}
