import { type Kysely, type Migration, sql } from 'kysely'

export const lockReasons: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table assets add column lock_reason text`.execute(db)
  },
}
