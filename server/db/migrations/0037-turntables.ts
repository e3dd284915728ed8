import { type Kysely, type Migration, sql } from 'kysely'

const STATEMENTS = [
  // Kept by the model they show: assets that share one share its strip.
  `create table turntables (
    model_url text primary key,
    strip_url text not null,
    created_at timestamptz not null
  )`,
  // How the last attempt at one went.
  `create index jobs_of_turntables on jobs (key, created_at) where kind = 'turntable'`,
  // Whether anything refers to a file is asked for one file at a time.
  ...['model', 'strip'].map(
    (name) => `create index turntables_${name}_file on turntables (substr(${name}_url, 8, 64))`,
  ),
]

/** Strips of pictures in which a model turns once around. */
export const turntables: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  },
}
