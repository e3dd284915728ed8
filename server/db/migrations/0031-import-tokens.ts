import { type Kysely, type Migration, sql } from 'kysely'

/** Stores the API token of an import, which stops when the token ends. No foreign key, because a revoked token is deleted. */
export const importTokens: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table imports add column token_id text collate "C"`.execute(db)
  },
}
