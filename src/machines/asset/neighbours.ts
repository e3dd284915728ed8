import type { ListPage, ListQuery } from '../../api/contract/list.ts'
import type { Row } from '../list/paging.ts'

/** Query, total and loaded pages, by page number, of the list from which an item was opened. */
export interface ListTrail<R extends Row = Row> {
  query: ListQuery
  total: number
  pages: Readonly<Record<number, readonly R[]>>
}

export interface Neighbours<R extends Row = Row> {
  before: R | undefined
  after: R | undefined
  position: number
  total: number
}

/** Distance from either end of a loaded page, in rows, at which the adjacent page is prefetched. */
const PREFETCH_DISTANCE = 2

export const trailFrom = <R extends Row>(query: ListQuery, page: ListPage<R>): ListTrail<R> => ({
  query,
  total: page.pagination.totalDocs,
  pages: { [query.page]: page.data },
})

/** Adds a page. A row that moved between pages stays at its first position, so that navigation never loops. */
export function withTrailPage<R extends Row>(trail: ListTrail<R>, { data, pagination }: ListPage<R>): ListTrail<R> {
  const loadedIds = new Set(Object.values(trail.pages).flatMap((rows) => rows.map(({ id }) => id)))
  return {
    ...trail,
    total: pagination.totalDocs,
    pages: { ...trail.pages, [pagination.page]: data.filter(({ id }) => !loadedIds.has(id)) },
  }
}

export function neighboursOf<R extends Row>(trail: ListTrail<R> | null, id: string): Neighbours<R> | null {
  const location = trail && locationOf(trail, id)
  if (!location) return null
  const rows = trail.pages[location.page] ?? []
  return {
    before: rows[location.index - 1] ?? trail.pages[location.page - 1]?.at(-1),
    after: rows[location.index + 1] ?? trail.pages[location.page + 1]?.[0],
    position: (location.page - 1) * trail.query.limit + location.index + 1,
    total: trail.total,
  }
}

/** Returns the page to load so that the item has both neighbours, or `null`. */
export function pageNumberToLoad(trail: ListTrail | null, id: string): number | null {
  const location = trail && locationOf(trail, id)
  if (!location) return null
  const { query, total, pages } = trail
  const count = pages[location.page]?.length ?? 0
  const isLast = location.page * query.limit >= total
  if (location.index >= count - PREFETCH_DISTANCE && !isLast && !pages[location.page + 1]) return location.page + 1
  if (location.index < PREFETCH_DISTANCE && location.page > 1 && !pages[location.page - 1]) return location.page - 1
  return null
}

function locationOf({ pages }: ListTrail, id: string): { page: number; index: number } | undefined {
  for (const [page, rows] of Object.entries(pages)) {
    const index = rows.findIndex((row) => row.id === id)
    if (index >= 0) return { page: Number(page), index }
  }
  return undefined
}
