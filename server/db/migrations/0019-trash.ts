import { type Kysely, type Migration, sql } from 'kysely'

/** Index name and columns for each order of the list and each filter that leaves many rows. */
const ORDERS = {
  assets_name: '(name_key, id)',
  assets_type: '(type, id)',
  assets_gender: '(gender, id)',
  assets_created: '(created_at, id)',
  assets_updated: '(updated_at, id)',
  assets_creator: '(created_by)',
  assets_type_updated: '(type, updated_at, id)',
  assets_type_name: '(type, name_key, id)',
  assets_gender_updated: '(gender, updated_at, id)',
  assets_locked_updated: '(locked, updated_at, id)',
  assets_authorized_updated: '(default_authorized, updated_at, id)',
}

const STATEMENTS = [
  `alter table assets add column deleted_at timestamptz, add column deleted_by text collate "C"`,
  ...Object.entries(ORDERS).flatMap(([name, columns]) => [
    `drop index if exists ${name}`,
    `create index ${name} on assets ${columns} where deleted_at is null`,
  ]),
  `create index assets_trash on assets (deleted_at, id) where deleted_at is not null`,
  // Links of trashed assets. Separate tables, so that queries over links can ignore the trash.
  `create table trashed_applications (
    asset_id text collate "C" not null references assets on delete cascade,
    application_id text collate "C" not null references applications on delete cascade,
    is_visible boolean not null,
    position integer not null,
    primary key (asset_id, application_id)
  )`,
  `create index trashed_applications_application on trashed_applications (application_id)`,
  `create table trashed_tags (
    asset_id text collate "C" not null references assets on delete cascade,
    tag_id text collate "C" not null references tags on delete cascade,
    primary key (asset_id, tag_id)
  )`,
  `create index trashed_tags_tag on trashed_tags (tag_id)`,
  `create table trashed_user_assets (
    asset_id text collate "C" not null references assets on delete cascade,
    user_id text collate "C" not null references users on delete cascade,
    added_at timestamptz not null,
    primary key (asset_id, user_id)
  )`,
  `create index trashed_user_assets_user on trashed_user_assets (user_id)`,
]

export const trash: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  },
}
