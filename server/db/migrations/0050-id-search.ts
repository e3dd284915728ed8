import { type Kysely, type Migration, sql } from 'kysely'

/**
 * Replaces the trigram index of ids by one of an expression. PostgreSQL also used the former index to find a row by its id. On
 * tables without statistics, as after a restore, some statements then took minutes.
 */
const STATEMENT = `do $$ begin
  drop index if exists assets_id_trigrams;
  create index assets_id_fragments on assets using gin (lower(id) gin_trgm_ops);
exception when undefined_object then
  raise notice 'pg_trgm is not available: search is slow with many assets';
end $$`

export const idSearch: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw(STATEMENT).execute(db)
  },
}
