import { type Kysely, type Migration, sql } from 'kysely'

const STATEMENTS = [
  `drop index audit_at`,
  `drop index audit_user`,
  `create index audit_at on audit (at, id)`,
  `create index audit_user on audit (user_id, at, id)`,
  `create index audit_action on audit (action, at, id)`,
]

export const audit: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  },
}
