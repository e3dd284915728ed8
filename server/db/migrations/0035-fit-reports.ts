import { type Kysely, type Migration, sql } from 'kysely'

/** Stores the fit report of a morph with its job and with its result, which outlives the job. */
export const fitReports: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table jobs add column report jsonb`.execute(db)
    await sql`alter table morphed_assets add column report jsonb`.execute(db)
  },
}
