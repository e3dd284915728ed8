import type { Row } from '../../../machines/rules/paging.ts'
import type { QueryCache } from '../../context.ts'

/** Id of a bulk action, and the rows it applies to. */
export interface QueuedListAction<R extends Row> {
  action: string
  rows: readonly R[]
}

const queuedActionKey = (listId: string) => `list/${listId}/handed over`

/**
 * Queues an action for a list, which runs it when it is opened next and offers Undo. Used by a detail page to delete its item.
 * Returns whether the list will run the action; without a cache it does not.
 */
export function queueListAction<R extends Row>(
  cache: QueryCache | undefined,
  listId: string,
  queuedAction: QueuedListAction<R>,
): boolean {
  cache?.put(queuedActionKey(listId), queuedAction)
  return cache !== undefined
}

/** Returns the action queued for a list and removes it from the cache. */
export function takeQueuedListAction<R extends Row>(
  cache: QueryCache | undefined,
  listId: string,
): QueuedListAction<R> | undefined {
  const queuedAction = cache?.get(queuedActionKey(listId)) as QueuedListAction<R> | undefined
  if (queuedAction) cache?.put(queuedActionKey(listId), undefined)
  return queuedAction
}
