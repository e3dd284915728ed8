import { assign, emit, enqueueActions, type GuardPredicate, setup, stateIn } from 'xstate'
import type { Filter, ListPage, ListQuery } from '../api/contract/list.ts'
import { provided } from './provided.ts'
import { sameFilter, withField, withPreselected } from './rules/filters.ts'
import { toggleOrder } from './rules/order.ts'
import {
  acceptTotal,
  clampPage,
  completed,
  firstPageOf,
  joinRows,
  offsetOf,
  type Paging,
  type Row,
  sameQuery,
} from './rules/paging.ts'
import { isShown, moveInPart, placeOf } from './rules/reorder.ts'

/** What starts a list; `preselected` are the values that empty filter fields take. */
export interface ListInput {
  query: ListQuery
  paging: Paging
  preselected: Filter
}

/** A list as it stands. Totals are 0 while they are unknown. */
export interface ListContext<R extends Row> extends ListInput {
  rows: R[]
  totalPages: number
  totalDocs: number
  hasNextPage: boolean
  /** How many pages of the query the rows hold already; stays 0 unless the list is infinite. */
  heldPages: number
  error: unknown
  /** The rows as they were before the move that is being saved, and that move (`position` is 1-based in the whole list). */
  before: R[]
  moved: { id: string; position: number } | null
}

export type ListEvent =
  | { type: 'page.requested'; page: number }
  | { type: 'limit.chosen'; limit: number }
  | { type: 'order.toggled'; field: string }
  | { type: 'filter.changed'; field: string; value: unknown }
  | { type: 'filters.applied'; filter: Filter }
  | { type: 'filters.cleared' }
  | { type: 'query.restored'; query: ListQuery }
  | { type: 'refresh.requested' }
  | { type: 'row.moved'; id: string; position: number }

/**
 * The query changed from within. `entry` says what the address's history does: a change that follows another before
 * the list settled replaces the entry, so that Back leads to what stood before the typing.
 */
export type ListEmitted = { type: 'query.changed'; query: ListQuery; entry: 'push' | 'replace' }

/** What `loadPage` is asked for: the pages `firstPage` to `query.page`, as one. */
export interface PagesWanted {
  query: ListQuery
  firstPage: number
}

/** What `saveOrder` is told: the row's new 1-based place in the whole list, and the query it was seen in. */
export interface MoveWanted {
  id: string
  position: number
  query: ListQuery
}

