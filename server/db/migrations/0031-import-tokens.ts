import { type Kysely, type Migration, sql } from 'kysely'

/** By which API token an import was asked for: it ends with it. No reference, for a token that is revoked is deleted. */
export const importTokens: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table imports add column token_id text collate "C"`.execute(db)
  },
}
