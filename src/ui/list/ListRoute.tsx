import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { Row } from '../../machines/list/paging.ts'
import type { ListDefinition } from './definition.ts'
import { ListScreen } from './ListScreen.tsx'
import type { ListSearch } from './state/list-search.ts'
import type { WriteSearch } from './state/use-list.ts'

/** Page that shows a list. Reads the list's query from the URL and writes it there. */
export function ListRoute<R extends Row, F extends string>({ list }: { list: ListDefinition<R, F> }) {
  const search = useSearch({ strict: false }) as ListSearch
  const entry = useLocation({ select: ({ state }) => state.__TSR_key })
  const navigate = useNavigate()
  const write = useCallback<WriteSearch>(
    (next, { replace }) => navigate({ to: '.', search: next as never, replace }),
    [navigate],
  )
  return <ListScreen list={list} search={search} entry={entry} navigate={write} />
}
