import { not } from 'xstate'
import { answered, listSetup, movedRow, onChangedQuery, waiting } from './list.parts.ts'
import { changedFilter, emptyList, type ListContext, queryAhead } from './rules/listing.ts'
import { firstPageOf, type Row } from './rules/paging.ts'

/**
 * A list of anything: one owner of its query, which loads what the query asks for and keeps the order people give it. What
 * they change in its rows stands in them at once and moves none; what they delete is out of sight until it is restored.
 * A page or an order that is held stands at once; the page behind the one that is looked at is asked for ahead, and so is an
 * order that somebody is about to choose. Rows that go stale by themselves are renewed where they stand.
 */
export const createListMachine = <R extends Row>() =>
  listSetup<R>().createMachine({
    id: 'list',
    // Asking once more changes nothing; an order is never saved again. The address follows to where it goes on from.
    meta: {
      resumes: ['loadPage', 'loadAhead'],
      resumed: ({ query }: ListContext<R>) => ({ type: 'query.changed', query, entry: 'push' }),
    },
    type: 'parallel',
    context: ({ input }) => emptyList<R>(input),
    states: {
      load: {
        initial: 'uninitialized',
        on: {
          'page.requested': [
            {
              // Its rows stand at once, so that nothing hurries.
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
              params: ({ context, event }) => ({ filter: changedFilter(context, event) }),
            },
            actions: [
              { type: 'setFilter', params: ({ context, event }) => ({ filter: changedFilter(context, event) }) },
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
            // A turn later: a view that is begun twice, as in development, asks once.
            after: { 0: 'loading' },
            on: { 'load.wanted': 'loading', 'load.deferred': 'loading.waiting' },
          },
          loading: {
            initial: 'asking',
            on: onChangedQuery<R>(),
            states: {
              asking: {
                tags: 'busy',
                on: {
                  'refresh.requested': { target: 'asking', reenter: true, actions: 'startOver' },
                  // The answer under way may be older than what is known now.
                  'rows.changed': { target: 'asking', reenter: true },
                },
                invoke: {
                  id: 'loadPage',
                  src: 'loadPage',
                  input: ({ context }) => ({ query: context.query, firstPage: firstPageOf(context) }),
                  onDone: [
                    {
                      guard: { type: 'isPastLastPage', params: answered<R> },
                      target: 'asking',
                      reenter: true,
                      actions: [
                        { type: 'keepTotals', params: answered<R> },
                        { type: 'setPage', params: ({ event }) => ({ page: event.output.pagination.totalPages }) },
                        'startOver',
                        'announceLastPage',
                      ],
                    },
                    {
                      target: '#list.load.success',
                      actions: [
                        { type: 'keepTotals', params: answered<R> },
                        { type: 'keepRows', params: answered<R> },
                      ],
                    },
                  ],
                  onError: {
                    target: '#list.load.error',
                    actions: { type: 'keepError', params: ({ event }) => event },
                  },
                },
              },
              waiting,
            },
          },
          success: {
            initial: 'arrived',
            on: { ...onChangedQuery<R>(), 'refresh.requested': { target: 'loading', actions: 'startOver' } },
            states: {
              arrived: {
                always: { guard: not('canLookAhead'), target: 'resting' },
                after: { ahead: 'preparing' },
              },
              preparing: {
                invoke: {
                  id: 'loadAhead',
                  src: 'loadAhead',
                  input: ({ context }) => ({ query: queryAhead(context) }),
                  onDone: 'resting',
                  // Nobody wanted it yet; who does hears why it does not come.
                  onError: 'resting',
                },
              },
              resting: { always: { guard: 'canGoStale', target: 'ageing' } },
              ageing: { after: { stale: 'renewing' } },
              renewing: {
                entry: 'startOver',
                on: {
                  // The answer under way may be older than what is known now.
                  'rows.changed': { target: 'renewing', reenter: true },
                },
                invoke: {
                  id: 'loadPage',
                  src: 'loadPage',
                  input: ({ context }) => ({ query: context.query, firstPage: firstPageOf(context) }),
                  onDone: [
                    { guard: { type: 'isPastLastPage', params: answered<R> }, target: '#list.load.loading' },
                    {
                      target: 'resting',
                      actions: [
                        { type: 'keepTotals', params: answered<R> },
                        { type: 'keepRows', params: answered<R> },
                      ],
                    },
                  ],
                  // Nobody asked: the rows stand, and are asked for again in their time.
                  onError: 'resting',
                },
              },
              waiting,
            },
          },
          error: {
            initial: 'resting',
            on: onChangedQuery<R>(),
            states: {
              resting: {
                tags: 'failed',
                on: {
                  'refresh.requested': { target: '#list.load.loading', actions: 'startOver' },
                  'retry.requested': '#list.load.loading',
                },
              },
              waiting,
            },
          },
        },
      },
      // Spec §7 Lists: questions are debounced. The first of several changes is asked for at once; what is typed, and what
      // follows another change within the time, once no more come.
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
                  actions: ['keepMove', { type: 'keepChanged', params: movedRow }, 'announceTouched', 'askAgain'],
                },
                {
                  target: 'settled',
                  actions: ['keepMove', { type: 'keepChanged', params: movedRow }, 'announceTouched'],
                },
              ],
              onError: { target: 'settled', actions: ['announceReturn', 'takeMoveBack'] },
            },
          },
        },
      },
    },
  })
