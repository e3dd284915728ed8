import { useSelector } from '@xstate/react'
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { wordOf } from '../../api/contract/errors.ts'
import type { Filter } from '../../api/contract/list.ts'
import type { Row } from '../../machines/rules/paging.ts'
import { useAtelier } from '../context.ts'
import { Button } from '../kit/Button.tsx'
import { LoadBar } from '../kit/LoadBar.tsx'
import { Notice } from '../kit/Notice.tsx'
import { PageHead } from '../kit/PageHead.tsx'
import { VisuallyHidden } from '../kit/VisuallyHidden.tsx'
import { DataTable } from './DataTable.tsx'
import type { ListDefinition, RowAction } from './definition.ts'
import { EndOfList } from './EndOfList.tsx'
import { FilterBar } from './FilterBar.tsx'
import { shownFilters } from './filter-values.ts'
import { ListFoot, ListFootSkeleton } from './ListFoot.tsx'
import { ListScene } from './ListScene.tsx'
import styles from './ListScreen.module.css'
import { PhoneFilters } from './PhoneFilters.tsx'
import { PhoneList } from './PhoneList.tsx'
import { SortMenu } from './SortMenu.tsx'
import type { ListSearch } from './search.ts'
import { useList, type WriteSearch } from './use-list.ts'
import { usePhone } from './use-phone.ts'

const RowQuestion = lazy(() => import('./RowQuestion.tsx').then((module) => ({ default: module.RowQuestion })))

/** Rows that stand for the next page of an infinite list while it loads (look.md §7). */
const NEXT_SKELETONS = 3

/** Props of {@link ListScreen}. */
export interface ListScreenProps<R extends Row> {
  list: ListDefinition<R>
  /** The address, as the route's `validateSearch` read it. */
  search: ListSearch
  /** Writes the address. */
  navigate: WriteSearch
}

type ClickAction = Extract<RowAction, { type: 'click' }>

/** A list screen: head, filters, rows as a table or (on a phone) as items, and pages. */
export function ListScreen<R extends Row>({ list, search, navigate }: ListScreenProps<R>) {
  const { translate } = useAtelier()
  const isPhone = usePhone()
  const actor = useList(list, search, navigate)
  const { query, rows, totalPages, totalDocs, hasNextPage, error, paging } = useSelector(
    actor,
    ({ context }) => context,
  )
  const isBusy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'))
  const hasFailed = useSelector(actor, (snapshot) => snapshot.hasTag('failed'))
  const [asked, setAsked] = useState<ClickAction | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const scroller = useRef<HTMLElement>(null)
  const filters = shownFilters(list.filters)
  const hasRows = rows.length > 0
  const goesOn = paging === 'infinite' && hasRows

  // biome-ignore lint/correctness/useExhaustiveDependencies: another page, filter or order is read from its top
  useEffect(() => {
    scroller.current?.scrollTo({ top: 0 })
  }, [paging === 'pager' && query.page, query.filter, query.order])

  const hasActed = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows are what may have taken the focus with them
  useEffect(() => {
    if (hasActed.current && document.activeElement === document.body) scroller.current?.focus({ preventScroll: true })
    hasActed.current = false
  }, [rows])

  const refresh = useCallback(() => actor.send({ type: 'refresh.requested' }), [actor])
  const perform = useCallback(
    (action: ClickAction) => {
      setFailure(null)
      hasActed.current = true
      action.onAction()?.then(refresh, setFailure)
    },
    [refresh],
  )
  const onAction = useCallback(
    (row: R, action: RowAction) => {
      if (action.type === 'setOrder') actor.send({ type: 'row.moved', id: row.id, position: action.value })
      else if (action.type === 'click' && action.question) setAsked(action)
      else if (action.type === 'click') perform(action)
    },
    [actor, perform],
  )
  const onFilter = (field: string, value: unknown) => actor.send({ type: 'filter.changed', field, value })
  const onClear = () => actor.send({ type: 'filters.cleared' })
  const onApply = useCallback((filter: Filter) => actor.send({ type: 'filters.applied', filter }), [actor])
  const onSort = useCallback((field: string) => actor.send({ type: 'order.toggled', field }), [actor])
  const skeletons = !isBusy ? 0 : !hasRows ? query.limit : goesOn && query.page > 1 ? NEXT_SKELETONS : 0
  const shown = { list, rows, skeletons, isBusy, onAction }
  const foot = (
    <ListFoot
      query={query}
      paging={paging}
      rows={rows.length}
      totalPages={totalPages}
      totalDocs={totalDocs}
      onPage={(page) => actor.send({ type: 'page.requested', page })}
      onLimit={(limit) => actor.send({ type: 'limit.chosen', limit })}
    />
  )
  return (
    <>
      <PageHead
        title={translate(list.title)}
        total={(hasRows || !isBusy) && !hasFailed && translate('list.total', { n: hasRows ? totalDocs : 0 })}
        actions={isPhone ? <SortMenu columns={list.columns} order={query.order} onSort={onSort} /> : list.headActions}
      />
      {isPhone ? (
        <PhoneFilters filters={filters} filter={query.filter} onChange={onFilter} onApply={onApply} />
      ) : (
        <FilterBar filters={filters} filter={query.filter} onChange={onFilter} onClear={onClear} />
      )}
      {failure !== null && (
        <Notice
          tone="bad"
          className={styles.notice}
          action={
            <Button size="sm" variant="ghost" onPress={() => setFailure(null)}>
              {translate('action.close')}
            </Button>
          }
        >
          {translate(wordOf(failure))}
        </Notice>
      )}
      <div className={styles.body}>
        {isBusy && <LoadBar label={translate('list.loading')} />}
        {!hasFailed && (hasRows || isBusy) ? (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by the keyboard
          <section ref={scroller} className={styles.scroller} tabIndex={0} aria-label={translate(list.title)}>
            {isPhone ? <PhoneList {...shown} /> : <DataTable {...shown} order={query.order} onSort={onSort} />}
            {goesOn && hasNextPage && !isBusy && (
              <EndOfList onReached={() => actor.send({ type: 'page.requested', page: query.page + 1 })} />
            )}
            {isPhone && hasRows && foot}
          </section>
        ) : (
          <ListScene
            list={list}
            filter={query.filter}
            hasFailed={hasFailed}
            error={error}
            onRetry={refresh}
            onClear={onClear}
          />
        )}
      </div>
      {!isPhone && !hasFailed && (hasRows ? foot : isBusy && <ListFootSkeleton />)}
      <VisuallyHidden live="polite">
        {isBusy || hasFailed ? '' : translate('list.found', { n: hasRows ? totalDocs : 0 })}
      </VisuallyHidden>
      {asked?.question && (
        <Suspense>
          <RowQuestion
            question={asked.question}
            onAnswer={(isYes) => {
              setAsked(null)
              if (isYes) perform(asked)
            }}
          />
        </Suspense>
      )}
    </>
  )
}
