import { type Kysely, type Migration, sql } from 'kysely'

/** Stores links after they stop working, so that their page can say why. */
export const endedProofs: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table proofs add column ended text`.execute(db)
  },
}
