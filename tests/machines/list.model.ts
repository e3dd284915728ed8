import type { ListPage, ListQuery } from '../../src/api/contract/list.ts'
import { createListMachine } from '../../src/machines/list.machine.ts'
import type { ListInput } from '../../src/machines/rules/listing.ts'
import { sortingOf } from '../../src/machines/rules/order.ts'
import { type Models, model } from '../support/model/model.ts'
import { answers, fails, waits } from '../support/walk.ts'

export interface Thing {
  id: string
}
export const query: ListQuery = { page: 1, limit: 2, order: {}, filter: {} }
export const pageOf = (ids: string, page = 1, totalPages = 3): ListPage<Thing> => ({
  data: [...ids].map((id) => ({ id })),
  pagination: { page, limit: 2, totalPages, totalDocs: totalPages * 2, hasNextPage: page < totalPages },
})
export const input = (change: Partial<ListInput> = {}): ListInput => ({
  query,
  paging: 'pager',
  preselected: {},
  sorting: sortingOf({ sortable: ['name', 'type'] }),
  ...change,
})
export const starts = waits(0, 'list.load.uninitialized.starting')
/** No change followed the last one for 250 ms. */
export const typed = waits('debounce', 'list.pace.typing')
export const turned = waits('debounce', 'list.pace.paging')
export const list = createListMachine<Thing>()

/** Tries the machine out. */
export const listModels: Models = {
  models: {
    'a list with pages': model({
      machine: list,
      input: input(),
      happenings: [
        starts,
        typed,
        turned,
        answers('loadPage', pageOf('ab')),
        answers('loadPage', pageOf('', 1, 0)),
        fails('loadPage', new Error('gone')),
        { type: 'page.requested', page: 2 },
        { type: 'page.requested', page: 0 },
        { type: 'order.toggled', field: 'name' },
        { type: 'filter.changed', field: 'search', value: 'hat' },
        { type: 'filters.cleared' },
        { type: 'query.restored', query },
        { type: 'refresh.requested' },
        { type: 'retry.requested' },
      ],
      sees: ({ query: { page, order, filter }, rows, totalPages, error }) => [
        page,
        order,
        filter,
        rows.map((row) => row.id),
        totalPages,
        String(error),
      ],
    }),
    'a list whose rows are moved': model({
      machine: list,
      input: input(),
      happenings: [
        starts,
        typed,
        turned,
        answers('loadPage', pageOf('ab')),
        fails('loadPage', new Error('gone')),
        { type: 'page.requested', page: 2 },
        { type: 'preselection.changed', preselected: { scope: 'mine' } },
        { type: 'refresh.requested' },
        { type: 'row.moved', id: 'a', position: 2 },
        { type: 'row.moved', id: 'a', position: 5 },
        { type: 'row.moved', id: 'x', position: 1 },
        answers('saveOrder'),
        fails('saveOrder', new Error('no')),
      ],
      sees: ({ query: { page, filter }, rows, saved, moves }) => [
        page,
        filter,
        rows.map((row) => row.id),
        saved.map((row) => row.id),
        moves.map(({ id, position }) => [id, position]),
      ],
      stopWhen: ({ context }) => context.moves.length > 1,
    }),
    'an infinite list': model({
      machine: list,
      input: input({ paging: 'infinite' }),
      happenings: [
        starts,
        typed,
        turned,
        answers('loadPage', pageOf('ab')),
        answers('loadPage', pageOf('cd', 2)),
        fails('loadPage', new Error('gone')),
        { type: 'page.requested', page: 2 },
        { type: 'limit.chosen', limit: 50 },
        { type: 'filters.applied', filter: { search: 'hat' } },
        { type: 'refresh.requested' },
      ],
      sees: ({ query: { page, limit, filter }, rows, heldPages, error }) => [
        page,
        limit,
        filter,
        rows.map((row) => row.id),
        heldPages,
        String(error),
      ],
    }),
    'a list whose pages are held, and that grows shorter': model({
      machine: list,
      input: input(),
      happenings: [
        starts,
        turned,
        answers('loadPage', pageOf('ab')),
        answers('loadPage', pageOf('cd', 2)),
        answers('loadPage', pageOf('ab', 1, 1)),
        { type: 'page.requested', page: 2, held: pageOf('cd', 2) },
        { type: 'page.requested', page: 1 },
        { type: 'page.requested', page: 3 },
        { type: 'query.restored', query: { ...query, page: 2 }, held: pageOf('cd', 2) },
      ],
      sees: ({ query: { page }, rows, totalPages }) => [page, rows.map((row) => row.id), totalPages],
    }),
    'a list whose rows change and go': model({
      machine: list,
      input: input(),
      happenings: [
        starts,
        turned,
        answers('loadPage', pageOf('ab')),
        answers('loadPage', pageOf('b')),
        { type: 'rows.changed', rows: [{ id: 'a', name: 'other' } as Thing] },
        { type: 'rows.removed', ids: ['a'] },
        { type: 'rows.restored', ids: ['a'] },
        { type: 'rows.deleted', ids: ['a'] },
        { type: 'refresh.requested' },
      ],
      sees: ({ rows, removed }) => [rows, removed],
    }),
  },
}
