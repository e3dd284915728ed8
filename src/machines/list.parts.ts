import { assign, emit, enqueueActions, type GuardPredicate, raise, type StateValue, setup, stateIn } from 'xstate'
import type { Filter, ListPage, ListQuery } from '../api/contract/list.ts'
import { provided } from './provided.ts'
import {
  afterMove,
  atPage,
  canLookAhead,
  filtered,
  fromStart,
  heldAnswer,
  isAnotherFilter,
  isAnotherPage,
  isHeldOrder,
  isHeldPage,
  type ListContext,
  type ListEmitted,
  type ListEvent,
  type ListInput,
  type ListSignal,
  ordered,
  placeBefore,
  preselect,
  totalsOf,
  withAnswer,
  withChanged,
  withMove,
} from './rules/listing.ts'
import { clampPage, completed, type PagesWanted, type Row, sameQuery } from './rules/paging.ts'
import { withGone, withoutRemovals, withRemovals } from './rules/removals.ts'
import { isOutOfSight, type Move } from './rules/reorder.ts'

/** What the list's machine is made of: its actors, guards and actions. */
export const listSetup = <R extends Row>() =>
  setup({
    types: {} as {
      input: ListInput
      context: ListContext<R>
      events: ListEvent | ListSignal
      emitted: ListEmitted
      tags: 'busy' | 'failed' | 'saving'
    },
    actors: {
      loadPage: provided<ListPage<R>, PagesWanted>('loadPage'),
      loadAhead: provided<void, { query: ListQuery }>('loadAhead'),
      saveOrder: provided<Row | undefined, Move>('saveOrder'),
    },
    guards: {
      isAnotherPage: ({ context }, params: { page: number }) => isAnotherPage(context, params.page),
      isHeldPage: ({ context }, params: { page: number }) => isHeldPage(context, params.page),
      isHeldOrder: ({ context }, params: { field: string }) => isHeldOrder(context, params.field),
      canAskNear: ({ context }, params: { field: string }) =>
        context.heldOf !== undefined && !isHeldOrder(context, params.field),
      isAnotherLimit: ({ context }, params: { limit: number }) => params.limit !== context.query.limit,
      isAnotherFilter: ({ context }, params: { filter: Filter }) => isAnotherFilter(context, params.filter),
      isAnotherQuery: ({ context }, params: { query: ListQuery }) =>
        !sameQuery(completed(params.query, context.preselected), context.query),
      changesFilter: ({ context }, params: { preselected: Filter }) =>
        isAnotherFilter({ ...context, ...params }, context.query.filter),
      isPastLastPage: ({ context }, params: { page: ListPage<R> }) =>
        clampPage(context.query.page, params.page.pagination.totalPages) !== context.query.page,
      canLookAhead: ({ context }) => canLookAhead(context),
      canGoStale: ({ context }) => context.staleAfter !== undefined,
      isMovable: ({ context }, params: { id: string }) => context.rows.some((row) => row.id === params.id),
      hasMoves: ({ context }) => context.moves.length > 0,
      isMovedOutOfSight: ({ context: { moves, rows, shown, paging } }) =>
        moves[0] !== undefined && isOutOfSight(moves[0], rows, shown, paging),
    },
    actions: {
      setPage: assign(({ context }, params: { page: number }) => atPage(context, params.page)),
      setLimit: assign(({ context }, { limit }: { limit: number }) => fromStart(context, { limit })),
      toggleOrder: assign(({ context }, params: { field: string }) => ordered(context, params.field)),
      setFilter: assign(({ context }, params: { filter: Filter }) =>
        fromStart(context, filtered(context, params.filter)),
      ),
      setQuery: assign({
        query: ({ context }, params: { query: ListQuery }) => completed(params.query, context.preselected),
      }),
      setPreselected: assign(({ context }, params: { preselected: Filter }) => preselect(context, params.preselected)),
      showHeld: assign(({ context }) => heldAnswer<R>(context, context.moves)),
      startOver: assign({ heldPages: 0 }),
      askSoon: raise({ type: 'load.wanted' }),
      askLater: raise({ type: 'load.deferred' }),
      askAgain: raise({ type: 'refresh.requested' }),
      announceTyping: enqueueActions(({ context, enqueue, check }) => {
        const entry = check(isInPace<R>('typing')) ? 'replace' : 'push'
        enqueue.emit({ type: 'query.changed', query: context.query, entry })
        enqueue.raise({ type: 'typing.noticed' })
      }),
      announcePaging: enqueueActions(({ context, enqueue }) => {
        enqueue.emit({ type: 'query.changed', query: context.query, entry: 'push' })
        enqueue.raise({ type: 'paging.noticed' })
      }),
      announceNear: emit(
        ({ context }, params: { field: string }) =>
          ({ type: 'query.neared', query: ordered(context, params.field).query }) as const,
      ),
      announceTouched: emit({ type: 'rows.touched' }),
      announceLastPage: emit(({ context: { query } }) => ({ type: 'query.changed', query, entry: 'replace' }) as const),
      tellPaging: raise({ type: 'paging.noticed' }),
      tellCalm: raise({ type: 'calm.noticed' }),
      keepTotals: assign(({ context }, params: { page: ListPage<R> }) => totalsOf(context, params.page)),
      keepRows: assign(({ context }, params: { page: ListPage<R> }) => withAnswer(context, params.page)),
      keepError: assign({ error: (_, params: { error: unknown }) => params.error }),
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
      moveRow: assign(({ context }, params: { id: string; position: number }) => withMove(context, params)),
      keepMove: assign(({ context }) => afterMove(context, true)),
      takeMoveBack: assign(({ context }) => afterMove(context, false)),
      announceReturn: emit(({ context }) => ({ type: 'row.returned' as const, ...placeBefore(context) })),
    },
    // Spec §7 Lists, §9; the next page is asked for after a moment in which people look at this one.
    delays: { debounce: 250, ahead: 250, stale: ({ context }) => context.staleAfter!(context.rows) },
  })

/** What stands for a changed query until no more changes come; it is asked for then, whatever was to be asked again. */
export const waiting = {
  tags: 'busy',
  on: { 'calm.noticed': '#list.load.loading', 'refresh.requested': { actions: 'startOver' } },
} as const

/** How a state goes on once the query was changed; its `waiting` is {@link waiting}. */
export const onChangedQuery = <R extends Row>() =>
  ({
    'load.wanted': [{ guard: isInPace<R>('calm'), target: '#list.load.loading' }, { target: '.waiting' }],
    'load.deferred': '.waiting',
  }) as const

/** The answered page of an event. */
export const answered = <R extends Row>({ event }: { event: { output: ListPage<R> } }) => ({ page: event.output })

/** The moved row as its answer says, where it does. */
export const movedRow = ({ event }: { event: { output: Row | undefined } }) => ({
  rows: event.output ? [event.output] : [],
})

function isInPace<R extends Row>(pace: StateValue) {
  return stateIn({ pace }) as GuardPredicate<ListContext<R>, ListEvent | ListSignal, undefined, never>
}
