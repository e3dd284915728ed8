import { type Kysely, type Migration, sql } from 'kysely'

const STATEMENTS = [
  // Text instead of `jsonb`, which would reorder the keys and so change the view.
  `create table saved_views (
    id text primary key,
    user_id text collate "C" not null references users on delete cascade,
    list text collate "C" not null,
    name text collate "C" not null,
    query text not null,
    updated_at timestamptz not null,
    unique (user_id, list, name)
  )`,
]

export const savedViews: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  },
}
