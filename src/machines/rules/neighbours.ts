import type { ListPage, ListQuery } from '../../api/contract/list.ts'
import type { Row } from './paging.ts'

/** The rows of a list around a thing that was opened from it: as many pages as were needed, by their numbers. */
export interface Trail<R extends Row = Row> {
  query: ListQuery
  total: number
  pages: Readonly<Record<number, readonly R[]>>
}

/** What stands before and after a thing in the list, and its 1-based place. */
export interface Neighbours<R extends Row = Row> {
  before: R | undefined
  after: R | undefined
  place: number
  total: number
}

/** So near the end of what is held the next page is asked for, so that who goes on never waits. */
const NEAR = 2

/** A trail that begins with a page that a list showed. */
export const trailFrom = <R extends Row>(query: ListQuery, page: ListPage<R>): Trail<R> => ({
  query,
  total: page.pagination.totalDocs,
  pages: { [query.page]: page.data },
})

/** The trail with one more page. A row that moved between pages meanwhile stays where it was: nobody is led in a circle. */
export function withTrailPage<R extends Row>(trail: Trail<R>, { data, pagination }: ListPage<R>): Trail<R> {
  const held = new Set(Object.values(trail.pages).flatMap((rows) => rows.map(({ id }) => id)))
  return {
    ...trail,
    total: pagination.totalDocs,
    pages: { ...trail.pages, [pagination.page]: data.filter(({ id }) => !held.has(id)) },
  }
}

/** What stands beside a thing; `null` where the thing is not in the list. */
export function neighboursOf<R extends Row>(trail: Trail<R> | null, id: string): Neighbours<R> | null {
  const at = trail && placeOf(trail, id)
  if (!at) return null
  const rows = trail.pages[at.page] ?? []
  return {
    before: rows[at.index - 1] ?? trail.pages[at.page - 1]?.at(-1),
    after: rows[at.index + 1] ?? trail.pages[at.page + 1]?.[0],
    place: (at.page - 1) * trail.query.limit + at.index + 1,
    total: trail.total,
  }
}

/** The page to be asked for, so that the thing has both its neighbours; `null`: none. */
export function pageWanted(trail: Trail | null, id: string): number | null {
  const at = trail && placeOf(trail, id)
  if (!at) return null
  const { query, total, pages } = trail
  const count = pages[at.page]?.length ?? 0
  const isLast = at.page * query.limit >= total
  if (at.index >= count - NEAR && !isLast && !pages[at.page + 1]) return at.page + 1
  if (at.index < NEAR && at.page > 1 && !pages[at.page - 1]) return at.page - 1
  return null
}

function placeOf({ pages }: Trail, id: string): { page: number; index: number } | undefined {
  for (const [page, rows] of Object.entries(pages)) {
    const index = rows.findIndex((row) => row.id === id)
    if (index >= 0) return { page: Number(page), index }
  }
  return undefined
}
