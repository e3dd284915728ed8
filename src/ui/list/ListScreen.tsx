import { useSelector } from '@xstate/react'
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react'
import type { Paging, Row } from '../../machines/list/paging.ts'
import type { ListDefinition } from './definition.ts'
import { ListView } from './ListView.tsx'
import type { ListSearch } from './state/list-search.ts'
import { useList, type WriteSearch } from './state/use-list.ts'
import { loadedPageOfEntry, useScrollRestoration } from './table/use-scroll-restoration.ts'

export interface ListScreenProps<R extends Row> {
  list: ListDefinition<R>
  /** Search parameters, as parsed by the route's `validateSearch`. */
  search: ListSearch
  navigate: WriteSearch
  /** Key of the history entry. Back uses it to restore the page and scroll position. */
  entry?: string | undefined
  /** More controls at the end of the filter bar. */
  tools?: ReactNode
}

/** Paging mode chosen by the user, by list id. Lost on reload. */
const chosenPaging = new Map<string, Paging>()

/** Rows per request when the user switches a list with numbered pages to infinite scroll. */
const INFINITE_PAGE_ROWS = 100

/** Connects a list to its URL and renders {@link ListView}. Restores the scroll position from the history. */
export function ListScreen<R extends Row>({ list, ...rest }: ListScreenProps<R>) {
  const defaultPaging = list.paging ?? 'pager'
  const [paging, setPaging] = useState(() => chosenPaging.get(list.id) ?? defaultPaging)
  const choosePaging = useCallback(
    (next: Paging) => {
      chosenPaging.set(list.id, next)
      setPaging(next)
    },
    [list.id],
  )
  const shownList = useMemo(
    () =>
      paging === defaultPaging
        ? list
        : { ...list, paging, ...(paging === 'infinite' && { limit: INFINITE_PAGE_ROWS }) },
    [list, defaultPaging, paging],
  )
  return <PagedList key={paging} list={shownList} {...rest} onPaging={choosePaging} />
}

interface PagedListProps<R extends Row> extends ListScreenProps<R> {
  onPaging: (paging: Paging) => void
}

function PagedList<R extends Row>({ list, search, navigate, entry, tools, onPaging }: PagedListProps<R>) {
  const actor = useList(list, search, navigate, () => loadedPageOfEntry(entry))
  const rows = useSelector(actor, ({ context }) => context.rows)
  const scroller = useRef<HTMLElement>(null)
  useScrollRestoration(actor, scroller, entry, { rows, paging: list.paging ?? 'pager' })
  return (
    <ListView list={list} actor={actor} scroller={scroller} navigate={navigate} onPaging={onPaging} tools={tools} />
  )
}
