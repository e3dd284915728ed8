import { type Kysely, type Migration, sql } from 'kysely'

const STATEMENTS = [
  `create table api_tokens (
    id text primary key,
    user_id text collate "C" not null references users on delete cascade,
    name text not null,
    token_hash text not null unique,
    hint text not null,
    scopes jsonb not null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    last_used_at timestamptz
  )`,
  `create index api_tokens_user on api_tokens (user_id, created_at)`,
  `create index api_tokens_expiry on api_tokens (expires_at)`,
  // Ends the event streams of a deleted token in every process, like the streams of a revoked session.
  `create trigger api_tokens_deleted after delete on api_tokens
    for each row execute function note_revocation()`,
]

export const apiTokens: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  },
}
