/** One place in a pager: a 1-based page, or a gap with the side it stands on. */
export type PagerItem = number | 'gap before' | 'gap after'

/**
 * The places of a numbered pager: all pages up to seven; beyond that the first five and the last (look.md §7), the last
 * five and the first, or the first, three around the page, and the last. `page` and `totalPages` are 1-based.
 */
export function pagerItems(page: number, totalPages: number): PagerItem[] {
  if (totalPages <= 7) return range(1, totalPages)
  if (page < 5) return [...range(1, 5), 'gap after', totalPages]
  if (page > totalPages - 4) return [1, 'gap before', ...range(totalPages - 4, totalPages)]
  return [1, 'gap before', ...range(page - 1, page + 1), 'gap after', totalPages]
}

function range(first: number, last: number): number[] {
  return Array.from({ length: Math.max(last - first + 1, 0) }, (_, index) => first + index)
}
