import { type Kysely, type Migration, sql } from 'kysely'

/** Indexes for every filter of the asset list that leaves many rows, in the default order of the list. */
const INDEXES = [
  `create index assets_type_updated on assets (type, updated_at, id)`,
  `create index assets_type_name on assets (type, name_key, id)`,
  `create index assets_gender_updated on assets (gender, updated_at, id)`,
  `create index assets_locked_updated on assets (locked, updated_at, id)`,
  `create index assets_authorized_updated on assets (default_authorized, updated_at, id)`,
  `drop index asset_applications_order`,
  `create index asset_applications_order on asset_applications (application_id, position, asset_id)`,
]

/**
 * Trigram indexes for text search in names and ids. If PostgreSQL lacks the extension or the account is not allowed to create it,
 * search scans all names.
 */
const TRIGRAMS = `do $$ begin
  create extension if not exists pg_trgm;
  create index assets_name_trigrams on assets using gin (name_key gin_trgm_ops);
  create index assets_id_trigrams on assets using gin (id gin_trgm_ops);
exception when insufficient_privilege or undefined_file or feature_not_supported or undefined_object then
  raise notice 'pg_trgm is not to be had: search is slow over many assets';
end $$`

export const lists: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of [...INDEXES, TRIGRAMS]) await sql.raw(statement).execute(db)
  },
}
