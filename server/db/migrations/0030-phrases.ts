import { type Kysely, type Migration, sql } from 'kysely'

/**
 * No trigram spans a space, so a search for two words would find all names with both words, in any order. With spaces replaced by
 * a capital letter, which no `name_key` contains, a name is one word, and a phrase is matched as a whole.
 */
const STATEMENT = `do $$ begin
  drop index if exists assets_name_trigrams;
  create index assets_name_phrases on assets using gin (replace(name_key, ' ', 'Q') gin_trgm_ops);
exception when undefined_object then
  raise notice 'pg_trgm is not to be had: search is slow over many assets';
end $$`

export const phrases: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw(STATEMENT).execute(db)
  },
}
