import { DEFAULT_LIMIT, type Filter, formatOrder, type ListQuery } from '../../api/contract/list.ts'
import { countActive, parseFilter, withoutEmpties } from '../../machines/rules/filters.ts'
import { readOrder, sameOrder } from '../../machines/rules/order.ts'
import { clampPage } from '../../machines/rules/paging.ts'
import type { ListShape } from './definition.ts'

/** A list in the address query: what stands at its default is left out. `order` is "name" or "-name", `page` 1-based. */
export interface ListSearch {
  filter?: Filter | undefined
  order?: string | undefined
  page?: number | undefined
}

/** The router lays what was read over what the address said: what was refused must be there to take its place. */
const NOTHING: ListSearch = { filter: undefined, order: undefined, page: undefined }

/**
 * Makes the `validateSearch` of a list's route. A filter that is not JSON or does not conform to the list's filters
 * counts as none; a warning is logged once for each (Spec §5).
 */
export function listSearch(shape: ListShape): (raw: Record<string, unknown>) => ListSearch {
  let warned: string | undefined
  return (raw) => {
    const { filter, isReadable } = parseFilter(raw['filter'], shape.filters)
    const text = isReadable ? undefined : JSON.stringify(raw['filter'])
    // The router reads one address several times.
    if (text !== undefined && text !== warned) console.warn('Error parsing filters')
    warned = text
    const page = Number(raw['page'] ?? 1)
    const order = readOrder(raw['order'], shape.sortable, shape.order)
    const query = { ...queryOf(shape), filter, order, page: clampPage(page, 0) }
    return { ...NOTHING, ...toSearch(query, shape) }
  }
}

/** The query an address stands for; `limit` is not in the address. */
export const toQuery = (search: ListSearch, shape: ListShape, limit = shape.limit ?? DEFAULT_LIMIT): ListQuery => ({
  page: shape.paging === 'infinite' ? 1 : (search.page ?? 1),
  limit,
  order: readOrder(search.order, shape.sortable, shape.order),
  filter: search.filter ?? {},
})

/** The address of a query; the page of an infinite list is not in it. */
export function toSearch({ filter, order, page }: ListQuery, shape: ListShape): ListSearch {
  const text = sameOrder(order, shape.order ?? {}) ? undefined : formatOrder(order)
  return {
    ...(countActive(filter) > 0 && { filter: inOrder(filter) }),
    ...(text !== undefined && { order: text }),
    ...(page > 1 && shape.paging !== 'infinite' && { page }),
  }
}

/** The same filter always gives the same address. */
const inOrder = (filter: Filter): Filter =>
  Object.fromEntries(Object.entries(withoutEmpties(filter)).sort(([one], [other]) => (one < other ? -1 : 1)))

/** The query of an address without any parameters. */
const queryOf = (shape: ListShape): ListQuery => toQuery({}, shape)
