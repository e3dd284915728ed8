import type { ListPage, ListQuery } from '../../src/api/contract/list.ts'
import { createListMachine } from '../../src/machines/list.machine.ts'
import type { ListInput } from '../../src/machines/rules/listing.ts'
import { sortingOf } from '../../src/machines/rules/order.ts'
import { sameQuery } from '../../src/machines/rules/paging.ts'
import { type Model, type Models, model } from '../support/model/model.ts'
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
export const starts = waits(0, 'list.load.uninitialized')
/** No change followed the last one for 250 ms. */
export const typed = waits('debounce', 'list.pace.typing')
export const turned = waits('debounce', 'list.pace.paging')
/** The rows stood for a moment, in which people look at them. */
export const looked = waits('ahead', 'list.load.success.arrived')
/** The rows stood as long as they may before they are asked for again. */
export const aged = waits('stale', 'list.load.success.ageing')
export const list = createListMachine<Thing>()
/** Holds what the second page was answered. */
export const heldOf = ({ page }: ListQuery) => (page === 2 ? pageOf('cd', 2) : undefined)

/** Holds what was answered in one order. */
export const heldInOrder = ({ order }: ListQuery) => (order['name'] === 'desc' ? pageOf('ba') : undefined)

/** What is true of every list. */
const holds: Model<typeof list>['holds'] = {
  'the rows are those of the query, or the list is busy or failed': (snapshot) =>
    snapshot.hasTag('busy') || snapshot.hasTag('failed') || sameQuery(snapshot.context.shown, snapshot.context.query),
  'nothing is told to have failed while it is asked for': (snapshot) =>
    !(snapshot.hasTag('busy') && snapshot.hasTag('failed')),
  'it is uninitialized only before the first question': ({ value, context }) =>
    value.load !== 'uninitialized' || (context.rows.length === 0 && context.error === null),
  'a row stands in one place': ({ context: { rows } }) => new Set(rows.map(({ id }) => id)).size === rows.length,
  'a move is being saved where one was made': (snapshot) =>
    snapshot.hasTag('saving') === snapshot.context.moves.length > 0,
}

/** Tries the machine out. */
export const listModels: Models = {
  listeners: {
    'query.changed': ['src/ui/list/use-list.ts', 'src/ui/list/use-history-place.ts'],
    'query.neared': ['src/ui/list/use-list.ts'],
    'rows.touched': ['src/ui/list/use-list.ts'],
    'row.returned': ['src/ui/list/ReorderVoice.tsx'],
  },
  models: {
    'a list with pages': model({
      machine: list,
      holds,
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
      holds,
      input: input(),
      happenings: [
        starts,
        answers('loadPage', pageOf('ab')),
        fails('loadPage', new Error('gone')),
        { type: 'refresh.requested' },
        { type: 'row.moved', id: 'a', position: 2 },
        { type: 'row.moved', id: 'a', position: 5 },
        { type: 'row.moved', id: 'x', position: 1 },
        answers('saveOrder'),
        fails('saveOrder', new Error('no')),
      ],
      sees: ({ rows, saved, moves }) => [
        rows.map((row) => row.id),
        saved.map((row) => row.id),
        moves.map(({ id, position }) => [id, position]),
      ],
      // Moves upon moves would never end.
      pairs: true,
      allows: ({ context }, { type }) => context.moves.length <= 1 || type.startsWith('xstate.'),
    }),
    'an infinite list': model({
      machine: list,
      holds,
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
        { type: 'limit.chosen', limit: 2 },
        { type: 'filters.applied', filter: { search: 'hat' } },
        { type: 'filters.applied', filter: {} },
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
    'a list whose filters are preselected': model({
      machine: list,
      holds,
      input: input(),
      happenings: [
        starts,
        turned,
        answers('loadPage', pageOf('ab')),
        { type: 'preselection.changed', preselected: { scope: 'mine' } },
        { type: 'filters.cleared' },
      ],
      sees: ({ query: { filter }, rows }) => [filter, rows.length],
    }),
    'a list whose pages are held, and that grows shorter': model({
      machine: list,
      holds,
      input: input({ heldOf }),
      happenings: [
        starts,
        turned,
        looked,
        answers('loadPage', pageOf('ab')),
        answers('loadPage', pageOf('cd', 2)),
        answers('loadPage', pageOf('ab', 1, 1)),
        answers('loadAhead'),
        fails('loadAhead', new Error('gone')),
        fails('loadPage', new Error('gone')),
        { type: 'page.requested', page: 2 },
        { type: 'page.requested', page: 1 },
        { type: 'page.requested', page: 3 },
        { type: 'query.restored', query: { ...query, page: 2 } },
        { type: 'refresh.requested' },
      ],
      sees: ({ query: { page }, rows, shown, totalPages, hasNextPage }) => [
        page,
        rows.map((row) => row.id),
        shown.page,
        totalPages,
        hasNextPage,
      ],
    }),
    'a list whose orders are held': model({
      machine: list,
      holds,
      input: input({ heldOf: heldInOrder }),
      happenings: [
        starts,
        typed,
        answers('loadPage', pageOf('ab', 1, 1)),
        fails('loadPage', new Error('gone')),
        { type: 'order.neared', field: 'name' },
        { type: 'order.toggled', field: 'name' },
        { type: 'order.toggled', field: 'type' },
      ],
      sees: ({ query: { order }, rows, shown, error }) => [
        order,
        rows.map((row) => row.id),
        shown.order,
        String(error),
      ],
    }),
    'a list whose rows go stale': model({
      machine: list,
      holds,
      input: input({ staleAfter: () => 2000 }),
      happenings: [
        starts,
        turned,
        aged,
        answers('loadPage', pageOf('ab')),
        answers('loadPage', pageOf('bc')),
        answers('loadPage', pageOf('', 1, 1)),
        fails('loadPage', new Error('gone')),
        { type: 'page.requested', page: 2 },
        { type: 'rows.changed', rows: [{ id: 'a', name: 'other' } as Thing] },
        { type: 'refresh.requested' },
      ],
      sees: ({ query: { page }, rows, totalPages, error }) => [page, rows, totalPages, String(error)],
      // It is renewed for as long as somebody looks.
      isEndless: true,
    }),
    'a list whose rows change and go': model({
      machine: list,
      holds,
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
