import { useSelector } from '@xstate/react'
import { memo, type ReactNode, type RefObject, useCallback, useEffect, useMemo, useRef } from 'react'
import { isForbidden, isWorthRetrying, wordOf } from '../../api/contract/errors.ts'
import type { Filter, ListQuery } from '../../api/contract/list.ts'
import { countActive } from '../../machines/rules/filters.ts'
import { type Paging, type Row, totalOf } from '../../machines/rules/paging.ts'
import { useAtelier } from '../context.ts'
import { useKeysOf } from '../keys-of.ts'
import { Button } from '../kit/Button.tsx'
import { LoadBar } from '../kit/LoadBar.tsx'
import { Notice } from '../kit/Notice.tsx'
import { PageHead } from '../kit/PageHead.tsx'
import { onceHeld, part, shownPart } from '../kit/part.ts'
import { VisuallyHidden } from '../kit/VisuallyHidden.tsx'
import { Crumbs } from '../shell/Crumbs.tsx'
import { useCountdown } from '../shell/use-countdown.ts'
import type { Translate } from '../words.ts'
import { CreateButton, OtherWays } from './CreateButton.tsx'
import type { ListDefinition } from './definition.ts'
import { EndOfList } from './EndOfList.tsx'
import { FilterBar } from './FilterBar.tsx'
import { shownFilters } from './filter-values.ts'
import { ListDialogs } from './ListDialogs.tsx'
import { ListFoot, ListFootSkeleton } from './ListFoot.tsx'
import { ListRows } from './ListRows.tsx'
import { ListScene } from './ListScene.tsx'
import { ListTools } from './ListTools.tsx'
import styles from './ListView.module.css'
import type { ListActor } from './list-actor.ts'
import { NewsPill } from './NewsPill.tsx'
import { PhoneFilters } from './PhoneFilters.tsx'
import { ReorderHint } from './ReorderHint.tsx'
import { ScopeTabs } from './ScopeTabs.tsx'
import { SelectionToolbar } from './SelectionToolbar.tsx'
import { SiblingLinks } from './SiblingLinks.tsx'
import { SortMenu, sortHeads } from './SortMenu.tsx'
import { type ListSearch, toQuery } from './search.ts'
import type { NearRows } from './use-drawn-pages.ts'
import { useKeys } from './use-keys.ts'
import type { WriteSearch } from './use-list.ts'
import { useListOffers } from './use-list-offers.tsx'
import { useNews } from './use-news.ts'
import { usePhone } from './use-phone.ts'
import { useReorder } from './use-reorder.tsx'
import { useRowActions } from './use-row-actions.ts'
import { useRowPreview } from './use-row-preview.ts'
import { useWork } from './use-work.ts'

// Fetched ahead: nobody waits for keys.
const ListKeys = onceHeld(part(async () => (await import('./ListKeys.tsx')).ListKeys))
const ReorderVoice = shownPart(async () => (await import('./ReorderVoice.tsx')).ReorderVoice)

/** Rows that stand for the next page of an infinite list while it loads (look.md §7). */
const NEXT_SKELETONS = 3

/** Props of {@link ListView}. */
export interface ListViewProps<R extends Row> {
  list: ListDefinition<R>
  actor: ListActor<R>
  /** What the rows scroll in. */
  scroller: RefObject<HTMLElement | null>
  /** Writes the address. */
  navigate: WriteSearch
  onPaging: (paging: Paging) => void
  /** What else stands at the end of the filter bar. */
  tools?: ReactNode
}

