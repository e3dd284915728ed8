import { type Kysely, type Migration, sql } from 'kysely'

const STATEMENTS = [
  // Empty `keys` mean all events. Unreachable webhooks are paused. `old_secret` signs alongside `secret` until
  // `old_secret_until`.
  `create table webhooks (
    id text collate "C" primary key,
    url text not null,
    description text not null,
    keys jsonb not null,
    is_enabled boolean not null,
    secret text not null,
    old_secret text,
    old_secret_until timestamptz,
    unreachable_since timestamptz,
    paused_until timestamptz,
    created_by text collate "C" not null,
    created_at timestamptz not null,
    updated_at timestamptz not null
  )`,
  `create table webhook_deliveries (
    id text collate "C" primary key,
    webhook_id text collate "C" not null references webhooks on delete cascade,
    position bigint not null,
    asset_id text collate "C" not null,
    message jsonb not null,
    status text not null,
    tries jsonb not null default '[]',
    round integer not null default 0,
    tried integer not null default 0,
    due_at timestamptz,
    created_at timestamptz not null,
    unique (webhook_id, position)
  )`,
  `create index webhook_deliveries_waiting on webhook_deliveries (webhook_id, asset_id, position) where status = 'waiting'`,
  `create index webhook_deliveries_next on webhook_deliveries (webhook_id, position) where status = 'waiting'`,
  `create index webhook_deliveries_created on webhook_deliveries (created_at)`,
]

export const webhooks: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  },
}
