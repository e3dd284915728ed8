import { type Kysely, type Migration, sql } from 'kysely'

const STATEMENTS = [
  // Time since which nothing refers to a file. Set by the sweep, cleared by a new reference.
  `alter table files add column orphaned_at timestamptz`,
  `create index files_orphaned on files (orphaned_at) where orphaned_at is not null`,
  `create index uploads_sha256 on uploads (sha256)`,
  // Quota reserved for uploads in progress.
  `create table upload_starts (
    id text primary key,
    owner_id text collate "C" not null references users on delete cascade,
    bytes integer not null,
    started_at timestamptz not null,
    key text,
    unique (owner_id, key)
  )`,
  `create index upload_starts_age on upload_starts (started_at)`,
]

export const files: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  },
}
