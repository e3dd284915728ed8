import type { ListQuery } from '../../../api/contract/list.ts'
import { type Row, rowOffsetOf } from '../../../machines/list/paging.ts'
import { lazyModule } from '../../kit/loading/lazy-module.ts'
import type { BulkAction, ListSnapshot } from '../bulk-action.ts'
import type { ListDefinition } from '../definition.ts'

const lazyMoveRows = lazyModule(async () => (await import('./move-rows.ts')).moveRows)

/** Returns whether the user can move rows with this query. */
export const canMoveRows = <R extends Row>(
  { manualOrder, saveOrder }: Pick<ListDefinition<R>, 'manualOrder' | 'saveOrder'>,
  query: ListQuery,
): boolean => saveOrder !== undefined && (!manualOrder || query.order[manualOrder] === 'asc')

/** Creates the bulk action that moves rows to the top or end of the whole list. */
export function createMoveAction<R extends Row>(save: NonNullable<ListDefinition<R>['saveOrder']>): BulkAction<R> {
  const createSave =
    ({ shown: query }: ListSnapshot) =>
    async (id: string, position: number) =>
      // Ignores the returned row, because other rows moved too and all rows are reloaded.
      void (await save({ id, position, query }, new AbortController().signal))
  return {
    id: 'move',
    title: 'list.moveTo',
    icon: 'move',
    choices: async () => [
      { id: 'top', label: 'list.toTop' },
      { id: 'end', label: 'list.toEnd' },
    ],
    itemDetails: ({ id }, { rows, shown: query, paging }) => ({
      position: rows.findIndex((row) => row.id === id) + rowOffsetOf(query, paging) + 1,
    }),
    perform: async (request) => (await lazyMoveRows.load())(createSave(request.list), request, request.list.totalDocs),
    revert: async (request) => (await lazyMoveRows.load())(createSave(request.list), request),
    done: 'list.moved',
    failed: 'list.notMoved',
  }
}
