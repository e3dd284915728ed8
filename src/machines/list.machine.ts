import { assign, emit, enqueueActions, type GuardPredicate, raise, type StateValue, setup, stateIn } from 'xstate'
import type { Filter, ListPage, ListQuery } from '../api/contract/list.ts'
import { provided } from './provided.ts'
import {
  afterMove,
  atPage,
  changedFilter,
  emptyList,
  filtered,
  fromStart,
  heldAnswer,
  isAnotherFilter,
  type ListContext,
  type ListInput,
  preselect,
  totalsOf,
  withAnswer,
  withChanged,
  withMove,
} from './rules/listing.ts'
import { toggleOrder } from './rules/order.ts'
import { clampPage, completed, firstPageOf, offsetOf, type PagesWanted, type Row, sameQuery } from './rules/paging.ts'
import { withGone, withoutRemovals, withRemovals } from './rules/removals.ts'
import { isOutOfSight, type Move } from './rules/reorder.ts'

export type ListEvent =
  | { type: 'page.requested'; page: number; held?: ListPage<Row> | undefined }
  | { type: 'limit.chosen'; limit: number }
  | { type: 'order.toggled'; field: string }
  | { type: 'filter.changed'; field: string; value: unknown }
  | { type: 'filters.applied'; filter: Filter }
  | { type: 'filters.cleared' }
  | { type: 'preselection.changed'; preselected: Filter }
  | { type: 'query.restored'; query: ListQuery; held?: ListPage<Row> | undefined }
  | { type: 'refresh.requested' }
  | { type: 'retry.requested' }
  | { type: 'row.moved'; id: string; position: number }
  | { type: 'rows.changed'; rows: readonly Row[] }
  | { type: 'rows.removed' | 'rows.restored' | 'rows.deleted'; ids: readonly string[] }

/** What the list tells itself of how fast changes follow each other. */
type PaceEvent = { type: 'typing.noticed' } | { type: 'paging.noticed' } | { type: 'calm.noticed' }

/**
 * `query.changed`: from within. A change that follows another before the list settled replaces the address's entry, so
 * that Back leads to what stood before the typing. `row.returned`: a move was not saved, the row is back at `position`.
 */
export type ListEmitted =
  | { type: 'query.changed'; query: ListQuery; entry: 'push' | 'replace' }
  | { type: 'row.returned'; id: string; position: number }

/**
 * A list of anything: one owner of its query, which loads what the query asks for and keeps the order people give it. What
 * they change in its rows stands in them at once and moves none; what they delete is out of sight until it is restored.
 */
