import { DEFAULT_LIST_LIMIT, type Filter, formatOrder, type ListQuery } from '../../../api/contract/list.ts'
import {
  parseFilter,
  preselectedOf,
  withoutEmptyValues,
  withoutPreselected,
  withPreselected,
} from '../../../machines/filters/filters.ts'
import { isSameOrder, readOrder, resolveSorting } from '../../../machines/list/order.ts'
import { clampPage } from '../../../machines/list/paging.ts'
import type { ListShape } from '../definition.ts'

/** Search parameters of a list's URL. Default values are omitted. `order` is "name" or "-name"; `page` is 1-based. */
export interface ListSearch {
  filter?: Filter | undefined
  order?: string | undefined
  page?: number | undefined
}

/**
 * Explicitly undefined parameters. The router merges validated parameters over the raw ones, so absent ones would keep raw
 * values.
 */
const EMPTY_SEARCH: ListSearch = { filter: undefined, order: undefined, page: undefined }

/**
 * Creates the `validateSearch` of a list's route. An invalid filter (not JSON, or unknown fields) is ignored and logged once
 * (Spec §5).
 */
export function createSearchValidator(shape: ListShape): (raw: Record<string, unknown>) => ListSearch {
  let lastWarned: string | undefined
  return (raw) => {
    const { filter, isReadable } = parseFilter(raw['filter'], shape.filters)
    const text = isReadable ? undefined : JSON.stringify(raw['filter'])
    // The router parses the same URL several times.
    if (text !== undefined && text !== lastWarned) console.warn('Error parsing filters')
    lastWarned = text
    return {
      ...EMPTY_SEARCH,
      ...queryToSearch(buildQuery(shape, filter, raw['order'], Number(raw['page'] ?? 1)), shape),
    }
  }
}

/** Converts search parameters to a query. The page size is not part of the URL. */
export const searchToQuery = (search: ListSearch, shape: ListShape, limit?: number): ListQuery =>
  buildQuery(shape, search.filter ?? {}, search.order, shape.paging === 'infinite' ? 1 : search.page, limit)

/**
 * Converts a query to search parameters. Omits defaults: preselected filters, the default order and the first page. The URL of an
 * infinite list has no page.
 */
export function queryToSearch({ filter, order, page }: ListQuery, shape: ListShape): ListSearch {
  const preselected = preselectedOf(shape.filters)
  const explicitFilter = withSortedFields(withoutPreselected(filter, preselected))
  const defaultOrder = resolveSorting(shape).orderOf(withPreselected(filter, preselected))
  const text = isSameOrder(order, defaultOrder) ? undefined : formatOrder(order)
  return {
    ...(Object.keys(explicitFilter).length > 0 && { filter: explicitFilter }),
    ...(text !== undefined && { order: text }),
    ...(page > 1 && shape.paging !== 'infinite' && { page }),
  }
}

/** Sorts the fields, so that equal filters have equal URLs. */
const withSortedFields = (filter: Filter): Filter =>
  Object.fromEntries(Object.entries(withoutEmptyValues(filter)).sort(([one], [other]) => (one < other ? -1 : 1)))

function buildQuery(
  shape: ListShape,
  filter: Filter,
  order: unknown,
  page = 1,
  limit = shape.limit ?? DEFAULT_LIST_LIMIT,
): ListQuery {
  const { fieldsOf, orderOf } = resolveSorting(shape)
  const fullFilter = withPreselected(filter, preselectedOf(shape.filters))
  return {
    page: clampPage(page, 0),
    limit,
    order: readOrder(order, fieldsOf(fullFilter), orderOf(fullFilter)),
    filter: fullFilter,
  }
}
