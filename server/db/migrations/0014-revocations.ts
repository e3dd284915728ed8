import { type Kysely, type Migration, sql } from 'kysely'

const STATEMENTS = [
  // Two tabs that raced could each carry a token of one family on. The youngest stays, and who holds another signs in again.
  `delete from refresh_tokens older using refresh_tokens younger
    where older.session_id = younger.session_id and older.used_at is null and younger.used_at is null
      and (older.created_at, older.token_hash) < (younger.created_at, younger.token_hash)`,
  `create unique index refresh_tokens_live on refresh_tokens (session_id) where used_at is null`,
  `alter table refresh_tokens add column successor text`,
  `create index refresh_tokens_successor on refresh_tokens (used_at) where successor is not null`,

  // Without a reference to sessions: an account that is deleted takes its sessions along, and their tokens must end too.
  `create table revocations (
    session_id text primary key,
    written_at timestamptz not null default clock_timestamp()
  )`,
  `create index revocations_written on revocations (written_at)`,
  `create function note_revocation() returns trigger language plpgsql as $$ begin
    insert into revocations (session_id) values (old.id) on conflict do nothing;
    perform pg_notify('revocations', old.id);
    return null;
  end $$`,
  // A session that has run out has no access token that lives: revoking it then, as the sweep does, is no news.
  `create trigger sessions_revoked after update of revoked_at on sessions
    for each row when (old.revoked_at is null and new.revoked_at < new.expires_at) execute function note_revocation()`,
  `create trigger sessions_deleted after delete on sessions
    for each row when (old.revoked_at is null) execute function note_revocation()`,
]

/** One live refresh token for each session, its successor kept for a while, and which sessions ended before their time. */
export const revocations: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  },
}
