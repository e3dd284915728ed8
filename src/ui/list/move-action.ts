import type { ListQuery } from '../../api/contract/list.ts'
import { offsetOf, type Row } from '../../machines/rules/paging.ts'
import { part } from '../kit/part.ts'
import type { BulkAction, Standing } from './bulk.ts'
import type { ListDefinition } from './definition.ts'

const mover = part(async () => (await import('./move-rows.ts')).moveRows)

/** Whether rows can be moved by hand in what is shown. */
export const canMove = <R extends Row>(
  { manualOrder, saveOrder }: Pick<ListDefinition<R>, 'manualOrder' | 'saveOrder'>,
  shown: ListQuery,
): boolean => saveOrder !== undefined && (!manualOrder || shown.order[manualOrder] === 'asc')

/** Moves rows together to the top or the end of the whole list. */
export function moveAction<R extends Row>(save: NonNullable<ListDefinition<R>['saveOrder']>): BulkAction<R> {
  const saveIn =
    ({ shown }: Standing) =>
    async (id: string, position: number) =>
      // Whatever it answers, others have moved with it: the rows are asked for again.
      void (await save({ id, position, query: shown }, new AbortController().signal))
  return {
    id: 'move',
    title: 'list.moveTo',
    icon: 'move',
    choices: async () => [
      { id: 'top', label: 'list.toTop' },
      { id: 'end', label: 'list.toEnd' },
    ],
    knows: ({ id }, { rows, shown, paging }) => ({
      place: rows.findIndex((row) => row.id === id) + offsetOf(shown, paging) + 1,
    }),
    perform: async (work) => (await mover.want())(saveIn(work.list), work, work.list.totalDocs),
    revert: async (work) => (await mover.want())(saveIn(work.list), work),
    done: 'list.moved',
    failed: 'list.notMoved',
  }
}
