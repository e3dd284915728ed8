import { type Kysely, type Migration, sql } from 'kysely'

const STATEMENTS = [
  `create table proofs (
    user_id text collate "C" not null references users on delete cascade,
    purpose text not null check (purpose in ('login', 'verify', 'reset')),
    code_hash text not null,
    code_expires_at timestamptz not null,
    tries integer not null default 0,
    link_hash text unique,
    link_expires_at timestamptz,
    primary key (user_id, purpose)
  )`,

  `create table audit (
    id text primary key,
    at timestamptz not null,
    user_id text collate "C",
    action text not null,
    address text not null,
    details jsonb not null default '{}'
  )`,
  `create index audit_user on audit (user_id, at)`,
  `create index audit_at on audit (at)`,

  `alter table sessions add column user_agent text, add column last_used_at timestamptz`,
  `update sessions set last_used_at = created_at`,
  `alter table sessions alter column last_used_at set not null`,
]

export const accounts: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  },
}
