import { type Kysely, type Migration, sql } from 'kysely'

/** When the sign-up was asked for that gave an account its address: one that was asked for before it comes too late. */
export const signUpOrder: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table users add column signed_up_at timestamptz`.execute(db)
  },
}