export const createListMachine = <R extends Row>() =>
  setup({
    types: {} as {
      input: ListInput
      context: ListContext<R>
      events: ListEvent | PaceEvent
      emitted: ListEmitted
      tags: 'busy' | 'failed' | 'saving'
    },
    actors: {
      loadPage: provided<ListPage<R>, PagesWanted>('loadPage'),
      saveOrder: provided<Row | undefined, Move>('saveOrder'),
    },
    guards: {
      isAnotherPage: ({ context }, params: { page: number }) => isAnotherPage(context, params.page),
      isHeldPage: ({ context }, params: { page: number; held?: ListPage<Row> | undefined }) =>
        params.held !== undefined && context.paging === 'pager' && isAnotherPage(context, params.page),
      isAnotherLimit: ({ context }, params: { limit: number }) => params.limit !== context.query.limit,
      isAnotherFilter: ({ context }, params: { filter: Filter }) => isAnotherFilter(context, params.filter),
      isAnotherQuery: ({ context }, params: { query: ListQuery }) =>
        !sameQuery(completed(params.query, context.preselected), context.query),
      changesFilter: ({ context }, params: { preselected: Filter }) =>
        isAnotherFilter({ ...context, ...params }, context.query.filter),
      isPastLastPage: ({ context }, params: { page: ListPage<R> }) =>
        clampPage(context.query.page, params.page.pagination.totalPages) !== context.query.page,
      isMovable: ({ context }, params: { id: string }) => context.rows.some((row) => row.id === params.id),
      isMovedOutOfSight: ({ context: { moves, rows, shown, paging } }) =>
        moves[0] !== undefined && isOutOfSight(moves[0], rows, shown, paging),
    },
    actions: {
      setPage: assign(({ context }, params: { page: number; held?: ListPage<Row> | undefined }) => {
        const next = atPage(context, params.page)
        return context.paging === 'pager' ? { ...next, ...heldAnswer<R>(params.held, next.query) } : next
      }),
      setLimit: assign(({ context }, { limit }: { limit: number }) => fromStart(context, { limit })),
      toggleOrder: assign(({ context }, params: { field: string }) =>
        fromStart(context, { order: toggleOrder(context.query.order, params.field) }),
      ),
      setFilter: assign(({ context }, params: { filter: Filter }) =>
        fromStart(context, filtered(context, params.filter)),
      ),
      setQuery: assign(({ context }, params: { query: ListQuery; held?: ListPage<Row> | undefined }) => {
        const query = completed(params.query, context.preselected)
        return { query, heldPages: 0, ...heldAnswer<R>(params.held, query) }
      }),
      setPreselected: assign(({ context }, params: { preselected: Filter }) => preselect(context, params.preselected)),
      startOver: assign({ heldPages: 0 }),
      announceTyping: enqueueActions(({ context, enqueue, check }) => {
        const entry = check(isInPace<R>('typing')) ? 'replace' : 'push'
        enqueue.emit({ type: 'query.changed', query: context.query, entry })
        enqueue.raise({ type: 'typing.noticed' })
      }),
      announcePaging: enqueueActions(({ context, enqueue }) => {
        enqueue.emit({ type: 'query.changed', query: context.query, entry: 'push' })
        enqueue.raise({ type: 'paging.noticed' })
      }),
      announceLastPage: emit(({ context: { query } }) => ({ type: 'query.changed', query, entry: 'replace' }) as const),
      keepTotals: assign(({ context }, params: { page: ListPage<R> }) => totalsOf(context, params.page)),
      keepRows: assign(({ context }, params: { page: ListPage<R> }) => withAnswer(context, params.page)),
      keepError: assign({ error: (_, params: { error: unknown }) => params.error }),
      moveRow: assign(({ context }, params: { id: string; position: number }) => withMove(context, params)),
      keepMove: assign(({ context }) => afterMove(context, true)),
      keepChanged: assign(({ context }, params: { rows: readonly Row[] }) => withChanged(context, params.rows)),
      removeRows: assign({
        removed: ({ context }, { ids }: { ids: readonly string[] }) =>
          withRemovals(context.removed, ids, context.shown.filter),
      }),
      restoreRows: assign({
        removed: ({ context }, { ids }: { ids: readonly string[] }) => withoutRemovals(context.removed, ids),
      }),
      keepDeleted: assign({
        removed: ({ context }, { ids }: { ids: readonly string[] }) => withGone(context.removed, ids),
      }),
      takeMoveBack: assign(({ context }) => afterMove(context, false)),
      announceReturn: emit(({ context: { saved, moves, shown, paging } }) => ({
        type: 'row.returned' as const,
        id: moves[0]!.id,
        position: saved.findIndex((row) => row.id === moves[0]!.id) + offsetOf(shown, paging) + 1,
      })),
      askAgain: raise({ type: 'refresh.requested' }),
      tellPaging: raise({ type: 'paging.noticed' }),
      tellCalm: raise({ type: 'calm.noticed' }),
    },
    // Spec §7 Lists, §9
    delays: { debounce: 250 },
  }).createMachine({
    id: 'list',
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
              target: '.uninitialized.waiting',
              actions: [{ type: 'setPage', params: ({ event }) => event }, 'announcePaging'],
            },
            {
              guard: { type: 'isAnotherPage', params: ({ event }) => event },
              target: '.uninitialized.deciding',
              actions: [{ type: 'setPage', params: ({ event }) => event }, 'announcePaging'],
            },
          ],
          'limit.chosen': {
            guard: { type: 'isAnotherLimit', params: ({ event }) => event },
            target: '.uninitialized.deciding',
            actions: [{ type: 'setLimit', params: ({ event }) => event }, 'announcePaging'],
          },
          'order.toggled': {
            target: '.uninitialized.deciding',
            actions: [{ type: 'toggleOrder', params: ({ event }) => event }, 'announceTyping'],
          },
          'filter.changed': {
            guard: {
              type: 'isAnotherFilter',
              params: ({ context, event }) => ({ filter: changedFilter(context, event) }),
            },
            target: '.uninitialized.waiting',
            actions: [
              { type: 'setFilter', params: ({ context, event }) => ({ filter: changedFilter(context, event) }) },
              'announceTyping',
            ],
          },
          'filters.applied': {
            guard: { type: 'isAnotherFilter', params: ({ event }) => event },
            target: '.uninitialized.deciding',
            actions: [{ type: 'setFilter', params: ({ event }) => event }, 'announceTyping'],
          },
          'filters.cleared': {
            guard: { type: 'isAnotherFilter', params: { filter: {} } },
            target: '.uninitialized.deciding',
            actions: [{ type: 'setFilter', params: { filter: {} } }, 'announceTyping'],
          },
          'preselection.changed': [
            {
              guard: { type: 'changesFilter', params: ({ event }) => event },
              target: '.uninitialized.deciding',
              actions: [{ type: 'setPreselected', params: ({ event }) => event }, 'startOver', 'tellPaging'],
            },
            { actions: { type: 'setPreselected', params: ({ event }) => event } },
          ],
          'query.restored': {
            guard: { type: 'isAnotherQuery', params: ({ event }) => event },
            target: '.uninitialized.deciding',
            actions: [{ type: 'setQuery', params: ({ event }) => event }, 'tellPaging'],
          },
        },
        states: {
          uninitialized: {
            tags: 'busy',
            initial: 'starting',
            states: {
              starting: { after: { 0: '#list.load.loading' } },
              deciding: {
                always: [{ guard: isInPace<R>('calm'), target: '#list.load.loading' }, { target: 'waiting' }],
              },
              waiting: { on: { 'calm.noticed': '#list.load.loading' } },
            },
          },
          loading: {
            tags: 'busy',
            on: {
              'refresh.requested': { target: 'loading', reenter: true, actions: 'startOver' },
              // The answer under way may be older than what is known now.
              'rows.changed': { target: 'loading', reenter: true },
            },
            invoke: {
              id: 'loadPage',
              src: 'loadPage',
              input: ({ context }) => ({ query: context.query, firstPage: firstPageOf(context) }),
              onDone: [
                {
                  guard: { type: 'isPastLastPage', params: ({ event }) => ({ page: event.output }) },
                  target: 'loading',
                  reenter: true,
                  actions: [
                    { type: 'keepTotals', params: ({ event }) => ({ page: event.output }) },
                    { type: 'setPage', params: ({ event }) => ({ page: event.output.pagination.totalPages }) },
                    'startOver',
                    'announceLastPage',
                  ],
                },
                {
                  target: 'success',
                  actions: [
                    { type: 'keepTotals', params: ({ event }) => ({ page: event.output }) },
                    { type: 'keepRows', params: ({ event }) => ({ page: event.output }) },
                  ],
                },
              ],
              onError: { target: 'error', actions: { type: 'keepError', params: ({ event }) => event } },
            },
          },
          success: { on: { 'refresh.requested': { target: 'loading', actions: 'startOver' } } },
          error: {
            tags: 'failed',
            on: { 'refresh.requested': { target: 'loading', actions: 'startOver' }, 'retry.requested': 'loading' },
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
          'rows.changed': { actions: { type: 'keepChanged', params: ({ event }) => event } },
          'rows.removed': { actions: { type: 'removeRows', params: ({ event }) => event } },
          'rows.restored': { actions: { type: 'restoreRows', params: ({ event }) => event } },
          'rows.deleted': { actions: [{ type: 'keepDeleted', params: ({ event }) => event }, 'askAgain'] },
        },
        states: {
          settled: { always: { guard: ({ context }) => context.moves.length > 0, target: 'reordering' } },
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
                  actions: [
                    'keepMove',
                    { type: 'keepChanged', params: ({ event }) => rowsOf(event.output) },
                    'askAgain',
                  ],
                },
                {
                  target: 'settled',
                  actions: ['keepMove', { type: 'keepChanged', params: ({ event }) => rowsOf(event.output) }],
                },
              ],
              onError: { target: 'settled', actions: ['announceReturn', 'takeMoveBack'] },
            },
          },
        },
      },
    },
  })

const rowsOf = (row: Row | undefined) => ({ rows: row ? [row] : [] })

const isAnotherPage = ({ query, totalPages }: ListContext<Row>, page: number): boolean =>
  clampPage(page, totalPages) !== query.page

const isInPace = <R extends Row>(pace: StateValue) =>
  stateIn({ pace }) as GuardPredicate<ListContext<R>, ListEvent | PaceEvent, undefined, never>
