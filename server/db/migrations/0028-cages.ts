import { type Kysely, type Migration, sql } from 'kysely'

const STATEMENTS = [
  `create table cage_meshes (
    id text collate "C" primary key,
    name text not null,
    name_key text collate "C" not null,
    gender text not null,
    asset_type text,
    body_id text collate "C" references assets on delete set null,
    model_url text not null,
    vertices int not null,
    topology text not null,
    carried_from text collate "C",
    created_by text collate "C" not null,
    created_at timestamptz not null
  )`,
  `create index cage_meshes_body on cage_meshes (body_id, asset_type)`,
  `create index cage_meshes_created on cage_meshes (created_at, id)`,
  `create index cage_meshes_name on cage_meshes (name_key, id)`,
  `create index cage_meshes_model on cage_meshes (substr(model_url, 8, 64))`,
  `create table morphed_assets (
    id text collate "C" primary key,
    asset_id text collate "C" not null references assets on delete cascade,
    body_id text collate "C" not null references assets on delete cascade,
    model_url text not null,
    made_from text not null,
    created_at timestamptz not null,
    unique (asset_id, body_id)
  )`,
  `create index morphed_assets_body on morphed_assets (body_id)`,
  `create index morphed_assets_created on morphed_assets (created_at, id)`,
  `create index morphed_assets_model on morphed_assets (substr(model_url, 8, 64))`,
  `create table application_morphed_assets (
    application_id text collate "C" not null references applications on delete cascade,
    asset_id text collate "C" not null references assets on delete cascade,
    body_id text collate "C" not null references assets on delete cascade,
    added_at timestamptz not null,
    primary key (application_id, asset_id, body_id)
  )`,
  `create index application_morphed_assets_asset on application_morphed_assets (asset_id)`,
  `create index application_morphed_assets_body on application_morphed_assets (body_id)`,
  `create index jobs_morphs on jobs ((payload->>'assetId'), created_at, id) where kind = 'morph'`,
]

export const cages: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  },
}
