import { type Kysely, type Migration, sql } from 'kysely'

const STATEMENTS = [
  // A resent email contains another code for the same request, and the first email may have arrived.
  `alter table proofs drop constraint proofs_pkey`,
  `create index proofs_request on proofs (request_hash)`,
]

export const repeatedMails: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  },
}
