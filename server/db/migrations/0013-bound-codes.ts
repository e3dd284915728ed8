import { type Kysely, type Migration, sql } from 'kysely'

const STATEMENTS = [
  // Codes mailed before this migration no longer work, because no request matches them. Links stay valid.
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
  // Sign-ins before the address was verified may not be the owner's.
  `insert into known_addresses select users.id, audit.address, max(audit.at)
    from audit join users on users.id = audit.user_id
    where audit.action = 'sign-in' and audit.at >= users.verified_at group by users.id, audit.address`,

  `alter table rate_limits add column free_at timestamptz`,
]

/**
 * Makes mailed codes valid only for the request that caused the mail. Stores the method of each sign-in, and the IP addresses of
 * an account's owner.
 */
export const boundCodes: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  },
}
