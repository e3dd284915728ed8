import type { ListQuery } from '../../api/contract/list.ts'
import { offsetOf, type Paging, type Row } from '../../machines/rules/paging.ts'
import { part } from '../kit/part.ts'
import type { BulkAction } from './bulk.ts'
import type { ListDefinition } from './definition.ts'

const mover = part(async () => (await import('./move-rows.ts')).moveRows)

/** Whether rows can be moved by hand in what is shown. */
export const canMove = <R extends Row>(
  { manualOrder, saveOrder }: Pick<ListDefinition<R>, 'manualOrder' | 'saveOrder'>,
  shown: ListQuery,
): boolean => saveOrder !== undefined && (!manualOrder || shown.order[manualOrder] === 'asc')

/** The rows as they stand before they are moved. */
export interface Standing {
  rows: readonly Row[]
  shown: ListQuery
  paging: Paging
  /** How many there are in all. */
  total: number
}

/** Moves rows together to the top or the end of the whole list. */
export function moveAction<R extends Row>(
  save: NonNullable<ListDefinition<R>['saveOrder']>,
  { rows, shown, paging, total }: Standing,
): BulkAction<R> {
  const saveAt = async (id: string, position: number) =>
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
    factOf: ({ id }) => String(rows.findIndex((row) => row.id === id) + offsetOf(shown, paging) + 1),
    perform: async (work) => (await mover.want())(saveAt, work, total),
    revert: async (work) => (await mover.want())(saveAt, work),
    done: 'list.moved',
    failed: 'list.notMoved',
  }
}
