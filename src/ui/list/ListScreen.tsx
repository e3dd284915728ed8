import { useSelector } from '@xstate/react'
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react'
import type { Paging, Row } from '../../machines/rules/paging.ts'
import type { ListDefinition } from './definition.ts'
import { ListView } from './ListView.tsx'
import type { ListSearch } from './search.ts'
import { pageOfEntry, useHistoryPlace } from './use-history-place.ts'
import { useList, type WriteSearch } from './use-list.ts'

/** Props of {@link ListScreen}. */
export interface ListScreenProps<R extends Row> {
  list: ListDefinition<R>
  /** The address, as the route's `validateSearch` read it. */
  search: ListSearch
  /** Writes the address. */
  navigate: WriteSearch
  /** The key of the history's entry; with it, Back leads to where the list was left. */
  entry?: string | undefined
  /** What else stands at the end of the filter bar. */
  tools?: ReactNode
}

/** How each list is paged where somebody chose, by its `id`; as long as the tab lives. */
const chosenPaging = new Map<string, Paging>()

/** Rows that an infinite list asks for at once, where its pages are not its own. */
const SCROLL_LIMIT = 100

/** A list and its address: what {@link ListView} shows, paged as somebody chose, from where the history left it. */
export function ListScreen<R extends Row>({ list, ...rest }: ListScreenProps<R>) {
  const own = list.paging ?? 'pager'
  const [paging, setPaging] = useState(() => chosenPaging.get(list.id) ?? own)
  const choose = useCallback(
    (next: Paging) => {
      chosenPaging.set(list.id, next)
      setPaging(next)
    },
    [list.id],
  )
  const shown = useMemo(
    () => (paging === own ? list : { ...list, paging, ...(paging === 'infinite' && { limit: SCROLL_LIMIT }) }),
    [list, own, paging],
  )
  return <PagedList key={paging} list={shown} {...rest} onPaging={choose} />
}

interface PagedListProps<R extends Row> extends ListScreenProps<R> {
  onPaging: (paging: Paging) => void
}

function PagedList<R extends Row>({ list, search, navigate, entry, tools, onPaging }: PagedListProps<R>) {
  const actor = useList(list, search, navigate, () => pageOfEntry(entry))
  const rows = useSelector(actor, ({ context }) => context.rows)
  const scroller = useRef<HTMLElement>(null)
  useHistoryPlace(actor, scroller, entry, { rows, paging: list.paging ?? 'pager' })
  return (
    <ListView list={list} actor={actor} scroller={scroller} navigate={navigate} onPaging={onPaging} tools={tools} />
  )
}
