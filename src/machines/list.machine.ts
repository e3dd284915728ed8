import { not } from 'xstate'
import {
  createQueryChangeTransitions,
  debounceState,
  listSetup,
  loadedPageParams,
  movedRowParams,
} from './list.setup.ts'
import { createEmptyList, filterAfterChange, type ListContext, nextPageQuery } from './rules/list-state.ts'
import { firstPageToLoad, type Row } from './rules/paging.ts'

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
      resumes: ['loadPage', 'loadAhead'],
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
              guard: { type: 'isHeldPage', params: ({ event }) => event },
              actions: [{ type: 'setPage', params: ({ event }) => event }, 'showHeld', 'askLater', 'announcePaging'],
            },
            {
              guard: { type: 'isAnotherPage', params: ({ event }) => event },
              actions: [{ type: 'setPage', params: ({ event }) => event }, 'askSoon', 'announcePaging'],
            },
          ],
          'limit.chosen': {
            guard: { type: 'isAnotherLimit', params: ({ event }) => event },
            actions: [{ type: 'setLimit', params: ({ event }) => event }, 'askSoon', 'announcePaging'],
          },
          'order.toggled': [
            {
              guard: { type: 'isHeldOrder', params: ({ event }) => event },
              actions: [
                { type: 'toggleOrder', params: ({ event }) => event },
                'showHeld',
                'askLater',
                'announceTyping',
              ],
            },
            { actions: [{ type: 'toggleOrder', params: ({ event }) => event }, 'askSoon', 'announceTyping'] },
          ],
          'order.neared': {
            guard: { type: 'canAskNear', params: ({ event }) => event },
            actions: { type: 'announceNear', params: ({ event }) => event },
          },
          'filter.changed': {
            guard: {
              type: 'isAnotherFilter',
              params: ({ context, event }) => ({ filter: filterAfterChange(context, event) }),
            },
            actions: [
              { type: 'setFilter', params: ({ context, event }) => ({ filter: filterAfterChange(context, event) }) },
              'askLater',
              'announceTyping',
            ],
          },
          'filters.applied': {
            guard: { type: 'isAnotherFilter', params: ({ event }) => event },
            actions: [{ type: 'setFilter', params: ({ event }) => event }, 'askSoon', 'announceTyping'],
          },
          'filters.cleared': {
            guard: { type: 'isAnotherFilter', params: { filter: {} } },
            actions: [{ type: 'setFilter', params: { filter: {} } }, 'askSoon', 'announceTyping'],
          },
          'preselection.changed': [
            {
              guard: { type: 'changesFilter', params: ({ event }) => event },
              actions: [{ type: 'setPreselected', params: ({ event }) => event }, 'startOver', 'askSoon', 'tellPaging'],
            },
            { actions: { type: 'setPreselected', params: ({ event }) => event } },
          ],
          'query.restored': {
            guard: { type: 'isAnotherQuery', params: ({ event }) => event },
            actions: [
              { type: 'setQuery', params: ({ event }) => event },
              'startOver',
              'showHeld',
              'askSoon',
              'tellPaging',
            ],
          },
        },
        states: {
          uninitialized: {
            tags: 'busy',
            // Waits for the next tick: a component that mounts twice, as in development, then sends one request only.
            after: { 0: 'loading' },
            on: { 'load.wanted': 'loading', 'load.deferred': 'loading.waiting' },
          },
          loading: {
            initial: 'asking',
            on: createQueryChangeTransitions<R>(),
            states: {
              asking: {
                tags: 'busy',
                on: {
                  'refresh.requested': { target: 'asking', reenter: true, actions: 'startOver' },
                  // The response in flight may predate this change.
                  'rows.changed': { target: 'asking', reenter: true },
                },
                invoke: {
                  id: 'loadPage',
                  src: 'loadPage',
                  input: ({ context }) => ({ query: context.query, firstPage: firstPageToLoad(context) }),
                  onDone: [
                    {
                      guard: { type: 'isPastLastPage', params: loadedPageParams<R> },
                      target: 'asking',
                      reenter: true,
                      actions: [
                        { type: 'keepTotals', params: loadedPageParams<R> },
                        { type: 'setPage', params: ({ event }) => ({ page: event.output.pagination.totalPages }) },
                        'startOver',
                        'announceLastPage',
                      ],
                    },
                    {
                      target: '#list.load.success',
                      actions: [
                        { type: 'keepTotals', params: loadedPageParams<R> },
                        { type: 'keepRows', params: loadedPageParams<R> },
                      ],
                    },
                  ],
                  onError: {
                    target: '#list.load.error',
                    actions: { type: 'keepError', params: ({ event }) => event },
                  },
                },
              },
              waiting: debounceState,
            },
          },
          success: {
            initial: 'arrived',
            on: {
              ...createQueryChangeTransitions<R>(),
              'refresh.requested': { target: 'loading', actions: 'startOver' },
            },
            states: {
              arrived: {
                always: { guard: not('canLookAhead'), target: 'resting' },
                after: { ahead: 'preparing' },
              },
              preparing: {
                invoke: {
                  id: 'loadAhead',
                  src: 'loadAhead',
                  input: ({ context }) => ({ query: nextPageQuery(context) }),
                  onDone: 'resting',
                  // A failed prefetch is silent. The real request will report the error.
                  onError: 'resting',
                },
              },
              resting: { always: { guard: 'canGoStale', target: 'ageing' } },
              ageing: { after: { stale: 'renewing' } },
              renewing: {
                entry: 'startOver',
                on: {
                  // The response in flight may predate this change.
                  'rows.changed': { target: 'renewing', reenter: true },
                },
                invoke: {
                  id: 'loadPage',
                  src: 'loadPage',
                  input: ({ context }) => ({ query: context.query, firstPage: firstPageToLoad(context) }),
                  onDone: [
                    { guard: { type: 'isPastLastPage', params: loadedPageParams<R> }, target: '#list.load.loading' },
                    {
                      target: 'resting',
                      actions: [
                        { type: 'keepTotals', params: loadedPageParams<R> },
                        { type: 'keepRows', params: loadedPageParams<R> },
                      ],
                    },
                  ],
                  // A failed background reload is silent. The rows remain and are reloaded after the next interval.
                  onError: 'resting',
                },
              },
              waiting: debounceState,
            },
          },
          error: {
            initial: 'resting',
            on: createQueryChangeTransitions<R>(),
            states: {
              resting: {
                tags: 'failed',
                on: {
                  'refresh.requested': { target: '#list.load.loading', actions: 'startOver' },
                  'retry.requested': '#list.load.loading',
                },
              },
              waiting: debounceState,
            },
          },
        },
      },
      // Spec §7 Lists: requests are debounced. The first of several changes loads immediately. Typing, and a change soon after
      // another one, loads once the changes stop.
      pace: {
        initial: 'calm',
        on: { 'typing.noticed': '.typing', 'paging.noticed': '.paging' },
        states: {
          calm: {},
          typing: { after: { debounce: { target: 'calm', actions: 'tellCalm' } } },
          paging: { after: { debounce: { target: 'calm', actions: 'tellCalm' } } },
        },
      },
      order: {
        initial: 'settled',
        on: {
          'row.moved': {
            guard: { type: 'isMovable', params: ({ event }) => event },
            actions: { type: 'moveRow', params: ({ event }) => event },
          },
          'rows.changed': { actions: [{ type: 'keepChanged', params: ({ event }) => event }, 'announceTouched'] },
          'rows.removed': { actions: { type: 'removeRows', params: ({ event }) => event } },
          'rows.restored': { actions: { type: 'restoreRows', params: ({ event }) => event } },
          'rows.deleted': {
            actions: [{ type: 'keepDeleted', params: ({ event }) => event }, 'announceTouched', 'askAgain'],
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
                  guard: 'isMovedOutOfSight',
                  target: 'settled',
                  actions: ['keepMove', { type: 'keepChanged', params: movedRowParams }, 'announceTouched', 'askAgain'],
                },
                {
                  target: 'settled',
                  actions: ['keepMove', { type: 'keepChanged', params: movedRowParams }, 'announceTouched'],
                },
              ],
              onError: { target: 'settled', actions: ['announceReturn', 'takeMoveBack'] },
            },
          },
        },
      },
    },
  })
