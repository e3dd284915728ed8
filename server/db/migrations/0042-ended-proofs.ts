import { type Kysely, type Migration, sql } from 'kysely'

/** Stores why a mailed link no longer works, so that the page of the link can show the reason. */
export const endedProofs: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table proofs add column ended text`.execute(db)
  },
}
