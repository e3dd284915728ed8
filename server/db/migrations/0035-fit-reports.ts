import { type Kysely, type Migration, sql } from 'kysely'

/** Stores how well a morph fits, with its job and with the result, which outlives the job. */
export const fitReports: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table jobs add column report jsonb`.execute(db)
    await sql`alter table morphed_assets add column report jsonb`.execute(db)
  },
}
