import { not } from 'xstate'
import {
  createQueryChangeTransitions,
  debounceState,
  listSetup,
  loadedPageParams,
  movedRowParams,
} from './list.setup.ts'
import { createEmptyList, filterAfterChange, type ListContext, nextPageQuery } from './list-state.ts'
import { firstPageToLoad, type Row } from './paging.ts'

/**
 * Generic list. Owns the query, loads the rows and saves their order.
 * - The user's changes appear immediately without moving rows. Deleted rows are hidden until restored.
 * - A cached page or order is shown immediately.
 * - The next page, and an order the user is likely to choose, are prefetched.
 * - Stale rows are reloaded in the background.
 */
export const createListMachine = <R extends Row>() =>
  listSetup<R>().createMachine({
    id: 'list',
    // Read by the inspector when it resumes a list. Reads may be repeated, but an order must never be saved twice. `resumed`
    // makes the address follow the resumed query.
    meta: {
      resumes: ['loadPage', 'prefetchPage'],
      resumed: ({ query }: ListContext<R>) => ({ type: 'query.changed', query, entry: 'push' }),
    },
    type: 'parallel',
    context: ({ input }) => createEmptyList<R>(input),
    states: {
      load: {
        initial: 'uninitialized',
        on: {
          'page.requested': [
            {
              // The page's cached rows are shown immediately, so loading is debounced.
              guard: { type: 'isCachedPage', params: ({ event }) => event },
              actions: [{ type: 'setPage', params: ({ event }) => event }, 'showCached', 'deferLoad', 'announcePaging'],
            },
            {
              guard: { type: 'isAnotherPage', params: ({ event }) => event },
              actions: [{ type: 'setPage', params: ({ event }) => event }, 'requestLoad', 'announcePaging'],
            },
          ],
          'limit.chosen': {
            guard: { type: 'isAnotherLimit', params: ({ event }) => event },
            actions: [{ type: 'setLimit', params: ({ event }) => event }, 'requestLoad', 'announcePaging'],
          },
          'order.toggled': [
            {
              guard: { type: 'isCachedOrder', params: ({ event }) => event },
              actions: [
                { type: 'toggleOrder', params: ({ event }) => event },
                'showCached',
                'deferLoad',
                'announceTyping',
              ],
            },
            { actions: [{ type: 'toggleOrder', params: ({ event }) => event }, 'requestLoad', 'announceTyping'] },
          ],
          'order.anticipated': {
            guard: { type: 'canPrefetchOrder', params: ({ event }) => event },
            actions: { type: 'announceAnticipatedQuery', params: ({ event }) => event },
          },
          'filter.changed': {
            guard: {
              type: 'isAnotherFilter',
              params: ({ context, event }) => ({ filter: filterAfterChange(context, event) }),
            },
            actions: [
              { type: 'setFilter', params: ({ context, event }) => ({ filter: filterAfterChange(context, event) }) },
              'deferLoad',
              'announceTyping',
            ],
          },
          'filters.applied': {
            guard: { type: 'isAnotherFilter', params: ({ event }) => event },
            actions: [{ type: 'setFilter', params: ({ event }) => event }, 'requestLoad', 'announceTyping'],
          },
          'filters.cleared': {
            guard: { type: 'isAnotherFilter', params: { filter: {} } },
            actions: [{ type: 'setFilter', params: { filter: {} } }, 'requestLoad', 'announceTyping'],
          },
          'preselection.changed': [
            {
              guard: { type: 'changesFilter', params: ({ event }) => event },
              actions: [
                { type: 'setPreselected', params: ({ event }) => event },
                'resetLoadedPages',
                'requestLoad',
                'signalPaging',
              ],
            },
            { actions: { type: 'setPreselected', params: ({ event }) => event } },
          ],
          'query.restored': {
            guard: { type: 'isAnotherQuery', params: ({ event }) => event },
            actions: [
              { type: 'setQuery', params: ({ event }) => event },
              'resetLoadedPages',
              'showCached',
              'requestLoad',
              'signalPaging',
            ],
          },
        },
        states: {
          uninitialized: {
            tags: 'busy',
            // Waits for the next tick: a component that mounts twice, as in development, then sends one request only.
            after: { 0: 'loading' },
            on: { 'load.requested': 'loading', 'load.deferred': 'loading.debouncing' },
          },
          loading: {
            initial: 'fetching',
            on: createQueryChangeTransitions<R>(),
            states: {
              fetching: {
                tags: 'busy',
                on: {
                  'refresh.requested': { target: 'fetching', reenter: true, actions: 'resetLoadedPages' },
                  // The response in flight may predate this change.
                  'rows.changed': { target: 'fetching', reenter: true },
                },
                invoke: {
                  id: 'loadPage',
                  src: 'loadPage',
                  input: ({ context }) => ({ query: context.query, firstPage: firstPageToLoad(context) }),
                  onDone: [
                    {
                      guard: { type: 'isPastLastPage', params: loadedPageParams<R> },
                      target: 'fetching',
                      reenter: true,
                      actions: [
                        { type: 'storeTotals', params: loadedPageParams<R> },
                        { type: 'setPage', params: ({ event }) => ({ page: event.output.pagination.totalPages }) },
                        'resetLoadedPages',
                        'announceLastPage',
                      ],
                    },
                    {
                      target: '#list.load.success',
                      actions: [
                        { type: 'storeTotals', params: loadedPageParams<R> },
                        { type: 'storeRows', params: loadedPageParams<R> },
                      ],
                    },
                  ],
                  onError: {
                    target: '#list.load.error',
                    actions: { type: 'storeError', params: ({ event }) => event },
                  },
                },
              },
              debouncing: debounceState,
            },
          },
          success: {
            initial: 'loaded',
            on: {
              ...createQueryChangeTransitions<R>(),
              'refresh.requested': { target: 'loading', actions: 'resetLoadedPages' },
            },
            states: {
              loaded: {
                always: { guard: not('canPrefetchPage'), target: 'idle' },
                after: { prefetchDelay: 'prefetching' },
              },
              prefetching: {
                invoke: {
                  id: 'prefetchPage',
                  src: 'prefetchPage',
                  input: ({ context }) => ({ query: nextPageQuery(context) }),
                  onDone: 'idle',
                  // A failed prefetch is silent. The real request will report the error.
                  onError: 'idle',
                },
              },
              idle: { always: { guard: 'canBecomeStale', target: 'fresh' } },
              fresh: { after: { stale: 'revalidating' } },
              revalidating: {
                entry: 'resetLoadedPages',
                on: {
                  // The response in flight may predate this change.
                  'rows.changed': { target: 'revalidating', reenter: true },
                },
                invoke: {
                  id: 'loadPage',
                  src: 'loadPage',
                  input: ({ context }) => ({ query: context.query, firstPage: firstPageToLoad(context) }),
                  onDone: [
                    { guard: { type: 'isPastLastPage', params: loadedPageParams<R> }, target: '#list.load.loading' },
                    {
                      target: 'idle',
                      actions: [
                        { type: 'storeTotals', params: loadedPageParams<R> },
                        { type: 'storeRows', params: loadedPageParams<R> },
                      ],
                    },
                  ],
                  // A failed background reload is silent. The rows remain and are reloaded after the next interval.
                  onError: 'idle',
                },
              },
              debouncing: debounceState,
            },
          },
          error: {
            initial: 'idle',
            on: createQueryChangeTransitions<R>(),
            states: {
              idle: {
                tags: 'failed',
                on: {
                  'refresh.requested': { target: '#list.load.loading', actions: 'resetLoadedPages' },
                  'retry.requested': '#list.load.loading',
                },
              },
              debouncing: debounceState,
            },
          },
        },
      },
      // Spec §7 Lists: requests are debounced. The first of several changes loads immediately. Typing, and a change soon after
      // another one, loads once the changes stop.
      pace: {
        initial: 'idle',
        on: { 'typing.detected': '.typing', 'paging.detected': '.paging' },
        states: {
          idle: {},
          typing: { after: { debounce: { target: 'idle', actions: 'signalSettled' } } },
          paging: { after: { debounce: { target: 'idle', actions: 'signalSettled' } } },
        },
      },
      order: {
        initial: 'settled',
        on: {
          'row.moved': {
            guard: { type: 'isMovable', params: ({ event }) => event },
            actions: { type: 'moveRow', params: ({ event }) => event },
          },
          'rows.changed': {
            actions: [{ type: 'replaceChangedRows', params: ({ event }) => event }, 'announceUpdatedRows'],
          },
          'rows.removed': { actions: { type: 'removeRows', params: ({ event }) => event } },
          'rows.restored': { actions: { type: 'restoreRows', params: ({ event }) => event } },
          'rows.deleted': {
            actions: [
              { type: 'confirmDeletion', params: ({ event }) => event },
              'announceUpdatedRows',
              'requestRefresh',
            ],
          },
        },
        states: {
          settled: { always: { guard: 'hasMoves', target: 'reordering' } },
          reordering: {
            tags: 'saving',
            invoke: {
              id: 'saveOrder',
              src: 'saveOrder',
              input: ({ context }) => context.moves[0]!,
              onDone: [
                {
                  guard: 'isMovedOffPage',
                  target: 'settled',
                  actions: [
                    'confirmMove',
                    { type: 'replaceChangedRows', params: movedRowParams },
                    'announceUpdatedRows',
                    'requestRefresh',
                  ],
                },
                {
                  target: 'settled',
                  actions: [
                    'confirmMove',
                    { type: 'replaceChangedRows', params: movedRowParams },
                    'announceUpdatedRows',
                  ],
                },
              ],
              onError: { target: 'settled', actions: ['announceRevertedMove', 'revertMove'] },
            },
          },
        },
      },
    },
  })
