import { type Kysely, type Migration, sql } from 'kysely'

const STATEMENTS = [
  // Two racing tabs could each get an unused token for one session. The newest token stays. A client with an older token has to
  // sign in again.
  `delete from refresh_tokens older using refresh_tokens younger
    where older.session_id = younger.session_id and older.used_at is null and younger.used_at is null
      and (older.created_at, older.token_hash) < (younger.created_at, younger.token_hash)`,
  `create unique index refresh_tokens_live on refresh_tokens (session_id) where used_at is null`,
  `alter table refresh_tokens add column successor text`,
  `create index refresh_tokens_successor on refresh_tokens (used_at) where successor is not null`,

  // No foreign key to sessions: deleting an account deletes its sessions, and their access tokens must be rejected too.
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
  // Not for expired sessions, which the sweep revokes, because their access tokens are expired too.
  `create trigger sessions_revoked after update of revoked_at on sessions
    for each row when (old.revoked_at is null and new.revoked_at < new.expires_at) execute function note_revocation()`,
  `create trigger sessions_deleted after delete on sessions
    for each row when (old.revoked_at is null) execute function note_revocation()`,
]

/**
 * Allows one unused refresh token per session, and stores the successor of a used token for a while. Records revoked sessions.
 */
export const revocations: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  },
}