/** A list of anything: one owner of its query, which loads what the query asks for and keeps the order people give it. */
export const createListMachine = <R extends Row>() =>
  setup({
    types: {} as {
      input: ListInput
      context: ListContext<R>
      events: ListEvent
      emitted: ListEmitted
      tags: 'busy' | 'failed'
    },
    actors: {
      loadPage: provided<ListPage<R>, PagesWanted>('loadPage'),
      saveOrder: provided<void, MoveWanted>('saveOrder'),
    },
    guards: {
      isAnotherPage: ({ context }, params: { page: number }) =>
        clampPage(params.page, context.totalPages) !== context.query.page,
      isAnotherLimit: ({ context }, params: { limit: number }) => params.limit !== context.query.limit,
      isAnotherFilter: ({ context }, params: { filter: Filter }) =>
        !sameFilter(withPreselected(params.filter, context.preselected), context.query.filter),
      isAnotherQuery: ({ context }, params: { query: ListQuery }) =>
        !sameQuery(completed(params.query, context.preselected), context.query),
      isPastLastPage: ({ context }, params: { page: ListPage<R> }) =>
        clampPage(context.query.page, params.page.pagination.totalPages) !== context.query.page,
      isMovable: ({ context }, params: { id: string }) => context.rows.some((row) => row.id === params.id),
      isMovedOutOfSight: ({ context }) =>
        context.moved !== null &&
        !isShown(context.moved.position, context.rows.length, offsetOf(context.query, context.paging)),
    },
    actions: {
      setPage: assign(({ context }, params: { page: number }) => {
        const page = clampPage(params.page, context.totalPages)
        return { query: { ...context.query, page }, heldPages: page > context.heldPages ? context.heldPages : 0 }
      }),
      setLimit: assign(({ context }, params: { limit: number }) => fromStart(context, { limit: params.limit })),
      toggleOrder: assign(({ context }, params: { field: string }) =>
        fromStart(context, { order: toggleOrder(context.query.order, params.field) }),
      ),
      setFilter: assign(({ context }, params: { filter: Filter }) =>
        fromStart(context, { filter: withPreselected(params.filter, context.preselected) }),
      ),
      setQuery: assign(({ context }, params: { query: ListQuery }) => ({
        query: completed(params.query, context.preselected),
        heldPages: 0,
      })),
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
      keepTotals: assign(({ context }, params: { page: ListPage<R> }) => ({
        totalPages: acceptTotal(params.page.pagination.totalPages, context.totalPages),
        totalDocs: acceptTotal(params.page.pagination.totalDocs, context.totalDocs),
        hasNextPage: params.page.pagination.hasNextPage,
      })),
      keepRows: assign(({ context }, params: { page: ListPage<R> }) => ({
        rows: context.heldPages > 0 ? joinRows(context.rows, params.page.data) : params.page.data,
        heldPages: context.paging === 'infinite' ? context.query.page : 0,
        error: null,
      })),
      keepError: assign({ error: (_, params: { error: unknown }) => params.error }),
      moveRow: assign(({ context }, params: { id: string; position: number }) => {
        const position = placeOf(params.position, context.totalDocs)
        const offset = offsetOf(context.query, context.paging)
        return {
          before: context.rows,
          rows: moveInPart(context.rows, params.id, position, offset),
          moved: { id: params.id, position },
        }
      }),
      restoreRows: assign({ rows: ({ context }) => context.before }),
      forgetMove: assign({ before: [], moved: null }),
    },
    // Spec §7 Lists, §9
    delays: { debounce: 250 },
  }).createMachine({
    id: 'list',
    context: ({ input }) => {
      const query = { ...input.query, filter: withPreselected(input.query.filter, input.preselected) }
      return {
        ...input,
        query,
        rows: [],
        totalPages: 0,
        totalDocs: 0,
        hasNextPage: false,
        heldPages: 0,
        error: null,
        before: [],
        moved: null,
      }
    },
    initial: 'uninitialized',
    on: {
      'page.requested': {
        guard: { type: 'isAnotherPage', params: ({ event }) => event },
        target: '.uninitialized.waiting',
        actions: [
          { type: 'setPage', params: ({ event }) => event },
          { type: 'announceQuery', params: { entry: 'push' } },
        ],
      },
      'limit.chosen': {
        guard: { type: 'isAnotherLimit', params: ({ event }) => event },
        target: '.uninitialized.waiting',
        actions: [
          { type: 'setLimit', params: ({ event }) => event },
          { type: 'announceQuery', params: { entry: 'push' } },
        ],
      },
      'order.toggled': {
        target: '.uninitialized.typing',
        actions: [{ type: 'toggleOrder', params: ({ event }) => event }, 'announceTyping'],
      },
      'filter.changed': {
        guard: {
          type: 'isAnotherFilter',
          params: ({ context, event }) => ({ filter: withField(context.query.filter, event.field, event.value) }),
        },
        target: '.uninitialized.typing',
        actions: [
          {
            type: 'setFilter',
            params: ({ context, event }) => ({ filter: withField(context.query.filter, event.field, event.value) }),
          },
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
          starting: { after: { 0: '#list.loading' } },
          waiting: {},
          typing: {},
        },
      },
      loading: {
        tags: 'busy',
        entry: 'forgetMove',
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
      success: {
        initial: 'settled',
        on: { 'refresh.requested': { target: 'loading', actions: 'startOver' } },
        states: {
          settled: {
            entry: 'forgetMove',
            on: {
              'row.moved': {
                guard: { type: 'isMovable', params: ({ event }) => event },
                target: 'reordering',
                actions: { type: 'moveRow', params: ({ event }) => event },
              },
            },
          },
          reordering: {
            invoke: {
              id: 'saveOrder',
              src: 'saveOrder',
              input: ({ context }) => ({ ...context.moved!, query: context.query }),
              onDone: [
                { guard: 'isMovedOutOfSight', target: '#list.loading', actions: 'startOver' },
                { target: 'settled' },
              ],
              onError: { target: 'settled', actions: 'restoreRows' },
            },
          },
        },
      },
      error: {
        tags: 'failed',
        on: { 'refresh.requested': { target: 'loading', actions: 'startOver' } },
      },
    },
  })

/** Whether the change before this one has not settled yet. */
const isTyping = <R extends Row>() =>
  stateIn({ uninitialized: 'typing' }) as GuardPredicate<ListContext<R>, ListEvent, undefined, never>

/** Any change of filter, order or limit leads back to the first page (Spec §4). */
const fromStart = (context: { query: ListQuery }, change: Partial<ListQuery>) => ({
  query: { ...context.query, ...change, page: 1 },
  heldPages: 0,
})
