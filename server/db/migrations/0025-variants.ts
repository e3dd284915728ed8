import { type Kysely, type Migration, sql } from 'kysely'

const STATEMENTS = [
  // Keyed by source, so that repeated requests and assets with the same model share one variant.
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
  // Index for finding the original of a model.
  `create index variants_model on variants (model_url)`,
  // Index for finding the last job of a variant.
  `create index jobs_of_variants on jobs (key, created_at) where kind = 'optimise'`,
  // Indexes for finding the variants that refer to a file.
  ...['source', 'model', 'difference'].map(
    (name) => `create index variants_${name}_file on variants (substr(${name}_url, 8, 64))`,
  ),
]

export const variants: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  },
}
