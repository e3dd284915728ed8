import { type Kysely, type Migration, sql } from 'kysely'

/** Stores when the sign-up was requested that gave an account its address. A sign-up requested earlier is refused. */
export const signUpOrder: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table users add column signed_up_at timestamptz`.execute(db)
  },
}
