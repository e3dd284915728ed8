import { type Kysely, type Migration, sql } from 'kysely'

const STATEMENTS = [
  // Identifies the database that owns the file store. A mark file in the store has the same values. The server writes the only
  // row.
  `create table file_store (
    singleton boolean primary key default true check (singleton),
    id text not null,
    epoch integer not null default 0,
    identity text,
    place text,
    raised_at timestamptz,
    listed_at timestamptz
  )`,
  // Deletes the rows that earlier versions inserted for unknown files in the store, because such files may belong to another
  // database.
  `delete from files where orphaned_at is not null
    and not exists (select from uploads where uploads.sha256 = files.sha256)
    and not exists (select from upload_starts where upload_starts.sha256 = files.sha256)
    and not exists (select from file_charges where file_charges.sha256 = files.sha256)`,
  // Whether anything has ever referred to a file. If so, a backup may refer to the file. True for files of earlier server
  // versions, whose references are unknown.
  `alter table files add column used boolean not null default true`,
  `alter table files alter column used set default false`,
]

/** Stores the owner of the file store, and which files a backup may refer to. */
export const fileStore: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  },
}
