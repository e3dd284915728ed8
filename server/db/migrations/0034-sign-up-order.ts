import { type Kysely, type Migration, sql } from 'kysely'

/** Stores the request time of the sign-up that set an account's address. A sign-up that was requested earlier is refused. */
export const signUpOrder: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table users add column signed_up_at timestamptz`.execute(db)
  },
}
