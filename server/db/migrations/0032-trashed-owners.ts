import { type Kysely, type Migration, sql } from 'kysely'

/** Stores the owner of an application at the time an asset was trashed. No application changed owner before this version. */
export const trashedOwners: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table trashed_applications add column owner_id text collate "C"`.execute(db)
    await sql`update trashed_applications set owner_id = applications.owner_id
      from applications where applications.id = application_id`.execute(db)
  },
}
