import { type Kysely, type Migration, sql } from 'kysely'

/** Link tables with counted rows, and the column to count by. */
const LINKS = { tag: ['asset_tags', 'tag_id'], application: ['asset_applications', 'application_id'] } as const

/**
 * Returns a statement that records how rows change the counts. `rows` must have the columns type, gender and locked, and the
 * column that `key` names.
 */
const add = (dimension: string, key: string, rows: string, sign: 1 | -1) =>
  `insert into asset_count_deltas (dimension, key, type, gender, locked, delta)
    select '${dimension}', ${key}, type, gender, locked, ${sign} * count(*) from ${rows} group by ${key}, type, gender, locked`

/** Returns the definition of an AFTER trigger function that executes statements. */
const perform = (name: string, ...statements: string[]) =>
  `create function ${name}() returns trigger language plpgsql as $$ begin ${statements.join('; ')}; return null; end $$`

/** Returns a query for the links of one asset; `row` is `old` or `new`. */
const linksOf = (row: 'old' | 'new') =>
  Object.entries(LINKS)
    .map(
      ([dimension, [table, column]]) =>
        `select '${dimension}' as dimension, ${column} as key from ${table} where asset_id = ${row}.id`,
    )
    .join(' union all ')

const kindOf = (row: 'old' | 'new') => `${row}.type, ${row}.gender, ${row}.locked`

/**
 * Returns a query for changed links, with type, gender and `locked` of their assets. Locks the rows of the assets, because a
 * concurrent update of an asset would miscount the new links. Locks in the order of ids, in a mode that is never upgraded, so
 * that no deadlock occurs.
 */
const linked = (column: string) => `(select ${column}, type, gender, locked from changed join (
    select id, type, gender, locked from assets where id in (select asset_id from changed) order by id for no key update
  ) as asset on asset.id = changed.asset_id) as linked`

const STATEMENTS = [
  // Waits for concurrent writers and blocks new writers, whose rows would be counted twice or not at all. Uses the lock mode that
  // dropping a trigger needs, because a later upgrade of the lock would deadlock with a writer.
  `lock table assets, asset_tags, asset_applications in access exclusive mode`,
  `drop trigger assets_counted_in on assets`,
  `drop trigger assets_counted_out on assets`,
  `drop trigger assets_counted_again on assets`,
  `drop function count_assets_in(), count_assets_out(), count_asset_changed()`,
  ...Object.entries(LINKS).flatMap(([dimension, [table]]) => [
    `drop trigger ${table}_counted_in on ${table}`,
    `drop trigger ${table}_counted_out on ${table}`,
    `drop function count_${dimension}_in(), count_${dimension}_out()`,
  ]),
  `drop view asset_tallies`,
  `drop table asset_counts, asset_count_deltas`,
  `create table asset_counts (
    dimension text not null,
    key text collate "C" not null,
    type text collate "C" not null,
    gender text collate "C" not null,
    locked boolean not null,
    count bigint not null,
    primary key (dimension, key, type, gender, locked)
  )`,
  `create table asset_count_deltas (
    dimension text not null,
    key text collate "C" not null,
    type text collate "C" not null,
    gender text collate "C" not null,
    locked boolean not null,
    delta bigint not null
  )`,
  `create index asset_count_deltas_key on asset_count_deltas (dimension, key) include (type, gender, locked, delta)`,
  `create view asset_tallies as
    select dimension, key, type, gender, locked, count as n from asset_counts
    union all select dimension, key, type, gender, locked, delta from asset_count_deltas`,
  `insert into asset_counts select 'all', '', type, gender, locked, count(*) from assets where deleted_at is null
    group by type, gender, locked`,
  perform('count_assets_in', add('all', `''::text`, '(select * from changed where deleted_at is null) as live', 1)),
  `create trigger assets_counted_in after insert on assets
    referencing new table as changed for each statement execute function count_assets_in()`,
  perform('count_assets_out', add('all', `''::text`, '(select * from changed where deleted_at is null) as live', -1)),
  `create trigger assets_counted_out after delete on assets
    referencing old table as changed for each statement execute function count_assets_out()`,
  // The cascade deletes links after the asset's row, so the triggers of the links find no asset. This trigger counts the links
  // instead.
  `create function count_links_out() returns trigger language plpgsql as $$ begin
    insert into asset_count_deltas select dimension, key, ${kindOf('old')}, -1 from (${linksOf('old')}) as link;
    return old;
  end $$`,
  `create trigger assets_links_counted_out before delete on assets for each row execute function count_links_out()`,
  perform(
    'count_asset_changed',
    `with link as materialized (
      select * from (${linksOf('new')}) as every where (${kindOf('old')}) is distinct from (${kindOf('new')}))
    insert into asset_count_deltas
      select 'all', '', ${kindOf('old')}, -1 where old.deleted_at is null
      union all select 'all', '', ${kindOf('new')}, 1 where new.deleted_at is null
      union all select dimension, key, ${kindOf('old')}, -1 from link
      union all select dimension, key, ${kindOf('new')}, 1 from link`,
  ),
  `create trigger assets_counted_again after update of type, gender, locked, deleted_at on assets for each row
    when ((${kindOf('old')}, old.deleted_at is null) is distinct from (${kindOf('new')}, new.deleted_at is null))
    execute function count_asset_changed()`,
  ...Object.entries(LINKS).flatMap(([dimension, [table, column]]) => [
    `insert into asset_counts select '${dimension}', ${column}, type, gender, locked, count(*)
      from ${table} join assets on assets.id = asset_id group by ${column}, type, gender, locked`,
    perform(`count_${dimension}_in`, add(dimension, column, linked(column), 1)),
    `create trigger ${table}_counted_in after insert on ${table}
      referencing new table as changed for each statement execute function count_${dimension}_in()`,
    perform(`count_${dimension}_out`, add(dimension, column, linked(column), -1)),
    `create trigger ${table}_counted_out after delete on ${table}
      referencing old table as changed for each statement execute function count_${dimension}_out()`,
  ]),
  // Types and genders correlate, so the planner misestimates combinations without these statistics.
  `create statistics assets_kinds (mcv) on type, gender, locked from assets`,
]

/** Maintains the number of assets by type, gender and lock, with each tag and in each application. */
export const assetTallies: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  },
}
