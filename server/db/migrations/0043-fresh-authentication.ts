import { type Kysely, type Migration, sql } from 'kysely'

const STATEMENTS = [
  // Existing sessions count as not proved: their users authenticate again before the next sensitive call.
  `alter table sessions add column proved_at timestamptz`,
  `alter table proofs drop constraint proofs_purpose_check`,
  `alter table proofs add constraint proofs_purpose_check check (purpose in ('login', 'verify', 'reset', 'prove'))`,

  `alter table users add column language text check (language in ('en', 'de'))`,
  // Security notices that no email has reported yet.
  `create table notices (
    id text collate "C" primary key,
    user_id text collate "C" not null references users on delete cascade,
    at timestamptz not null,
    address text not null,
    user_agent text,
    change jsonb not null
  )`,
  `create index notices_user on notices (user_id, id)`,

  `alter table webhooks add column off_reason text check (off_reason in ('maker-lost-right'))`,
  `update webhooks set is_enabled = false, off_reason = 'maker-lost-right'
    where is_enabled and not exists (select from users where users.id = created_by and role = 'admin')`,
]

export const freshAuthentication: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  },
}
