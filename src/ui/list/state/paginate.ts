import type { ListPage, ListQuery } from '../../../api/contract/list.ts'
import type { Row } from '../../../machines/list/paging.ts'

/** Returns one page of a list whose rows are all in one response. */
export function paginate<R extends Row>(rows: readonly R[], { page, limit }: ListQuery): ListPage<R> {
  const totalPages = Math.ceil(rows.length / limit)
  return {
    data: rows.slice((page - 1) * limit, page * limit),
    pagination: { page, limit, totalPages, totalDocs: rows.length, hasNextPage: page < totalPages },
  }
}
