import { type Kysely, type Migration, sql } from 'kysely'

export const sharedViews: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table saved_views add column is_shared boolean not null default false`.execute(db)
    await sql`create index saved_views_shared on saved_views (list, name) where is_shared`.execute(db)
  },
}
