import type { Row } from '../../machines/rules/paging.ts'
import type { Kept } from '../context.ts'

/** One of a list's actions on several rows, by its id, and what it is to be done to. */
export interface HandedOver<R extends Row> {
  action: string
  rows: readonly R[]
}

const keyOf = (listId: string) => `list/${listId}/handed over`

/**
 * Leaves an action to a list that is gone to next: a page of one thing deletes it so, for Undo stands where the thing stood.
 * Tells whether it will be done; without a memory to keep it in it is not.
 */
export function handOver<R extends Row>(kept: Kept | undefined, listId: string, work: HandedOver<R>): boolean {
  kept?.put(keyOf(listId), work)
  return kept !== undefined
}

/** What was left to a list, once. */
export function takeOver<R extends Row>(kept: Kept | undefined, listId: string): HandedOver<R> | undefined {
  const work = kept?.get(keyOf(listId)) as HandedOver<R> | undefined
  if (work) kept?.put(keyOf(listId), undefined)
  return work
}
