import { type Kysely, type Migration, sql } from 'kysely'

/**
 * Trigrams end at a space: two words that follow each other are then found among all names that have both, in any order.
 * With a capital in its place, which no key has, a name is one word, and a phrase is found by all of it.
 */
const STATEMENT = `do $$ begin
  drop index if exists assets_name_trigrams;
  create index assets_name_phrases on assets using gin (replace(name_key, ' ', 'Q') gin_trgm_ops);
exception when undefined_object then
  raise notice 'pg_trgm is not to be had: search is slow over many assets';
end $$`

/** Several words in a row are found by an index. */
export const phrases: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw(STATEMENT).execute(db)
  },
}
