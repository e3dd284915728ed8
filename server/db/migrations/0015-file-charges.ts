import { type Kysely, type Migration, sql } from 'kysely'

const STATEMENTS = [
  // Who is charged for a stored file: everyone who uploaded it, and whoever the server made it for.
  `create table file_charges (
    owner_id text collate "C" not null references users on delete cascade,
    sha256 text not null references files on delete cascade,
    primary key (owner_id, sha256)
  )`,
  `create index file_charges_sha256 on file_charges (sha256)`,
  `insert into file_charges (owner_id, sha256) select distinct owner_id, sha256 from uploads`,
  // Until then somebody works with the file who will refer to it, perhaps.
  `alter table files add column claimed_until timestamptz`,
  // What an upload that was checked is, from before its bytes are moved until it counts as finished.
  `alter table upload_starts add column sha256 text, add column kind text, add column filename text`,
  `create index upload_starts_settling on upload_starts (sha256) where sha256 is not null`,
  // Whether anything refers to a file is asked for one file at a time.
  ...['model', 'icon', 'texture', 'psd'].map(
    (name) => `create index assets_${name}_file on assets (substr(${name}_url, 8, 64))`,
  ),
]

/** What stands in the store is charged until it is gone. */
export const fileCharges: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  },
}
