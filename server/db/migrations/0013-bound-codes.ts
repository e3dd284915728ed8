import { type Kysely, type Migration, sql } from 'kysely'

const STATEMENTS = [
  // No request matches the codes mailed before, so they no longer work; their links stay valid.
  `alter table proofs drop constraint proofs_pkey`,
  `alter table proofs add column request_hash text, add column session_id text`,
  `update proofs set request_hash = code_hash`,
  `alter table proofs add primary key (request_hash)`,
  `create index proofs_user on proofs (user_id, purpose)`,

  `alter table sessions add column began_with text`,
  `update sessions set began_with = audit.details ->> 'how' from audit
    where audit.action = 'sign-in' and audit.details ->> 'sessionId' = sessions.id`,

  `create table known_addresses (
    user_id text collate "C" not null references users on delete cascade,
    address text not null,
    seen_at timestamptz not null,
    primary key (user_id, address)
  )`,
  // Sign-ins before the address was verified need not have been the owner's.
  `insert into known_addresses select users.id, audit.address, max(audit.at)
    from audit join users on users.id = audit.user_id
    where audit.action = 'sign-in' and audit.at >= users.verified_at group by users.id, audit.address`,

  `alter table rate_limits add column free_at timestamptz`,
]

/**
 * Binds mailed codes to the request they were sent for. Stores how each session began and where an account's owner signs in from.
 */
export const boundCodes: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  },
}
