import type { ReactNode } from 'react'
import type { Filter, ListQuery } from '../../api/contract/list.ts'
import type { Row } from '../../machines/list/paging.ts'
import { Breadcrumbs } from '../Breadcrumbs.tsx'
import { PageHead } from '../kit/layout/PageHead.tsx'
import { CreateButton, SecondaryCreateMenu } from './actions/CreateButton.tsx'
import type { FilterDefinition, ListDefinition } from './definition.ts'
import { ScopeTabs } from './filters/ScopeTabs.tsx'
import { ListToolbar } from './ListToolbar.tsx'
import { SiblingLinks } from './SiblingLinks.tsx'
import type { ListActor } from './state/list-actor.ts'
import type { ListSearch } from './state/list-search.ts'
import { useListTranslate } from './use-list-translate.ts'
import type { ListWorkspace } from './use-list-workspace.ts'
import { getSortableColumns, SortMenu } from './views/SortMenu.tsx'

export interface ListHeadProps<R extends Row> {
  /** List definition with all columns. `workspace` has the columns as arranged by the user. */
  definition: ListDefinition<R>
  actor: ListActor<R>
  workspace: ListWorkspace<R>
  filters: readonly FilterDefinition[]
  query: ListQuery
  /** Filter of the rows shown. */
  shownFilter: Filter
  isPhone: boolean
  /** Whether the list has neither rows nor filters. */
  isBlank: boolean
  isReadForbidden: boolean
  /** Total number of rows; `null` while unknown. */
  total: number | null
  createButton: ReactNode
  onFilter: (field: string, value: unknown) => void
  onSort: (field: string) => void
  /** Navigates to the search parameters of a saved view. */
  onSearch: (search: ListSearch) => void
  onOpenDialog: (name: string) => void
}

/** Head of a list's page: title, total, tabs, toolbar and create buttons. */
export function ListHead<R extends Row>({
  definition,
  actor,
  workspace,
  filters,
  query,
  shownFilter,
  isPhone,
  isBlank,
  isReadForbidden,
  total,
  createButton,
  onFilter,
  onSort,
  onSearch,
  onOpenDialog,
}: ListHeadProps<R>) {
  const translate = useListTranslate()
  const { list } = workspace
  // On a phone, a single sibling page is shown in the navigation instead.
  const siblings = isPhone && list.siblings?.length === 1 ? undefined : list.siblings
  return (
    <PageHead
      title={translate(list.title)}
      crumb={list.breadcrumbs && <Breadcrumbs trail={list.breadcrumbs} />}
      keepsCrumb
      scopes={
        (siblings || !isPhone) && (
          <>
            {!isPhone && <ScopeTabs filters={filters} filter={query.filter} onChange={onFilter} />}
            {siblings && <SiblingLinks pages={siblings} />}
          </>
        )
      }
      total={total !== null && translate('list.total', { n: total })}
      actions={
        isReadForbidden ? null : (
          <>
            {!isBlank && (
              <ListToolbar
                {...workspace}
                list={definition}
                arranged={list}
                actor={actor}
                isPhone={isPhone}
                onSearch={onSearch}
              />
            )}
            {(isPhone || workspace.isGrid) && !isBlank && (
              <SortMenu columns={getSortableColumns(list, shownFilter)} order={query.order} onSort={onSort} />
            )}
            {isPhone ? <CreateButton create={list.create} isCompact onOpenDialog={onOpenDialog} /> : createButton}
            {list.secondaryCreateActions && (
              <SecondaryCreateMenu
                actions={list.secondaryCreateActions}
                isPhone={isPhone}
                onOpenDialog={onOpenDialog}
              />
            )}
          </>
        )
      }
    />
  )
}
