import type { ListPage, ListQuery } from '../../../src/api/contract/list.ts'
import { createListMachine } from '../../../src/machines/list/list.machine.ts'
import type { ListInput } from '../../../src/machines/list/list-state.ts'
import { resolveSorting } from '../../../src/machines/list/order.ts'
import { isSameQuery } from '../../../src/machines/list/paging.ts'
import { actorDone, actorFailed, delayElapsed } from '../../support/machine-driver.ts'
import { defineModel, type MachineModel, type MachineModels } from '../../support/model/model.ts'

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
  sorting: resolveSorting({ sortable: ['name', 'type'] }),
  ...change,
})
export const startDelayElapsed = delayElapsed(0, 'list.load.uninitialized')
/** The user has not typed for 250 ms. */
export const typingDebounced = delayElapsed('debounce', 'list.pace.typing')
export const pagingDebounced = delayElapsed('debounce', 'list.pace.paging')
export const prefetchDelayElapsed = delayElapsed('prefetchDelay', 'list.load.success.loaded')
export const staleDelayElapsed = delayElapsed('stale', 'list.load.success.fresh')
export const listMachine = createListMachine<Thing>()
export const cachedSecondPage = ({ page }: ListQuery) => (page === 2 ? pageOf('cd', 2) : undefined)

export const cachedDescendingPage = ({ order }: ListQuery) => (order['name'] === 'desc' ? pageOf('ba') : undefined)

const holds: MachineModel<typeof listMachine>['invariants'] = {
  'the rows are those of the query, or the list is busy or failed': (snapshot) =>
    snapshot.hasTag('busy') || snapshot.hasTag('failed') || isSameQuery(snapshot.context.shown, snapshot.context.query),
  'the list is never busy and failed at the same time': (snapshot) =>
    !(snapshot.hasTag('busy') && snapshot.hasTag('failed')),
  'an uninitialized list has no rows and no error': ({ value, context }) =>
    value.load !== 'uninitialized' || (context.rows.length === 0 && context.error === null),
  'every row occurs once': ({ context: { rows } }) => new Set(rows.map(({ id }) => id)).size === rows.length,
  'a move is being saved if and only if one is pending': (snapshot) =>
    snapshot.hasTag('saving') === snapshot.context.moves.length > 0,
}

