import { type Kysely, type Migration, sql } from 'kysely'

const STATEMENTS = [
  // Kept by what they were made of: asked for twice, also by assets that share a model, they are made once.
  `create table variants (
    source_url text not null,
    recipe text not null,
    version int not null,
    level int not null,
    model_url text not null,
    difference_url text,
    report jsonb not null,
    created_at timestamptz not null,
    primary key (source_url, recipe, version, level)
  )`,
  // Of which original a model is.
  `create index variants_model on variants (model_url)`,
  // How the last attempt at one went.
  `create index jobs_of_variants on jobs (key, created_at) where kind = 'optimise'`,
  // Whether anything refers to a file is asked for one file at a time.
  ...['source', 'model', 'difference'].map(
    (name) => `create index variants_${name}_file on variants (substr(${name}_url, 8, 64))`,
  ),
]

/** Smaller models that are made of those people send. */
export const variants: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  },
}
