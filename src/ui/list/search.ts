import { DEFAULT_LIMIT, type Filter, formatOrder, type ListQuery } from '../../api/contract/list.ts'
import {
  parseFilter,
  preselectedOf,
  withoutEmpties,
  withoutPreselected,
  withPreselected,
} from '../../machines/rules/filters.ts'
import { readOrder, sameOrder, sortingOf } from '../../machines/rules/order.ts'
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
    return { ...NOTHING, ...toSearch(readQuery(shape, filter, raw['order'], Number(raw['page'] ?? 1)), shape) }
  }
}

/** The query an address stands for; `limit` is not in the address. */
export const toQuery = (search: ListSearch, shape: ListShape, limit?: number): ListQuery =>
  readQuery(shape, search.filter ?? {}, search.order, shape.paging === 'infinite' ? 1 : search.page, limit)

/**
 * The address of a query, without what stands at its default: a preselected filter, the usual order, the first page. The
 * page of an infinite list is not in it.
 */
export function toSearch({ filter, order, page }: ListQuery, shape: ListShape): ListSearch {
  const preselected = preselectedOf(shape.filters)
  const said = inOrder(withoutPreselected(filter, preselected))
  const usual = sortingOf(shape).orderOf(withPreselected(filter, preselected))
  const text = sameOrder(order, usual) ? undefined : formatOrder(order)
  return {
    ...(Object.keys(said).length > 0 && { filter: said }),
    ...(text !== undefined && { order: text }),
    ...(page > 1 && shape.paging !== 'infinite' && { page }),
  }
}

/** The same filter always gives the same address. */
const inOrder = (filter: Filter): Filter =>
  Object.fromEntries(Object.entries(withoutEmpties(filter)).sort(([one], [other]) => (one < other ? -1 : 1)))

function readQuery(
  shape: ListShape,
  filter: Filter,
  order: unknown,
  page = 1,
  limit = shape.limit ?? DEFAULT_LIMIT,
): ListQuery {
  const { fieldsOf, orderOf } = sortingOf(shape)
  const whole = withPreselected(filter, preselectedOf(shape.filters))
  return { page: clampPage(page, 0), limit, order: readOrder(order, fieldsOf(whole), orderOf(whole)), filter: whole }
}
