import type { Row } from '../../../machines/list/paging.ts'
import type { QueryCache } from '../../context.ts'

/** Id of a bulk action, and the rows it applies to. */
export interface QueuedListAction<R extends Row> {
  action: string
  rows: readonly R[]
}

const queuedActionKey = (listId: string) => `list/${listId}/handed over`

/**
 * Queues a bulk action, which runs with Undo when the user next opens the list. A detail page uses this function to delete its
 * item. Returns false without a cache; then nothing is queued.
 */
export function queueListAction<R extends Row>(
  cache: QueryCache | undefined,
  listId: string,
  queuedAction: QueuedListAction<R>,
): boolean {
  cache?.put(queuedActionKey(listId), queuedAction)
  return cache !== undefined
}

/** Removes and returns the action queued for a list. */
export function takeQueuedListAction<R extends Row>(
  cache: QueryCache | undefined,
  listId: string,
): QueuedListAction<R> | undefined {
  const queuedAction = cache?.get(queuedActionKey(listId)) as QueuedListAction<R> | undefined
  if (queuedAction) cache?.put(queuedActionKey(listId), undefined)
  return queuedAction
}
