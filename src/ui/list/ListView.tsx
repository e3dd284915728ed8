import { useSelector } from '@xstate/react'
import { memo, type ReactNode, type RefObject, useCallback, useEffect, useMemo, useRef } from 'react'
import { getErrorMessageKey, isForbidden, isRetryable } from '../../api/contract/errors.ts'
import type { Filter } from '../../api/contract/list.ts'
import { countFilterFields } from '../../machines/filters/filters.ts'
import { type Paging, type Row, totalOf } from '../../machines/list/paging.ts'
import { useActiveShortcuts } from '../active-shortcuts.ts'
import { Button } from '../kit/Button.tsx'
import { LoadingBar } from '../kit/feedback/LoadingBar.tsx'
import { Notice } from '../kit/feedback/Notice.tsx'
import { lazyComponent, lazyModule, toIdleComponent } from '../kit/loading/lazy-module.ts'
import { useRetryCountdown } from '../use-retry-countdown.ts'
import { CreateButton } from './actions/CreateButton.tsx'
import { ListDialogs } from './actions/ListDialogs.tsx'
import { useListCommands } from './actions/use-list-commands.tsx'
import { useRowActions } from './actions/use-row-actions.ts'
import type { ListDefinition } from './definition.ts'
import { FilterBar } from './filters/FilterBar.tsx'
import { getVisibleFilters } from './filters/filter-values.ts'
import { PhoneFilters } from './filters/PhoneFilters.tsx'
import { useSearchShortcut } from './filters/use-search-shortcut.ts'
import { ListAnnouncements } from './ListAnnouncements.tsx'
import { ListEmptyState } from './ListEmptyState.tsx'
import { ListFoot, ListFootSkeleton } from './ListFoot.tsx'
import { ListHead } from './ListHead.tsx'
import { ListRows } from './ListRows.tsx'
import styles from './ListView.module.css'
import { RemoteChangesPill } from './RemoteChangesPill.tsx'
import { ReorderHint } from './reorder/ReorderHint.tsx'
import { useReorder } from './reorder/use-reorder.tsx'
import { SelectionToolbar } from './selection/SelectionToolbar.tsx'
import type { ListActor } from './state/list-actor.ts'
import { type ListSearch, searchToQuery } from './state/list-search.ts'
import type { WriteSearch } from './state/use-list.ts'
import { useRemoteChangeCount } from './state/use-remote-change-count.ts'
import { EndOfListSentinel } from './table/EndOfListSentinel.tsx'
import type { PrerenderTrigger } from './table/use-prerendered-page.ts'
import { useRowPreview } from './table/use-row-preview.ts'
import { useFocusRestoration } from './use-focus-restoration.ts'
import { useIsPhone } from './use-is-phone.ts'
import { useListTranslate } from './use-list-translate.ts'
import { useListWorkspace } from './use-list-workspace.ts'

// Prefetched, because shortcuts must work without a delay.
const ListKeys = toIdleComponent(lazyModule(async () => (await import('./ListShortcuts.tsx')).ListShortcuts))
const ReorderAnnouncer = lazyComponent(async () => (await import('./reorder/ReorderAnnouncer.tsx')).ReorderAnnouncer)

/** Number of skeletons while the next page of an infinite list loads (design guide §7). */
const NEXT_PAGE_SKELETONS = 3

export interface ListViewProps<R extends Row> {
  list: ListDefinition<R>
  actor: ListActor<R>
  scroller: RefObject<HTMLElement | null>
  navigate: WriteSearch
  onPaging: (paging: Paging) => void
  /** More controls at the end of the filter bar. */
  tools?: ReactNode
}

