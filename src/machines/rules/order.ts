import { type Direction, type Filter, type Order, parseOrder } from '../../api/contract/list.ts'

/** How a list can be sorted; both may hang on what it is filtered by. */
export interface Sorting {
  /** The fields it can be sorted by. */
  readonly fieldsOf: (filter: Filter) => readonly string[]
  /** The order that stands where nobody chose one. */
  readonly orderOf: (filter: Filter) => Order
}

/** What a list states of its order: fixed, or by its filter. */
export interface SortingShape {
  readonly sortable: readonly string[] | ((filter: Filter) => readonly string[])
  readonly order?: Order | ((filter: Filter) => Order) | undefined
}

/** The sorting a list states; without an order of its own it leaves that to the server. */
export const sortingOf = ({ sortable, order = {} }: SortingShape): Sorting => ({
  fieldsOf: typeof sortable === 'function' ? sortable : () => sortable,
  orderOf: typeof order === 'function' ? order : () => order,
})

/** Selecting an unsorted field sorts it descending, selecting the sorted one flips it; one field at a time (Spec §4). */
export const toggleOrder = (order: Order, field: string): Order => ({
  [field]: nextDirection(Object.hasOwn(order, field) ? order[field] : undefined),
})

/** Which way a press on a column's head sorts, which is sorted `direction` or not at all. */
export const nextDirection = (direction: Direction | undefined): Direction => (direction === 'desc' ? 'asc' : 'desc')

/** Reads "name" or "-name" where `fields` allows it; anything else gives `fallback`. */
export function readOrder(text: unknown, fields: readonly string[], fallback: Order = {}): Order {
  const order = typeof text === 'string' ? parseOrder(text) : {}
  const [field] = Object.keys(order)
  return field !== undefined && fields.includes(field) ? order : fallback
}

/** Whether two orders sort alike. */
export const sameOrder = (one: Order, other: Order): boolean =>
  JSON.stringify(Object.entries(one)) === JSON.stringify(Object.entries(other))

/**
 * The order that stands once the filter has changed from `before` to `after`: one that was chosen stays while the list
 * can still be sorted so, the usual one becomes the usual one of the new filter.
 */
export function orderAfter(order: Order, before: Filter, after: Filter, { fieldsOf, orderOf }: Sorting): Order {
  const isChosen = !sameOrder(order, orderOf(before))
  const isPossible = Object.keys(order).every((field) => fieldsOf(after).includes(field))
  return isChosen && isPossible ? order : orderOf(after)
}
