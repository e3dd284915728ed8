import { type Expression, type Kysely, type RawBuilder, sql } from 'kysely'
import type { Direction, ListPage } from '../../src/api/contract/list.ts'
import { getErrorCode } from '../errors/database-errors.ts'
import { decodeCursor, encodeCursor, invalidCursorError } from './cursor.ts'
import type { Database } from './schema.ts'

/** Maximum number of rows that are counted exactly; larger numbers are estimated. */
export const MAX_COUNTED_ROWS = 10_000

/** SQLSTATE codes (class 22) of a value that the column's type cannot parse. */
const INVALID_TEXT_CODES = /^22\w{3}$/

export interface ListPageQuery {
  /** Selects all columns of the matching rows. Other fields refer to these rows as `row`. The rows must have an `id`. */
  matchingQuery: Expression<unknown>
  /** Number of matching rows, if known without counting. */
  total?: Expression<number> | undefined
  /** Selects the rows of `matchingQuery` in a form that is cheaper to count. */
  countingQuery?: Expression<unknown> | undefined
  /** Selects only `id` and the sort column of the rows of `matchingQuery`, if that is cheaper. */
  pickingQuery?: Expression<unknown> | undefined
  columns: RawBuilder<unknown>
  /** Column to sort by and its direction; the id breaks ties in the same direction. */
  order: readonly [column: string, direction: Direction]
  /** 1-based. */
  page: number
  limit: number
  /** Cursor of an earlier page. The rows after the cursor are read, regardless of `page`. */
  after?: string | undefined
}

/** Fields read in addition to the columns: the number of matching rows, and the sort value as text. */
interface PageTotals {
  allMatching: number
  sortedBy: string | null
}

/**
 * Reads one page and its totals in one query. The totals are correct beyond the last page too, unlike with a window function.
 * Throws `INVALID_INPUT` for a cursor of another order.
 */
export async function readListPage<Row extends { id: string }>(
  db: Kysely<Database>,
  {
    matchingQuery,
    total,
    countingQuery = matchingQuery,
    pickingQuery = matchingQuery,
    columns,
    order,
    page,
    limit,
    after,
  }: ListPageQuery,
): Promise<ListPage<Row>> {
  const [column, direction] = order
  const directionSql = sql.raw(direction)
  const by = sql.ref(`row.${column}`)
  const sorted = sql`order by ${by} ${directionSql}, row.id ${directionSql}`
  const cursor = decodeCursor(after, order)
  const beyond = cursor
    ? sql`where (${by}, row.id) ${sql.raw(direction === 'asc' ? '>' : '<')} (${cursor.value}, ${cursor.id})`
    : sql``
  const offset = cursor ? 0 : (page - 1) * limit
  const counted =
    total ??
    sql`(select count(*)::int from (select from (${countingQuery}) as every limit ${MAX_COUNTED_ROWS + 1}) as counting)`
  // The page is selected by id, so that the rows of earlier pages are read only from an index.
  const { rows } = await sql<Row & PageTotals>`
    with matching as not materialized (${matchingQuery}),
    counted as (select ${counted} as "allMatching"),
    picked as (select row.id from (${pickingQuery}) as row ${beyond} ${sorted} limit ${limit + 1} offset ${offset})
    select counted."allMatching", to_jsonb(${by}) #>> '{}' as "sortedBy", ${columns}
    from counted left join (picked join matching as row using (id)) on true ${sorted}
  `
    .execute(db)
    .catch((error: unknown) => {
      // The cursor's value is text. If the column's type cannot parse the text, this server did not create the cursor.
      if (cursor && INVALID_TEXT_CODES.test(getErrorCode(error))) throw invalidCursorError()
      throw error
    })
  const present = rows.filter(({ id }) => id !== null)
  const pageRows = present.slice(0, limit)
  const hasNextPage = present.length > limit
  const last = pageRows.at(-1)
  const counts = await readTotals(db, countingQuery, {
    total,
    counted: rows[0]?.allMatching ?? 0,
    seen: offset + present.length,
  })
  return {
    data: pageRows.map(({ allMatching: _, sortedBy: __, ...row }) => row as unknown as Row),
    pagination: {
      page,
      limit,
      totalPages: Math.ceil(counts.totalDocs / limit),
      ...counts,
      hasNextPage,
      ...(hasNextPage && last && { nextCursor: encodeCursor(order, last.sortedBy!, last.id) }),
    },
  }
}

/** Returns the totals: exact up to {@link MAX_COUNTED_ROWS}, otherwise as estimated by the query planner. */
async function readTotals(
  db: Kysely<Database>,
  counting: Expression<unknown>,
  { total, counted, seen: rowsSeen }: { total: unknown; counted: number; seen: number },
): Promise<{ totalDocs: number; approximate?: true }> {
  if (total !== undefined || counted <= MAX_COUNTED_ROWS) return { totalDocs: counted }
  const { rows } = await sql<{ 'QUERY PLAN': unknown }>`explain (format json) ${counting}`.execute(db)
  return { totalDocs: Math.max(readExpectedRows(rows[0]?.['QUERY PLAN']), counted, rowsSeen), approximate: true }
}

function readExpectedRows(plan: unknown): number {
  const parsedPlan = (typeof plan === 'string' ? JSON.parse(plan) : plan) as [{ Plan: { 'Plan Rows': number } }]
  return parsedPlan[0].Plan['Plan Rows']
}
