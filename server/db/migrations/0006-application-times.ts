import { type Kysely, type Migration, sql } from 'kysely'

const STATEMENTS = [
  // Waits for concurrent writers and blocks new writers, whose changes would be missed or conflict with the new key.
  `lock table assets in exclusive mode`,
  // A separate table: moving an asset within an application locks rows of `asset_applications`, but none of this table.
  `create table application_times (
    asset_id text collate "C" not null,
    application_id text collate "C" not null,
    updated_at timestamptz not null,
    primary key (asset_id, application_id),
    foreign key (asset_id, application_id) references asset_applications on delete cascade
  )`,
  `insert into application_times select asset_id, application_id, updated_at
    from asset_applications join assets on assets.id = asset_id`,
  `create index application_times_order on application_times (application_id, updated_at, asset_id)`,
  `create function add_application_times() returns trigger language plpgsql as $$ begin
    insert into application_times select asset_id, application_id, updated_at
      from added join assets on assets.id = asset_id;
    return null;
  end $$`,
  `create trigger asset_applications_times after insert on asset_applications
    referencing new table as added for each statement execute function add_application_times()`,
  `create function move_application_times() returns trigger language plpgsql as $$ begin
    update application_times set updated_at = new.updated_at where asset_id = new.id;
    return null;
  end $$`,
  `create trigger assets_application_times after update of updated_at on assets
    for each row when (old.updated_at is distinct from new.updated_at) execute function move_application_times()`,
]

/** Stores when the assets of each application last changed, for an index in the default order of an application's assets. */
export const applicationTimes: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  },
}
