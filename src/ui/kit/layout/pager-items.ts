/** Item of a pager: a 1-based page number, or an ellipsis before or after the current page. */
export type PagerItem = number | 'gap before' | 'gap after'

/**
 * Returns the items of a pager (design guide §7). Up to seven pages are all shown. Of more pages, the first, the last, and either
 * five at the nearer end or three around the current page are shown. `page` is 1-based.
 */
export function buildPagerItems(page: number, totalPages: number): PagerItem[] {
  if (totalPages <= 7) return range(1, totalPages)
  if (page < 5) return [...range(1, 5), 'gap after', totalPages]
  if (page > totalPages - 4) return [1, 'gap before', ...range(totalPages - 4, totalPages)]
  return [1, 'gap before', ...range(page - 1, page + 1), 'gap after', totalPages]
}

function range(first: number, last: number): number[] {
  return Array.from({ length: Math.max(last - first + 1, 0) }, (_, index) => first + index)
}
