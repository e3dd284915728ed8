import { type Kysely, type Migration, sql } from 'kysely'

const STATEMENTS = [
  // Keyed by model, so that assets with the same model share one strip.
  `create table turntables (
    model_url text primary key,
    strip_url text not null,
    created_at timestamptz not null
  )`,
  // Index for finding the last job of a strip.
  `create index jobs_of_turntables on jobs (key, created_at) where kind = 'turntable'`,
  // Indexes for finding the strips that refer to a file.
  ...['model', 'strip'].map(
    (name) => `create index turntables_${name}_file on turntables (substr(${name}_url, 8, 64))`,
  ),
]

export const turntables: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  },
}
