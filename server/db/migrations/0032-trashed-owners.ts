import { type Kysely, type Migration, sql } from 'kysely'

/**
 * Stores an application's owner at the time an asset was trashed. Existing rows get the current owner, because no application
 * changed owner before this version.
 */
export const trashedOwners: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table trashed_applications add column owner_id text collate "C"`.execute(db)
    await sql`update trashed_applications set owner_id = applications.owner_id
      from applications where applications.id = application_id`.execute(db)
  },
}
