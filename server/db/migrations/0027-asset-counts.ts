import { type Kysely, type Migration, sql } from 'kysely'

/** Link tables with counted rows, and the column to count by. */
const LINKS = { tag: ['asset_tags', 'tag_id'], application: ['asset_applications', 'application_id'] } as const

/** Returns a trigger function that adds a statement's rows to the count of a dimension; `sign` is 1 or -1. */
const counting = (name: string, dimension: string, rows: string, column: string, sign: 1 | -1) =>
  `create function ${name}() returns trigger language plpgsql as $$ begin
    insert into asset_count_deltas select '${dimension}', ${column}, ${sign} * count(*) from ${rows} group by ${column};
    return null;
  end $$`

const STATEMENTS = [
  // Waits for concurrent writers and blocks new writers, whose rows would be counted twice or not at all.
  `lock table assets, asset_tags, asset_applications in share row exclusive mode`,
  `create table asset_counts (dimension text, key text collate "C", count bigint not null, primary key (dimension, key))`,
  // Every change inserts rows, which are later added to `asset_counts`. Updating one row per key would serialise all writers.
  `create table asset_count_deltas (dimension text not null, key text collate "C" not null, delta bigint not null)`,
  `create index asset_count_deltas_key on asset_count_deltas (dimension, key) include (delta)`,
  `create view asset_tallies as
    select dimension, key, count as n from asset_counts union all select dimension, key, delta from asset_count_deltas`,
  `insert into asset_counts select 'type', type, count(*) from assets where deleted_at is null group by type`,
  counting('count_assets_in', 'type', '(select type from changed where deleted_at is null) as live', 'type', 1),
  `create trigger assets_counted_in after insert on assets
    referencing new table as changed for each statement execute function count_assets_in()`,
  counting('count_assets_out', 'type', '(select type from changed where deleted_at is null) as live', 'type', -1),
  `create trigger assets_counted_out after delete on assets
    referencing old table as changed for each statement execute function count_assets_out()`,
  `create function count_asset_changed() returns trigger language plpgsql as $$ begin
    insert into asset_count_deltas select 'type', old.type, -1 where old.deleted_at is null;
    insert into asset_count_deltas select 'type', new.type, 1 where new.deleted_at is null;
    return null;
  end $$`,
  `create trigger assets_counted_again after update of type, deleted_at on assets for each row
    when (old.type <> new.type or (old.deleted_at is null) <> (new.deleted_at is null))
    execute function count_asset_changed()`,
  ...Object.entries(LINKS).flatMap(([dimension, [table, column]]) => [
    `insert into asset_counts select '${dimension}', ${column}, count(*) from ${table} group by ${column}`,
    counting(`count_${dimension}_in`, dimension, 'changed', column, 1),
    `create trigger ${table}_counted_in after insert on ${table}
      referencing new table as changed for each statement execute function count_${dimension}_in()`,
    counting(`count_${dimension}_out`, dimension, 'changed', column, -1),
    `create trigger ${table}_counted_out after delete on ${table}
      referencing old table as changed for each statement execute function count_${dimension}_out()`,
  ]),
]

/** Maintains the number of assets of each type, with each tag and in each application. */
export const assetCounts: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  },
}
