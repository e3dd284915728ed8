import { type Expression, type Kysely, type RawBuilder, sql } from 'kysely'
import type { Direction, ListPage } from '../../src/api/contract/list.ts'
import { noCursor, readCursor, writeCursor } from './cursor.ts'
import { codeOf } from './faults.ts'
import type { Database } from './schema.ts'

/** So many rows are counted; more are estimated. */
export const MOST_COUNTED = 10_000

/** PostgreSQL's codes for a text that its column cannot read (SQLSTATE, class 22). */
const UNREADABLE = /^22\w{3}$/

/** A list to be read: which rows match, what is shown of each, and how they stand. */
export interface PageRequest {
  /** Selects the matching rows whole; its columns are `row.…` in the others. It must have an `id`. */
  matching: Expression<unknown>
  /** How many rows `matching` selects, where that is known without counting them. */
  total?: Expression<number> | undefined
  /** Selects something of each of the same rows, where that is less work to count. */
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
  /** The cursor of a page read before: what comes after it is read, whatever `page` says. */
  after?: string | undefined
}

/** What is read beside the columns: how many there are, and what the row is sorted by, as text. */
interface Beside {
  allMatching: number
  sortedBy: string | null
}

/**
 * Reads one page and the totals in one round trip. The totals are right on a page beyond the end too, which a window
 * count is not: it has no row to stand in. Throws `INVALID_INPUT` for a cursor of another order.
 */
export async function readPage<Row extends { id: string }>(
  db: Kysely<Database>,
  { matching, total, counting = matching, picking = matching, columns, order, page, limit, after }: PageRequest,
): Promise<ListPage<Row>> {
  const [column, direction] = order
  const turn = sql.raw(direction)
  const by = sql.ref(`row.${column}`)
  const sorted = sql`order by ${by} ${turn}, row.id ${turn}`
  const cursor = readCursor(after, order)
  const beyond = cursor
    ? sql`where (${by}, row.id) ${sql.raw(direction === 'asc' ? '>' : '<')} (${cursor.value}, ${cursor.id})`
    : sql``
  const offset = cursor ? 0 : (page - 1) * limit
  const counted =
    total ?? sql`(select count(*)::int from (select from (${counting}) as every limit ${MOST_COUNTED + 1}) as counting)`
  // The page is picked by id: what is passed over on the way to a late page is read from an index alone.
  const { rows } = await sql<Row & Beside>`
    with matching as not materialized (${matching}),
    counted as (select ${counted} as "allMatching"),
    picked as (select row.id from (${picking}) as row ${beyond} ${sorted} limit ${limit + 1} offset ${offset})
    select counted."allMatching", to_jsonb(${by}) #>> '{}' as "sortedBy", ${columns}
    from counted left join (picked join matching as row using (id)) on true ${sorted}
  `
    .execute(db)
    .catch((fault: unknown) => {
      // A cursor holds text: what its column cannot read was not written by us.
      if (cursor && UNREADABLE.test(codeOf(fault))) throw noCursor()
      throw fault
    })
  const found = rows.filter(({ id }) => id !== null)
  const shown = found.slice(0, limit)
  const hasNextPage = found.length > limit
  const last = shown.at(-1)
  const counts = await totalsOf(db, counting, {
    total,
    counted: rows[0]?.allMatching ?? 0,
    seen: offset + found.length,
  })
  return {
    data: shown.map(({ allMatching: _, sortedBy: __, ...row }) => row as unknown as Row),
    pagination: {
      page,
      limit,
      totalPages: Math.ceil(counts.totalDocs / limit),
      ...counts,
      hasNextPage,
      ...(hasNextPage && last && { nextCursor: writeCursor(order, last.sortedBy!, last.id) }),
    },
  }
}

/** What is told of how many there are: counted where that is little work, else what the database expects. */
async function totalsOf(
  db: Kysely<Database>,
  counting: Expression<unknown>,
  { total, counted, seen }: { total: unknown; counted: number; seen: number },
): Promise<{ totalDocs: number; approximate?: true }> {
  if (total !== undefined || counted <= MOST_COUNTED) return { totalDocs: counted }
  const { rows } = await sql<{ 'QUERY PLAN': unknown }>`explain (format json) ${counting}`.execute(db)
  return { totalDocs: Math.max(expectedRows(rows[0]?.['QUERY PLAN']), counted, seen), approximate: true }
}

/** The rows a plan expects; drivers hand it out as text or as what it says. */
function expectedRows(plan: unknown): number {
  const read = (typeof plan === 'string' ? JSON.parse(plan) : plan) as [{ Plan: { 'Plan Rows': number } }]
  return read[0].Plan['Plan Rows']
}
