import { assign, emit, enqueueActions, type GuardPredicate, raise, setup, stateIn } from 'xstate'
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
  withMove,
} from './rules/listing.ts'
import { toggleOrder } from './rules/order.ts'
import { clampPage, completed, firstPageOf, offsetOf, type PagesWanted, type Row, sameQuery } from './rules/paging.ts'
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

/**
 * `query.changed`: from within. A change that follows another before the list settled replaces the address's entry, so
 * that Back leads to what stood before the typing. `row.returned`: a move was not saved, the row is back at `position`.
 */
export type ListEmitted =
  | { type: 'query.changed'; query: ListQuery; entry: 'push' | 'replace' }
  | { type: 'row.returned'; id: string; position: number }

/** A list of anything: one owner of its query, which loads what the query asks for and keeps the order people give it. */
export const createListMachine = <R extends Row>() =>
  setup({
    types: {} as {
      input: ListInput
      context: ListContext<R>
      events: ListEvent
      emitted: ListEmitted
      tags: 'busy' | 'failed' | 'saving'
    },
    actors: {
      loadPage: provided<ListPage<R>, PagesWanted>('loadPage'),
      saveOrder: provided<void, Move>('saveOrder'),
    },
    guards: {
      isAnotherPage: ({ context }, params: { page: number }) =>
        clampPage(params.page, context.totalPages) !== context.query.page,
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
        const entry = check(isTyping<R>()) ? 'replace' : 'push'
        enqueue.emit({ type: 'query.changed', query: context.query, entry })
      }),
      announceQuery: emit(({ context }, params: { entry: 'push' | 'replace' }) => ({
        type: 'query.changed' as const,
        query: context.query,
        entry: params.entry,
      })),
      keepTotals: assign(({ context }, params: { page: ListPage<R> }) => totalsOf(context, params.page)),
      keepRows: assign(({ context }, params: { page: ListPage<R> }) => withAnswer(context, params.page)),
      keepError: assign({ error: (_, params: { error: unknown }) => params.error }),
      moveRow: assign(({ context }, params: { id: string; position: number }) => withMove(context, params)),
      keepMove: assign(({ context }) => afterMove(context, true)),
      takeMoveBack: assign(({ context }) => afterMove(context, false)),
      announceReturn: emit(({ context: { saved, moves, shown, paging } }) => ({
        type: 'row.returned' as const,
        id: moves[0]!.id,
        position: saved.findIndex((row) => row.id === moves[0]!.id) + offsetOf(shown, paging) + 1,
      })),
      askAgain: raise({ type: 'refresh.requested' }),
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
          'page.requested': {
            guard: { type: 'isAnotherPage', params: ({ event }) => event },
            target: '.uninitialized.waiting',
            actions: [{ type: 'setPage', params: ({ event }) => event }, pushQuery],
          },
          'limit.chosen': {
            guard: { type: 'isAnotherLimit', params: ({ event }) => event },
            target: '.uninitialized.waiting',
            actions: [{ type: 'setLimit', params: ({ event }) => event }, pushQuery],
          },
          'order.toggled': {
            target: '.uninitialized.typing',
            actions: [{ type: 'toggleOrder', params: ({ event }) => event }, 'announceTyping'],
          },
          'filter.changed': {
            guard: {
              type: 'isAnotherFilter',
              params: ({ context, event }) => ({ filter: changedFilter(context, event) }),
            },
            target: '.uninitialized.typing',
            actions: [
              { type: 'setFilter', params: ({ context, event }) => ({ filter: changedFilter(context, event) }) },
              'announceTyping',
            ],
          },
          'filters.applied': {
            guard: { type: 'isAnotherFilter', params: ({ event }) => event },
            target: '.uninitialized.typing',
            actions: [{ type: 'setFilter', params: ({ event }) => event }, 'announceTyping'],
          },
          'filters.cleared': {
            guard: { type: 'isAnotherFilter', params: { filter: {} } },
            target: '.uninitialized.typing',
            actions: [{ type: 'setFilter', params: { filter: {} } }, 'announceTyping'],
          },
          'preselection.changed': [
            {
              guard: { type: 'changesFilter', params: ({ event }) => event },
              target: '.uninitialized.waiting',
              actions: [{ type: 'setPreselected', params: ({ event }) => event }, 'startOver'],
            },
            { actions: { type: 'setPreselected', params: ({ event }) => event } },
          ],
          'query.restored': {
            guard: { type: 'isAnotherQuery', params: ({ event }) => event },
            target: '.uninitialized.waiting',
            actions: { type: 'setQuery', params: ({ event }) => event },
          },
        },
        states: {
          uninitialized: {
            tags: 'busy',
            after: { debounce: 'loading' },
            initial: 'starting',
            states: {
              // The first question follows no other, so there is nothing to gather.
              starting: { after: { 0: '#list.load.loading' } },
              waiting: {},
              typing: {},
            },
          },
          loading: {
            tags: 'busy',
            on: { 'refresh.requested': { target: 'loading', reenter: true, actions: 'startOver' } },
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
                    { type: 'announceQuery', params: { entry: 'replace' } },
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
      order: {
        initial: 'settled',
        on: {
          'row.moved': {
            guard: { type: 'isMovable', params: ({ event }) => event },
            actions: { type: 'moveRow', params: ({ event }) => event },
          },
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
                { guard: 'isMovedOutOfSight', target: 'settled', actions: ['keepMove', 'askAgain'] },
                { target: 'settled', actions: 'keepMove' },
              ],
              onError: { target: 'settled', actions: ['announceReturn', 'takeMoveBack'] },
            },
          },
        },
      },
    },
  })

const pushQuery = { type: 'announceQuery', params: { entry: 'push' } } as const

/** Whether the change before this one has not settled yet. */
const isTyping = <R extends Row>() =>
  stateIn({ load: { uninitialized: 'typing' } }) as GuardPredicate<ListContext<R>, ListEvent, undefined, never>
