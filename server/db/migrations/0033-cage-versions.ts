import { type Kysely, type Migration, sql } from 'kysely'

/** Stores when a cage was last changed. `If-Match` uses this time as the version. */
export const cageVersions: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table cage_meshes add column updated_at timestamptz`.execute(db)
    await sql`update cage_meshes set updated_at = created_at`.execute(db)
    // A running server of the previous version does not set the column.
    await sql`alter table cage_meshes alter column updated_at set not null, alter column updated_at set default now()`.execute(
      db,
    )
  },
}
