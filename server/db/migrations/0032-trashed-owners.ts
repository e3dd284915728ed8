import { type Kysely, type Migration, sql } from 'kysely'

/** Whose an application was when an asset went into the trash: what was put there before this is known of none. */
export const trashedOwners: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table trashed_applications add column owner_id text collate "C"`.execute(db)
  },
}
