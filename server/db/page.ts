import { type Expression, type Kysely, type RawBuilder, sql } from 'kysely'
import type { Direction, ListPage } from '../../src/api/contract/list.ts'
import type { Database } from './schema.ts'

/** A list to be read: which rows match, what is shown of each, and how they stand. */
export interface PageRequest {
  /** Selects the matching rows whole; its columns are `row.…` in the others. It must have an `id`. */
  matching: Expression<unknown>
  /** Selects as many rows as `matching`, where that can be had with less work: they are only counted. */
  counting?: Expression<unknown> | undefined
  /** Selects `id` and the order's column of the same rows, where that can be had with less work. */
  picking?: Expression<unknown> | undefined
  /** What is read of each row of the page, e.g. sql`row.id, row.name`. */
  columns: RawBuilder<unknown>
  /** Column to sort by and its direction; the id breaks ties the same way. */
  order: readonly [column: string, direction: Direction]
  /** 1-based. */
  page: number
  limit: number
}

/**
 * Reads one page and the totals in one round trip. The totals are right on a page beyond the end too, which a window
 * count is not: it has no row to stand in.
 */
export async function readPage<Row extends { id: string }>(
  db: Kysely<Database>,
  { matching, counting = matching, picking = matching, columns, order: [column, direction], page, limit }: PageRequest,
): Promise<ListPage<Row>> {
  const turn = sql.raw(direction)
  const sorted = sql`order by ${sql.ref(`row.${column}`)} ${turn}, row.id ${turn}`
  // The page is picked by id: what is passed over on the way to a late page is read from an index alone.
  const { rows } = await sql<Row & { allMatching: number }>`
    with matching as not materialized (${matching}),
    counted as (select count(*)::int as "allMatching" from (${counting}) as counting),
    picked as (select row.id from (${picking}) as row ${sorted} limit ${limit} offset ${(page - 1) * limit})
    select counted."allMatching", ${columns}
    from counted left join (picked join matching as row using (id)) on true ${sorted}
  `.execute(db)
  const totalDocs = rows[0]?.allMatching ?? 0
  const totalPages = Math.ceil(totalDocs / limit)
  return {
    data: rows.filter(({ id }) => id !== null).map(({ allMatching: _, ...row }) => row as unknown as Row),
    pagination: { page, limit, totalPages, totalDocs, hasNextPage: page < totalPages },
  }
}
