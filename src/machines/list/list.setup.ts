import { assign, emit, enqueueActions, type GuardPredicate, raise, type StateValue, setup, stateIn } from 'xstate'
import type { Filter, ListPage, ListQuery } from '../../api/contract/list.ts'
import { placeholderActor } from '../placeholder-actor.ts'
import {
  acceptTotals,
  applyChangedRows,
  applyMove,
  applyPage,
  canPrefetchNextPage,
  goToPage,
  isFilterChange,
  isPageCached,
  isPageChange,
  isSortCached,
  type ListContext,
  type ListEmitted,
  type ListEvent,
  type ListInput,
  type ListSignal,
  preselect,
  queryWithFilter,
  readCachedPageState,
  resetToFirstPage,
  savedPositionOf,
  settleMove,
  toggleSort,
} from './list-state.ts'
import { clampPage, completeQuery, isSameQuery, type PageRange, type Row } from './paging.ts'
import { confirmRemovals, withoutRemovals, withRemovals } from './removals.ts'
import { isMoveOffPage, type RowMove } from './reorder.ts'

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
      loadPage: placeholderActor<ListPage<R>, PageRange>('loadPage'),
      prefetchPage: placeholderActor<void, { query: ListQuery }>('prefetchPage'),
      saveOrder: placeholderActor<Row | undefined, RowMove>('saveOrder'),
    },
    guards: {
      isAnotherPage: ({ context }, params: { page: number }) => isPageChange(context, params.page),
      isCachedPage: ({ context }, params: { page: number }) => isPageCached(context, params.page),
      isCachedOrder: ({ context }, params: { field: string }) => isSortCached(context, params.field),
      canPrefetchOrder: ({ context }, params: { field: string }) =>
        context.getCachedPage !== undefined && !isSortCached(context, params.field),
      isAnotherLimit: ({ context }, params: { limit: number }) => params.limit !== context.query.limit,
      isAnotherFilter: ({ context }, params: { filter: Filter }) => isFilterChange(context, params.filter),
      isAnotherQuery: ({ context }, params: { query: ListQuery }) =>
        !isSameQuery(completeQuery(params.query, context.preselected), context.query),
      changesFilter: ({ context }, params: { preselected: Filter }) =>
        isFilterChange({ ...context, ...params }, context.query.filter),
      isPastLastPage: ({ context }, params: { page: ListPage<R> }) =>
        clampPage(context.query.page, params.page.pagination.totalPages) !== context.query.page,
      canPrefetchPage: ({ context }) => canPrefetchNextPage(context),
      canBecomeStale: ({ context }) => context.staleAfter !== undefined,
      isMovable: ({ context }, params: { id: string }) => context.rows.some((row) => row.id === params.id),
      hasMoves: ({ context }) => context.moves.length > 0,
      isMovedOffPage: ({ context: { moves, rows, shown, paging } }) =>
        moves[0] !== undefined && isMoveOffPage(moves[0], rows, shown, paging),
    },
    actions: {
      setPage: assign(({ context }, params: { page: number }) => goToPage(context, params.page)),
      setLimit: assign(({ context }, { limit }: { limit: number }) => resetToFirstPage(context, { limit })),
      toggleOrder: assign(({ context }, params: { field: string }) => toggleSort(context, params.field)),
      setFilter: assign(({ context }, params: { filter: Filter }) =>
        resetToFirstPage(context, queryWithFilter(context, params.filter)),
      ),
      setQuery: assign({
        query: ({ context }, params: { query: ListQuery }) => completeQuery(params.query, context.preselected),
      }),
      setPreselected: assign(({ context }, params: { preselected: Filter }) => preselect(context, params.preselected)),
      showCached: assign(({ context }) => readCachedPageState<R>(context, context.moves)),
      resetLoadedPages: assign({ loadedPages: 0 }),
      requestLoad: raise({ type: 'load.requested' }),
      deferLoad: raise({ type: 'load.deferred' }),
      requestRefresh: raise({ type: 'refresh.requested' }),
      announceTyping: enqueueActions(({ context, enqueue, check }) => {
        const entry = check(isInPaceState<R>('typing')) ? 'replace' : 'push'
        enqueue.emit({ type: 'query.changed', query: context.query, entry })
        enqueue.raise({ type: 'typing.detected' })
      }),
      announcePaging: enqueueActions(({ context, enqueue }) => {
        enqueue.emit({ type: 'query.changed', query: context.query, entry: 'push' })
        enqueue.raise({ type: 'paging.detected' })
      }),
      announceAnticipatedQuery: emit(
        ({ context }, params: { field: string }) =>
          ({ type: 'query.anticipated', query: toggleSort(context, params.field).query }) as const,
      ),
      announceUpdatedRows: emit({ type: 'rows.updated' }),
      announceLastPage: emit(({ context: { query } }) => ({ type: 'query.changed', query, entry: 'replace' }) as const),
      signalPaging: raise({ type: 'paging.detected' }),
      signalSettled: raise({ type: 'changes.settled' }),
      storeTotals: assign(({ context }, params: { page: ListPage<R> }) => acceptTotals(context, params.page)),
      storeRows: assign(({ context }, params: { page: ListPage<R> }) => applyPage(context, params.page)),
      storeError: assign({ error: (_, params: { error: unknown }) => params.error }),
      replaceChangedRows: assign(({ context }, params: { rows: readonly Row[] }) =>
        applyChangedRows(context, params.rows),
      ),
      removeRows: assign({
        removed: ({ context }, { ids }: { ids: readonly string[] }) =>
          withRemovals(context.removed, ids, context.shown.filter),
      }),
      restoreRows: assign({
        removed: ({ context }, { ids }: { ids: readonly string[] }) => withoutRemovals(context.removed, ids),
      }),
      confirmDeletion: assign({
        removed: ({ context }, { ids }: { ids: readonly string[] }) => confirmRemovals(context.removed, ids),
      }),
      moveRow: assign(({ context }, params: { id: string; position: number }) => applyMove(context, params)),
      confirmMove: assign(({ context }) => settleMove(context, true)),
      revertMove: assign(({ context }) => settleMove(context, false)),
      announceRevertedMove: emit(({ context }) => ({ type: 'move.reverted' as const, ...savedPositionOf(context) })),
    },
    // Spec §7 Lists, §9. `prefetchDelay` delays the prefetch of the next page, which a user who pages on quickly does not need.
    delays: { debounce: 250, prefetchDelay: 250, stale: ({ context }) => context.staleAfter!(context.rows) },
  })

/**
 * State that waits until the query stops changing, then loads the rows. A refresh requested in the meantime causes no extra
 * request.
 */
export const debounceState = {
  tags: 'busy',
  on: { 'changes.settled': '#list.load.loading', 'refresh.requested': { actions: 'resetLoadedPages' } },
} as const

/**
 * Returns the transitions of a state after a change of the query. That state needs {@link debounceState} as its child `debouncing`.
 */
export const createQueryChangeTransitions = <R extends Row>() =>
  ({
    'load.requested': [{ guard: isInPaceState<R>('idle'), target: '#list.load.loading' }, { target: '.debouncing' }],
    'load.deferred': '.debouncing',
  }) as const

export const loadedPageParams = <R extends Row>({ event }: { event: { output: ListPage<R> } }) => ({
  page: event.output,
})

/** Returns the moved row, if the response contains one. */
export const movedRowParams = ({ event }: { event: { output: Row | undefined } }) => ({
  rows: event.output ? [event.output] : [],
})

function isInPaceState<R extends Row>(pace: StateValue) {
  return stateIn({ pace }) as GuardPredicate<ListContext<R>, ListEvent | ListSignal, undefined, never>
}
