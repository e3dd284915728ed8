import { type Kysely, type Migration, sql } from 'kysely'

/**
 * Texts are compared by code point (`collate "C"`), so that sorting is the same on every database. Names are sorted by their
 * folded `name_key`.
 */
const TABLES = [
  `create table meta (key text primary key, value text not null)`,

  `create table users (
    id text collate "C" primary key,
    email text collate "C" unique,
    name text,
    role text not null check (role in ('admin', 'developer', 'user', 'anonymous')),
    password_hash text,
    verified_at timestamptz,
    is_password_updated boolean not null default false,
    wallets jsonb not null default '[]',
    created_at timestamptz not null
  )`,

  `create table sessions (
    id text primary key,
    user_id text collate "C" not null references users on delete cascade,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    revoked_at timestamptz
  )`,
  `create index sessions_user on sessions (user_id)`,
  `create index sessions_expiry on sessions (expires_at)`,

  `create table refresh_tokens (
    token_hash text primary key,
    session_id text not null references sessions on delete cascade,
    created_at timestamptz not null,
    used_at timestamptz
  )`,
  `create index refresh_tokens_session on refresh_tokens (session_id)`,

  `create table applications (
    id text collate "C" primary key,
    name text not null,
    name_key text collate "C" not null,
    owner_id text collate "C" not null references users,
    created_at timestamptz not null
  )`,
  `create index applications_name on applications (name_key, id)`,
  `create index applications_owner on applications (owner_id)`,

  `create table files (
    sha256 text primary key,
    type text not null,
    bytes integer not null,
    created_at timestamptz not null
  )`,

  `create table uploads (
    id text primary key,
    owner_id text collate "C" not null references users on delete cascade,
    sha256 text not null references files,
    kind text not null,
    filename text,
    finished_at timestamptz not null
  )`,
  `create index uploads_owner on uploads (owner_id)`,

  `create table assets (
    id text collate "C" primary key,
    name text not null,
    name_key text collate "C" not null,
    type text collate "C" not null,
    gender text collate "C" not null,
    model_url text not null,
    icon_url text,
    icon_rendered boolean not null default false,
    texture_url text,
    psd_url text,
    locked boolean not null default false,
    locked_by text,
    parent_id text collate "C" references assets on delete set null,
    body_id text collate "C" references assets on delete set null,
    default_authorized boolean not null default false,
    triangles integer not null,
    vertices integer not null,
    textures integer not null,
    bytes integer not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    created_by text collate "C" not null
  )`,
  `create index assets_name on assets (name_key, id)`,
  `create index assets_type on assets (type, id)`,
  `create index assets_gender on assets (gender, id)`,
  `create index assets_created on assets (created_at, id)`,
  `create index assets_updated on assets (updated_at, id)`,
  `create index assets_creator on assets (created_by)`,
  `create index assets_parent on assets (parent_id)`,
  `create index assets_body on assets (body_id)`,

  `create table asset_applications (
    asset_id text collate "C" not null references assets on delete cascade,
    application_id text collate "C" not null references applications on delete cascade,
    is_visible boolean not null default true,
    position integer not null check (position > 0),
    primary key (asset_id, application_id)
  )`,
  `create index asset_applications_order on asset_applications (application_id, position)`,

  `create table tags (
    id text collate "C" primary key,
    name text not null,
    name_key text collate "C" not null unique,
    color text not null
  )`,

  `create table asset_tags (
    asset_id text collate "C" not null references assets on delete cascade,
    tag_id text collate "C" not null references tags on delete cascade,
    primary key (asset_id, tag_id)
  )`,
  `create index asset_tags_tag on asset_tags (tag_id, asset_id)`,

  `create table user_assets (
    user_id text collate "C" not null references users on delete cascade,
    asset_id text collate "C" not null references assets on delete cascade,
    added_at timestamptz not null,
    primary key (user_id, asset_id)
  )`,
  `create index user_assets_asset on user_assets (asset_id)`,

  `create table changelog (
    id text collate "C" primary key,
    asset_id text collate "C" not null,
    at timestamptz not null,
    actor_id text not null,
    action text not null,
    changes jsonb not null
  )`,
  `create index changelog_asset on changelog (asset_id, at, id)`,

  `create table idempotency (
    user_id text collate "C" not null references users on delete cascade,
    key text not null,
    hash text not null,
    answer jsonb,
    created_at timestamptz not null,
    primary key (user_id, key)
  )`,
  `create index idempotency_age on idempotency (created_at)`,

  `create table rate_limits (key text primary key, count integer not null, resets_at timestamptz not null)`,
  `create index rate_limits_reset on rate_limits (resets_at)`,
]

export const initialSchema: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of TABLES) await sql.raw(statement).execute(db)
  },
}