function PlainView<R extends Row>({ list: plain, actor, scroller, navigate, tools, onPaging }: ListViewProps<R>) {
  const { translate } = useAtelier()
  const isPhone = usePhone()
  const {
    query,
    rows: held,
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
  const work = useWork(plain, actor)
  const { list, rows, totalDocs, selection } = work
  const own = useMemo(() => new Set([...work.own.ids, ...moves.map(({ id }) => id)]), [work.own.ids, moves])
  const news = useNews({ rows, removed, own, isBusy }, list.isLive ?? false)
  const filterBar = useRef<HTMLElement>(null)
  const reorder = useReorder(list, actor, scroller)
  const { isMovable, drag } = reorder
  const menus = useRowActions(list, actor, isMovable, work)
  useKeys(filterBar)
  useKeysOf('list', list.preview !== undefined && 'preview', isMovable && 'moves')
  useListOffers(work, menus.ask)
  const preview = useRowPreview(list, rows, menus)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows are what may have taken the focus with them
  useEffect(() => {
    const { hasActed } = menus
    if (hasActed.current) catchFocus(scroller)
    hasActed.current = false
  }, [rows])

  const picked = work.selected.length
  const isSelecting = picked > 0
  useEffect(() => {
    if (!isSelecting) return
    // The boxes of a phone and the toolbar go with the selection, and take the focus with them.
    return () => catchFocus(scroller)
  }, [isSelecting, scroller])

  const filters = useMemo(() => shownFilters(list.filters), [list.filters])
  // A phone's navigation has the one that stands by itself.
  const siblings = isPhone && list.siblings?.length === 1 ? undefined : list.siblings
  const hasRows = rows.length > 0
  // All that stood here waits to be deleted: what comes after it is asked for once that is done.
  const isEmptied = !hasRows && held.length > 0
  // There is nothing yet that could be arranged, kept as a view or written to a file.
  const isBlank = !hasRows && !isEmptied && !isBusy && !hasFailed && countActive(query.filter) === 0
  const goesOn = paging === 'infinite' && hasRows
  // The rows of an infinite list stay when those behind them do not come.
  const lacksMore = hasFailed && goesOn && query.page > 1
  // Nobody arranges, narrows or saves what they may not see.
  const isShut = hasFailed && isForbidden(error)
  const showsRows = lacksMore || (!hasFailed && (hasRows || isBusy || isEmptied))
  const total = isEmptied ? totalDocs : totalOf({ rows, shown, paging, totalDocs })
  // What a change of rows does not touch is not drawn with it: what these are handed stays.
  const onFilter = useCallback(
    (field: string, value: unknown) => actor.send({ type: 'filter.changed', field, value }),
    [actor],
  )
  const onClear = useCallback(() => actor.send({ type: 'filters.cleared' }), [actor])
  const onRetry = () => actor.send({ type: 'retry.requested' })
  const seconds = useCountdown(hasFailed ? error : null, isBusy, onRetry)
  const onApply = useCallback((filter: Filter) => actor.send({ type: 'filters.applied', filter }), [actor])
  const onNear = useCallback((field: string) => actor.send({ type: 'order.neared', field }), [actor])
  const onSort = useCallback((field: string) => actor.send({ type: 'order.toggled', field }), [actor])
  const { ask: askAbout } = menus
  const ask = useCallback((name: string) => askAbout(name, null), [askAbout])
  const create = <CreateButton create={list.create} onAsk={ask} />
  const openView = (view: ListSearch) => {
    if (list.inUrl ?? true) navigate(view, { replace: false })
    else actor.send({ type: 'query.restored', query: toQuery(view, plain, query.limit) })
  }
  const nearNext: NearRows = useRef(null)
  const hasNextButton = hasNextPage && paging === 'pager'
  // A button that goes, or cannot be pressed any more, is not left in every browser.
  useEffect(() => {
    if (!hasNextButton) nearNext.current?.(false)
  }, [hasNextButton])
  const foot = (
    <ListFoot
      query={shown}
      paging={paging}
      rows={rows.length}
      totalPages={totalPages}
      total={total}
      onPage={(page) => actor.send({ type: 'page.requested', page })}
      onNearNext={(isNear) => nearNext.current?.(isNear)}
      onLimit={(limit) => actor.send({ type: 'limit.chosen', limit })}
      onPaging={onPaging}
      hint={<ReorderHint reorder={reorder} isGrid={work.isGrid} />}
    />
  )
  return (
    <>
      <PageHead
        title={translate(list.title)}
        crumb={list.trail && <Crumbs trail={list.trail} />}
        keepsCrumb
        scopes={
          (siblings || !isPhone) && (
            <>
              {!isPhone && <ScopeTabs filters={filters} filter={query.filter} onChange={onFilter} />}
              {siblings && <SiblingLinks pages={siblings} />}
            </>
          )
        }
        total={(hasRows || isEmptied || !isBusy) && !hasFailed && translate('list.total', { n: total })}
        actions={
          isShut ? null : (
            <>
              {!isBlank && (
                <ListTools {...work} list={plain} arranged={list} actor={actor} isPhone={isPhone} onSearch={openView} />
              )}
              {(isPhone || work.isGrid) && !isBlank && (
                <SortMenu columns={sortHeads(list, shown.filter)} order={query.order} onSort={onSort} />
              )}
              {isPhone ? <CreateButton create={list.create} isCompact onAsk={ask} /> : create}
              {list.otherWays && <OtherWays ways={list.otherWays} isPhone={isPhone} onAsk={ask} />}
            </>
          )
        }
      />
      {isShut ? null : isPhone ? (
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
            <Button size="sm" variant="ghost" onClick={menus.forgetFailure}>
              {translate('action.close')}
            </Button>
          }
        >
          {translate(wordOf(menus.failure))}
        </Notice>
      )}
      <div
        className={styles.body}
        data-density={isPhone ? undefined : work.layout.density}
        data-picked={isSelecting || undefined}
      >
        <div className={styles.split}>
          <div className={styles.view}>
            {isBusy && (list.progressBar ?? true) && <LoadBar label={translate('list.loading')} />}
            {showsRows ? (
              <section
                ref={scroller}
                className={styles.scroller}
                data-scroller=""
                // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by the keyboard
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
                    !isBusy || isEmptied ? 0 : !hasRows ? query.limit : goesOn && query.page > 1 ? NEXT_SKELETONS : 0
                  }
                  isBusy={isBusy}
                  isPhone={isPhone}
                  isGrid={work.isGrid}
                  onSort={onSort}
                  onNear={onNear}
                  nearNext={nearNext}
                  menus={menus}
                  reorder={reorder}
                  onWidth={work.onWidth}
                  onPlace={work.onPlace}
                  selection={selection}
                />
                {goesOn && hasNextPage && !isBusy && !hasFailed && (
                  <EndOfList onReached={() => actor.send({ type: 'page.requested', page: query.page + 1 })} />
                )}
                {isEmptied && <p className={styles.more}>{translate('list.pageEmptied')}</p>}
                {lacksMore && (
                  <div className={styles.more} role="alert">
                    {translate('list.moreFailed')} {translate(wordOf(error))}
                    {isWorthRetrying(error) && <Button onClick={onRetry}>{translate('action.retry')}</Button>}
                  </div>
                )}
                {isPhone && (hasRows || isEmptied) && foot}
              </section>
            ) : (
              <ListScene
                list={list}
                filter={query.filter}
                hasFailed={hasFailed}
                error={error}
                onRetry={onRetry}
                seconds={seconds}
                onClear={onClear}
                create={create}
              />
            )}
            <SelectionToolbar work={work} />
          </div>
          {preview.view}
        </div>
        {/* Beside the rows, never over them. */}
        {work.toasts.Region && <work.toasts.Region />}
        {!hasFailed && <NewsPill count={news} onShow={() => actor.send({ type: 'refresh.requested' })} />}
      </div>
      {!isPhone && showsRows && (hasRows || isEmptied ? foot : <ListFootSkeleton />)}
      <VisuallyHidden live="polite">
        {isBusy
          ? translate('list.loading')
          : hasFailed
            ? ''
            : foundText(translate, { total, totalPages, paging, query: shown })}
      </VisuallyHidden>
      <VisuallyHidden>
        <span aria-live="polite">{isSelecting ? translate('list.selected', { n: picked }) : ''}</span>
      </VisuallyHidden>
      <ListKeys search={filterBar} scroller={scroller} selection={selection} />
      {isMovable && <ReorderVoice drag={drag} actor={actor} nameOf={list.nameOf} total={total} />}
      <ListDialogs list={list} actor={actor} menus={menus} />
    </>
  )
}

/** What screen readers are told once the rows are there: which page of how many, and how many rows in all. */
function foundText(
  translate: Translate,
  { total, totalPages, paging, query }: { total: number; totalPages: number; paging: Paging; query: ListQuery },
): string {
  const found = translate('list.found', { n: total })
  if (paging === 'infinite' || totalPages < 2) return found
  return `${translate('list.pageOf', { page: query.page, total: totalPages })} ${found}`
}

/** Keeps the focus in the list, where what had it is gone. */
function catchFocus(scroller: RefObject<HTMLElement | null>): void {
  if (document.activeElement === document.body) scroller.current?.focus({ preventScroll: true })
}

/**
 * What is seen of a list: head, filters, rows as a table or (on a phone) as items, and pages or, if somebody likes, none.
 * It knows the list alone, so that an address that follows the list draws nothing again: hand it functions that stay.
 */
export const ListView = memo(PlainView) as typeof PlainView
