import { type Order, parseOrder } from '../../api/contract/list.ts'

/** Selecting an unsorted field sorts it descending, selecting the sorted one flips it; one field at a time (Spec §4). */
export const toggleOrder = (order: Order, field: string): Order => ({
  [field]: Object.hasOwn(order, field) && order[field] === 'desc' ? 'asc' : 'desc',
})

/** Reads "name" or "-name" where `fields` allows it; anything else gives `fallback`. */
export function readOrder(text: unknown, fields: readonly string[], fallback: Order = {}): Order {
  const order = typeof text === 'string' ? parseOrder(text) : {}
  const [field] = Object.keys(order)
  return field !== undefined && fields.includes(field) ? order : fallback
}

/** Whether two orders sort alike. */
export const sameOrder = (one: Order, other: Order): boolean =>
  JSON.stringify(Object.entries(one)) === JSON.stringify(Object.entries(other))
