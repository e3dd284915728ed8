import { type Kysely, type Migration, sql } from 'kysely'

const STATEMENTS = [
  // Users whose quota a stored file counts towards: every uploader, and the owner of files that the server produced.
  `create table file_charges (
    owner_id text collate "C" not null references users on delete cascade,
    sha256 text not null references files on delete cascade,
    primary key (owner_id, sha256)
  )`,
  `create index file_charges_sha256 on file_charges (sha256)`,
  `insert into file_charges (owner_id, sha256) select distinct owner_id, sha256 from uploads`,
  // Time until which a request may still create a reference to the file.
  `alter table files add column claimed_until timestamptz`,
  // Content of a checked upload, stored while the bytes of the upload are moved.
  `alter table upload_starts add column sha256 text, add column kind text, add column filename text`,
  `create index upload_starts_settling on upload_starts (sha256) where sha256 is not null`,
  // Indexes for finding the assets that refer to a file.
  ...['model', 'icon', 'texture', 'psd'].map(
    (name) => `create index assets_${name}_file on assets (substr(${name}_url, 8, 64))`,
  ),
]

/** Counts stored files towards their users' quotas until the files are deleted. */
export const fileCharges: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  },
}
