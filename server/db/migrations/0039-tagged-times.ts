import { type Kysely, type Migration, sql } from 'kysely'

/**
 * Returns a trigger function that adds pairs of a tag and an application for assets. `added` is the kind of the new links, which
 * are joined with the existing links of the other kind.
 */
const addPairs = (name: string, added: 'tags' | 'applications') =>
  `create function ${name}() returns trigger language plpgsql as $$ begin
    insert into tagged_times (application_id, tag_id, updated_at, asset_id)
      select application_id, tag_id, updated_at, assets.id from added
      join ${added === 'tags' ? 'asset_applications' : 'asset_tags'} as other on other.asset_id = added.asset_id
      join assets on assets.id = added.asset_id;
    return null;
  end $$`

const STATEMENTS = [
  // Waits for concurrent writers and blocks new writers, whose pairs would be missed or duplicated. Uses the lock mode that
  // creating a trigger needs, because a later upgrade of the lock would deadlock with a writer.
  `lock table assets, asset_tags, asset_applications in share row exclusive mode`,
  `create table tagged_times (
    application_id text collate "C" not null,
    tag_id text collate "C" not null,
    updated_at timestamptz not null,
    asset_id text collate "C" not null,
    primary key (asset_id, application_id, tag_id),
    foreign key (asset_id, application_id) references asset_applications on delete cascade,
    foreign key (asset_id, tag_id) references asset_tags on delete cascade
  )`,
  `insert into tagged_times select application_id, tag_id, updated_at, id from assets
    join asset_applications as place on place.asset_id = id join asset_tags as tag on tag.asset_id = id`,
  `create index tagged_times_order on tagged_times (application_id, tag_id, updated_at, asset_id)`,
  // The planner cannot derive the number of assets with a tag in an application from the two separate numbers.
  `create statistics tagged_times_pairs (mcv) on application_id, tag_id from tagged_times`,
  addPairs('add_times_of_tags', 'tags'),
  addPairs('add_times_of_tagged', 'applications'),
  // Triggers run in the order of their names, so these triggers run after the counting triggers, which lock the assets. If two
  // writers add a tag and an application to one asset, the second writer therefore sees the first writer's link.
  `create trigger asset_tags_tagged_times after insert on asset_tags
    referencing new table as added for each statement execute function add_times_of_tags()`,
  `create trigger asset_applications_tagged_times after insert on asset_applications
    referencing new table as added for each statement execute function add_times_of_tagged()`,
  `create or replace function move_application_times() returns trigger language plpgsql as $$ begin
    update application_times set updated_at = new.updated_at where asset_id = new.id;
    update tagged_times set updated_at = new.updated_at where asset_id = new.id;
    return null;
  end $$`,
]

/** Stores the last change of each asset per tag and application, so that the asset list filtered by both has an index. */
export const taggedTimes: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  },
}
