import { type Kysely, type Migration, sql } from 'kysely'

const STATEMENTS = [
  // Keyed by model: assets that share a model share its strip.
  `create table turntables (
    model_url text primary key,
    strip_url text not null,
    created_at timestamptz not null
  )`,
  // Finds the last attempt at a strip.
  `create index jobs_of_turntables on jobs (key, created_at) where kind = 'turntable'`,
  // References to a file are looked up one file at a time.
  ...['model', 'strip'].map(
    (name) => `create index turntables_${name}_file on turntables (substr(${name}_url, 8, 64))`,
  ),
]

/** Adds image strips of a model's full rotation. */
export const turntables: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  },
}
