import { type Kysely, type Migration, sql } from 'kysely'

const STATEMENTS = [
  // An archive contains a file's CRC-32 before the file's bytes. Signed, because PostgreSQL has no unsigned 4-byte type.
  `alter table files add column crc32 integer`,
  // An uploaded archive may exceed 2 GB. Doubles are exact up to 2^53, and both drivers read them as numbers.
  `alter table files alter column bytes type double precision`,
  `alter table upload_starts alter column bytes type double precision`,
  // The file of the archive is retained while `archive_url` refers to it.
  `create table imports (
    id text collate "C" primary key,
    application_id text collate "C" not null references applications on delete cascade,
    owner_id text collate "C" not null references users on delete cascade,
    job_id text collate "C",
    scopes jsonb,
    archive_url text,
    dry_run boolean not null,
    total integer,
    created_at timestamptz not null,
    finished_at timestamptz
  )`,
  `create index imports_archive_file on imports (substr(archive_url, 8, 64))`,
  `create index imports_created on imports (created_at)`,
  // Outcome of each asset of an archive, written with the asset itself, so that no asset is created twice.
  `create table import_rows (
    import_id text collate "C" not null references imports on delete cascade,
    place integer not null,
    name text not null,
    outcome text not null,
    asset_id text collate "C",
    code text,
    message text,
    without jsonb not null default '[]',
    primary key (import_id, place)
  )`,
]

export const exports: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  },
}