export const listModels: MachineModels = {
  listeners: {
    'query.changed': ['src/ui/list/state/use-list.ts', 'src/ui/list/table/use-scroll-restoration.ts'],
    'query.anticipated': ['src/ui/list/state/use-list.ts'],
    'rows.updated': ['src/ui/list/state/use-list.ts'],
    'move.reverted': ['src/ui/list/reorder/ReorderAnnouncer.tsx'],
  },
  models: {
    'a list with pages': defineModel({
      machine: listMachine,
      invariants: holds,
      input: input(),
      events: [
        startDelayElapsed,
        typingDebounced,
        pagingDebounced,
        actorDone('loadPage', pageOf('ab')),
        actorDone('loadPage', pageOf('', 1, 0)),
        actorFailed('loadPage', new Error('gone')),
        { type: 'page.requested', page: 2 },
        { type: 'page.requested', page: 0 },
        { type: 'order.toggled', field: 'name' },
        { type: 'filter.changed', field: 'search', value: 'hat' },
        { type: 'filters.cleared' },
        { type: 'query.restored', query },
        { type: 'refresh.requested' },
        { type: 'retry.requested' },
      ],
      contextKey: ({ query: { page, order, filter }, rows, totalPages, error }) => [
        page,
        order,
        filter,
        rows.map((row) => row.id),
        totalPages,
        String(error),
      ],
    }),
    'a list with moved rows': defineModel({
      machine: listMachine,
      invariants: holds,
      input: input(),
      events: [
        startDelayElapsed,
        actorDone('loadPage', pageOf('ab')),
        actorFailed('loadPage', new Error('gone')),
        { type: 'refresh.requested' },
        { type: 'row.moved', id: 'a', position: 2 },
        { type: 'row.moved', id: 'a', position: 5 },
        { type: 'row.moved', id: 'x', position: 1 },
        actorDone('saveOrder'),
        actorFailed('saveOrder', new Error('no')),
      ],
      contextKey: ({ rows, saved, moves }) => [
        rows.map((row) => row.id),
        saved.map((row) => row.id),
        moves.map(({ id, position }) => [id, position]),
      ],
      // Without this limit, queued moves would make the exploration infinite.
      coversPairs: true,
      isPossible: ({ context }, { type }) => context.moves.length <= 1 || type.startsWith('xstate.'),
    }),
    'an infinite list': defineModel({
      machine: listMachine,
      invariants: holds,
      input: input({ paging: 'infinite' }),
      events: [
        startDelayElapsed,
        typingDebounced,
        pagingDebounced,
        actorDone('loadPage', pageOf('ab')),
        actorDone('loadPage', pageOf('cd', 2)),
        actorFailed('loadPage', new Error('gone')),
        { type: 'page.requested', page: 2 },
        { type: 'limit.chosen', limit: 50 },
        { type: 'limit.chosen', limit: 2 },
        { type: 'filters.applied', filter: { search: 'hat' } },
        { type: 'filters.applied', filter: {} },
        { type: 'refresh.requested' },
      ],
      contextKey: ({ query: { page, limit, filter }, rows, loadedPages, error }) => [
        page,
        limit,
        filter,
        rows.map((row) => row.id),
        loadedPages,
        String(error),
      ],
    }),
    'a list with preselected filters': defineModel({
      machine: listMachine,
      invariants: holds,
      input: input(),
      events: [
        startDelayElapsed,
        pagingDebounced,
        actorDone('loadPage', pageOf('ab')),
        { type: 'preselection.changed', preselected: { scope: 'mine' } },
        { type: 'filters.cleared' },
      ],
      contextKey: ({ query: { filter }, rows }) => [filter, rows.length],
    }),
    'a list with cached pages that becomes shorter': defineModel({
      machine: listMachine,
      invariants: holds,
      input: input({ getCachedPage: cachedSecondPage }),
      events: [
        startDelayElapsed,
        pagingDebounced,
        prefetchDelayElapsed,
        actorDone('loadPage', pageOf('ab')),
        actorDone('loadPage', pageOf('cd', 2)),
        actorDone('loadPage', pageOf('ab', 1, 1)),
        actorDone('prefetchPage'),
        actorFailed('prefetchPage', new Error('gone')),
        actorFailed('loadPage', new Error('gone')),
        { type: 'page.requested', page: 2 },
        { type: 'page.requested', page: 1 },
        { type: 'page.requested', page: 3 },
        { type: 'query.restored', query: { ...query, page: 2 } },
        { type: 'refresh.requested' },
      ],
      contextKey: ({ query: { page }, rows, shown, totalPages, hasNextPage }) => [
        page,
        rows.map((row) => row.id),
        shown.page,
        totalPages,
        hasNextPage,
      ],
    }),
    'a list with cached orders': defineModel({
      machine: listMachine,
      invariants: holds,
      input: input({ getCachedPage: cachedDescendingPage }),
      events: [
        startDelayElapsed,
        typingDebounced,
        actorDone('loadPage', pageOf('ab', 1, 1)),
        actorFailed('loadPage', new Error('gone')),
        { type: 'order.anticipated', field: 'name' },
        { type: 'order.toggled', field: 'name' },
        { type: 'order.toggled', field: 'type' },
      ],
      contextKey: ({ query: { order }, rows, shown, error }) => [
        order,
        rows.map((row) => row.id),
        shown.order,
        String(error),
      ],
    }),
    'a list with stale rows': defineModel({
      machine: listMachine,
      invariants: holds,
      input: input({ staleAfter: () => 2000 }),
      events: [
        startDelayElapsed,
        pagingDebounced,
        staleDelayElapsed,
        actorDone('loadPage', pageOf('ab')),
        actorDone('loadPage', pageOf('bc')),
        actorDone('loadPage', pageOf('', 1, 1)),
        actorFailed('loadPage', new Error('gone')),
        { type: 'page.requested', page: 2 },
        { type: 'rows.changed', rows: [{ id: 'a', name: 'other' } as Thing] },
        { type: 'refresh.requested' },
      ],
      contextKey: ({ query: { page }, rows, totalPages, error }) => [page, rows, totalPages, String(error)],
      // The list reloads old rows forever.
      isEndless: true,
    }),
    'a list with changed and removed rows': defineModel({
      machine: listMachine,
      invariants: holds,
      input: input(),
      events: [
        startDelayElapsed,
        pagingDebounced,
        actorDone('loadPage', pageOf('ab')),
        actorDone('loadPage', pageOf('b')),
        { type: 'rows.changed', rows: [{ id: 'a', name: 'other' } as Thing] },
        { type: 'rows.removed', ids: ['a'] },
        { type: 'rows.restored', ids: ['a'] },
        { type: 'rows.deleted', ids: ['a'] },
        { type: 'refresh.requested' },
      ],
      contextKey: ({ rows, removed }) => [rows, removed],
    }),
  },
}
