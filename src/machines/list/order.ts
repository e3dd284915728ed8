import { type Direction, type Filter, type Order, parseOrder } from '../../api/contract/list.ts'

/** Sortable fields and default order of a list. Both may depend on the filter. */
export interface Sorting {
  readonly fieldsOf: (filter: Filter) => readonly string[]
  readonly orderOf: (filter: Filter) => Order
}

/** Sorting in a list definition: fixed, or derived from the filter. */
export interface SortingShape {
  readonly sortable: readonly string[] | ((filter: Filter) => readonly string[])
  readonly order?: Order | ((filter: Filter) => Order) | undefined
}

/** Creates a list's sorting. Without a default order, the server decides. */
export const resolveSorting = ({ sortable, order = {} }: SortingShape): Sorting => ({
  fieldsOf: typeof sortable === 'function' ? sortable : () => sortable,
  orderOf: typeof order === 'function' ? order : () => order,
})

/** Sorts an unsorted field in descending order, or reverses a sorted field. Only one field is sorted at a time (Spec §4). */
export const toggleOrder = (order: Order, field: string): Order => ({
  [field]: nextDirection(Object.hasOwn(order, field) ? order[field] : undefined),
})

/** Returns the direction after a click on a column header. `direction` is undefined if the column is unsorted. */
export const nextDirection = (direction: Direction | undefined): Direction => (direction === 'desc' ? 'asc' : 'desc')

/** Parses "name" or "-name" if the field is in `fields`. Returns `fallback` otherwise. */
export function readOrder(text: unknown, fields: readonly string[], fallback: Order = {}): Order {
  const order = typeof text === 'string' ? parseOrder(text) : {}
  const [field] = Object.keys(order)
  return field !== undefined && fields.includes(field) ? order : fallback
}

export const isSameOrder = (one: Order, other: Order): boolean =>
  JSON.stringify(Object.entries(one)) === JSON.stringify(Object.entries(other))

/**
 * Returns the order after a change of filter. A chosen order remains if the new filter allows it. The default order is replaced
 * by the new filter's default.
 */
export function orderAfterFilterChange(
  order: Order,
  before: Filter,
  after: Filter,
  { fieldsOf, orderOf }: Sorting,
): Order {
  const isChosen = !isSameOrder(order, orderOf(before))
  const isPossible = Object.keys(order).every((field) => fieldsOf(after).includes(field))
  return isChosen && isPossible ? order : orderOf(after)
}
