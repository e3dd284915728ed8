import { type Kysely, type Migration, sql } from 'kysely'

const STATEMENTS = [
  // Users charged for a stored file: every uploader, and the owner of files that the server produced.
  `create table file_charges (
    owner_id text collate "C" not null references users on delete cascade,
    sha256 text not null references files on delete cascade,
    primary key (owner_id, sha256)
  )`,
  `create index file_charges_sha256 on file_charges (sha256)`,
  `insert into file_charges (owner_id, sha256) select distinct owner_id, sha256 from uploads`,
  // Time until which the file is in use by a request that may refer to it.
  `alter table files add column claimed_until timestamptz`,
  // Content of a checked upload, set before its bytes are moved and until it is finished.
  `alter table upload_starts add column sha256 text, add column kind text, add column filename text`,
  `create index upload_starts_settling on upload_starts (sha256) where sha256 is not null`,
  // References to a file are looked up one file at a time.
  ...['model', 'icon', 'texture', 'psd'].map(
    (name) => `create index assets_${name}_file on assets (substr(${name}_url, 8, 64))`,
  ),
]

/** Charges stored files until they are deleted. */
export const fileCharges: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  },
}
