import { type Kysely, type Migration, sql } from 'kysely'

/** When a cage was changed last: the version that a change of it names. */
export const cageVersions: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table cage_meshes add column updated_at timestamptz`.execute(db)
    await sql`update cage_meshes set updated_at = created_at`.execute(db)
    // A server of the version before, which still runs, names none.
    await sql`alter table cage_meshes alter column updated_at set not null, alter column updated_at set default now()`.execute(
      db,
    )
  },
}
