import { type Kysely, type Migration, sql } from 'kysely'

const STATEMENTS = [
  // Only the newest key signs, so only the private half of the newest key is stored.
  `create table signing_keys (
    kid text primary key,
    x text not null,
    y text not null,
    private_key text,
    is_sealed boolean not null default false,
    created_at timestamptz not null
  )`,
  `create table token_settings (
    is_only boolean primary key default true check (is_only),
    store_id text not null default gen_random_uuid()::text,
    created_at timestamptz not null default clock_timestamp(),
    given_keys text
  )`,
  `insert into token_settings default values`,
  // Uses the channel that every server process listens to already, so that no further connection is needed.
  `create function notify_signing_keys() returns trigger language plpgsql as $$ begin
    perform pg_notify('revocations', 'signing-keys');
    return null;
  end $$`,
  `create trigger signing_keys_changed after insert or update or delete on signing_keys
    for each statement execute function notify_signing_keys()`,
]

/** Adds signing keys shared by all processes of one database, and the settings that access tokens are checked against. */
export const signingKeys: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  },
}