function PlainView<R extends Row>({ list: definition, actor, scroller, navigate, tools, onPaging }: ListViewProps<R>) {
  const translate = useListTranslate()
  const isPhone = useIsPhone()
  const {
    query,
    rows: loadedRows,
    shown,
    removed,
    moves,
    totalPages,
    hasNextPage,
    error,
    paging,
  } = useSelector(actor, ({ context }) => context)
  const isBusy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'))
  const hasFailed = useSelector(actor, (snapshot) => snapshot.hasTag('failed'))
  const workspace = useListWorkspace(definition, actor)
  const { list, rows, totalDocs, selection } = workspace
  const ownChanges = useMemo(
    () => new Set([...workspace.pendingChanges.ids, ...moves.map(({ id }) => id)]),
    [workspace.pendingChanges.ids, moves],
  )
  const remoteChangeCount = useRemoteChangeCount({ rows, removed, own: ownChanges, isBusy }, list.isLive ?? false)
  const filterBar = useRef<HTMLElement>(null)
  const reorder = useReorder(list, actor, scroller)
  const { isMovable, drag } = reorder
  const menus = useRowActions(list, actor, isMovable, workspace)
  useSearchShortcut(filterBar)
  useActiveShortcuts('list', list.preview !== undefined && 'preview', isMovable && 'moves')
  useListCommands(workspace, menus.openDialog)
  const preview = useRowPreview(list, rows, menus)

  const selectedCount = workspace.selected.length
  const isSelecting = selectedCount > 0
  useFocusRestoration(scroller, { rows, hasActed: menus.hasActed, isSelecting })

  const filters = useMemo(() => getVisibleFilters(list.filters), [list.filters])
  const hasRows = rows.length > 0
  // All rows of the page are pending deletion. The next rows are requested after the deletion.
  const isEmptied = !hasRows && loadedRows.length > 0
  // A list without rows or filters has no columns to arrange and nothing to save or export.
  const isBlank = !hasRows && !isEmptied && !isBusy && !hasFailed && countFilterFields(query.filter) === 0
  const isInfinite = paging === 'infinite' && hasRows
  // An infinite list keeps its rows when the next page fails to load.
  const hasFailedNextPage = hasFailed && isInfinite && query.page > 1
  // A user who is not allowed to read the list cannot arrange its columns, filter it or save a view of it.
  const isReadForbidden = hasFailed && isForbidden(error)
  const showsRows = hasFailedNextPage || (!hasFailed && (hasRows || isBusy || isEmptied))
  const total = isEmptied ? totalDocs : totalOf({ rows, shown, paging, totalDocs })
  // Stable callbacks, so that a change of rows does not render these children again.
  const onFilter = useCallback(
    (field: string, value: unknown) => actor.send({ type: 'filter.changed', field, value }),
    [actor],
  )
  const onClear = useCallback(() => actor.send({ type: 'filters.cleared' }), [actor])
  const onRetry = () => actor.send({ type: 'retry.requested' })
  const seconds = useRetryCountdown(hasFailed ? error : null, isBusy, onRetry)
  const onApply = useCallback((filter: Filter) => actor.send({ type: 'filters.applied', filter }), [actor])
  const onNear = useCallback((field: string) => actor.send({ type: 'order.anticipated', field }), [actor])
  const onSort = useCallback((field: string) => actor.send({ type: 'order.toggled', field }), [actor])
  const { openDialog } = menus
  const openListDialog = useCallback((name: string) => openDialog(name, null), [openDialog])
  const createButton = <CreateButton create={list.create} onOpenDialog={openListDialog} />
  const openView = (view: ListSearch) => {
    if (list.inUrl ?? true) navigate(view, { replace: false })
    else actor.send({ type: 'query.restored', query: searchToQuery(view, definition, query.limit) })
  }
  const nextPageTrigger: PrerenderTrigger = useRef(null)
  const hasNextButton = hasNextPage && paging === 'pager'
  // Not every browser fires a leave event when a button is removed or disabled.
  useEffect(() => {
    if (!hasNextButton) nextPageTrigger.current?.(false)
  }, [hasNextButton])
  const listFoot = (
    <ListFoot
      query={shown}
      paging={paging}
      rows={rows.length}
      totalPages={totalPages}
      total={total}
      onPage={(page) => actor.send({ type: 'page.requested', page })}
      onNextHover={(isNear) => nextPageTrigger.current?.(isNear)}
      onLimit={(limit) => actor.send({ type: 'limit.chosen', limit })}
      onPaging={onPaging}
      hint={<ReorderHint reorder={reorder} isGrid={workspace.isGrid} />}
    />
  )
  return (
    <>
      <ListHead
        definition={definition}
        actor={actor}
        workspace={workspace}
        filters={filters}
        query={query}
        shownFilter={shown.filter}
        isPhone={isPhone}
        isBlank={isBlank}
        isReadForbidden={isReadForbidden}
        total={(hasRows || isEmptied || !isBusy) && !hasFailed ? total : null}
        createButton={createButton}
        onFilter={onFilter}
        onSort={onSort}
        onSearch={openView}
        onOpenDialog={openListDialog}
      />
      {isReadForbidden ? null : isPhone ? (
        <PhoneFilters
          filters={filters}
          filter={query.filter}
          onChange={onFilter}
          onApply={onApply}
          searchRef={filterBar}
        />
      ) : (
        <FilterBar
          filters={filters}
          filter={query.filter}
          onChange={onFilter}
          onClear={onClear}
          tools={tools}
          searchRef={filterBar}
        />
      )}
      {menus.failure !== null && (
        <Notice
          tone="bad"
          className={styles.notice}
          action={
            <Button size="sm" variant="ghost" onClick={menus.dismissFailure}>
              {translate('action.close')}
            </Button>
          }
        >
          {translate(getErrorMessageKey(menus.failure))}
        </Notice>
      )}
      <div
        className={styles.body}
        data-density={isPhone ? undefined : workspace.layout.density}
        data-picked={isSelecting || undefined}
      >
        <div className={styles.split}>
          <div className={styles.view}>
            {isBusy && (list.progressBar ?? true) && <LoadingBar label={translate('list.loading')} />}
            {showsRows ? (
              <section
                ref={scroller}
                className={styles.scroller}
                data-scroller=""
                // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
                tabIndex={0}
                onFocus={preview.onFocus}
                aria-label={translate(list.title)}
              >
                <ListRows
                  list={list}
                  actor={actor}
                  rows={rows}
                  order={query.order}
                  skeletons={
                    !isBusy || isEmptied
                      ? 0
                      : !hasRows
                        ? query.limit
                        : isInfinite && query.page > 1
                          ? NEXT_PAGE_SKELETONS
                          : 0
                  }
                  isBusy={isBusy}
                  isPhone={isPhone}
                  isGrid={workspace.isGrid}
                  onSort={onSort}
                  onSortHover={onNear}
                  prerenderTrigger={nextPageTrigger}
                  menus={menus}
                  reorder={reorder}
                  onWidth={workspace.onWidth}
                  onPlace={workspace.onPlace}
                  selection={selection}
                />
                {isInfinite && hasNextPage && !isBusy && !hasFailed && (
                  <EndOfListSentinel onReached={() => actor.send({ type: 'page.requested', page: query.page + 1 })} />
                )}
                {isEmptied && <p className={styles.more}>{translate('list.pageEmptied')}</p>}
                {hasFailedNextPage && (
                  <div className={styles.more} role="alert">
                    {translate('list.moreFailed')} {translate(getErrorMessageKey(error))}
                    {isRetryable(error) && <Button onClick={onRetry}>{translate('action.retry')}</Button>}
                  </div>
                )}
                {isPhone && (hasRows || isEmptied) && listFoot}
              </section>
            ) : (
              <ListEmptyState
                list={list}
                filter={query.filter}
                hasFailed={hasFailed}
                error={error}
                onRetry={onRetry}
                seconds={seconds}
                onClear={onClear}
                create={createButton}
              />
            )}
            <SelectionToolbar work={workspace} />
          </div>
          {preview.view}
        </div>
        {/* Toasts take up layout space, so they never cover rows. */}
        {workspace.toasts.Region && <workspace.toasts.Region />}
        {!hasFailed && (
          <RemoteChangesPill count={remoteChangeCount} onShow={() => actor.send({ type: 'refresh.requested' })} />
        )}
      </div>
      {!isPhone && showsRows && (hasRows || isEmptied ? listFoot : <ListFootSkeleton />)}
      <ListAnnouncements
        isBusy={isBusy}
        hasFailed={hasFailed}
        total={total}
        totalPages={totalPages}
        paging={paging}
        query={shown}
        selectedCount={selectedCount}
      />
      <ListKeys search={filterBar} scroller={scroller} selection={selection} />
      {isMovable && <ReorderAnnouncer drag={drag} actor={actor} nameOf={list.nameOf} total={total} />}
      <ListDialogs list={list} actor={actor} menus={menus} />
    </>
  )
}

/** Head, filters, rows and pager of a list. Memoised against changes of the URL, so its props must be stable. */
export const ListView = memo(PlainView) as typeof PlainView
