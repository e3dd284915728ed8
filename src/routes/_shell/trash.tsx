import { createFileRoute } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Input } from '../../api/contract/endpoint.ts'
import { formatOrder } from '../../api/contract/list.ts'
import type { TrashedAsset, trash } from '../../api/contract/trash.ts'
import { ASSET_SIBLING_LINKS } from '../../ui/asset-list/asset-list-shape.ts'
import { flushDelayedWork } from '../../ui/delayed-work.ts'
import type { FilterDefinition, ListDefinition, ListShape } from '../../ui/list/definition.ts'
import { ListRoute } from '../../ui/list/ListRoute.tsx'
import { createSearchValidator, searchToQuery } from '../../ui/list/state/list-search.ts'
import { prefetchRowsForRoute } from '../../ui/list/state/row-cache.ts'
import { assetsMessages } from '../../ui/messages/assets.ts'
import { listMessages } from '../../ui/messages/list.ts'
import { trashMessages } from '../../ui/messages/trash.ts'
import { createTrashBulkActions, TRASH_ACTIONS } from '../../ui/trash/trash-actions.tsx'
import { createTrashColumns, toTrashPhoneItem } from '../../ui/trash/trash-columns.tsx'
import { useCurrentUserId } from '../../ui/use-current-user-id.ts'
import type { RouteContext } from '../__root.tsx'

type TrashQuery = NonNullable<Input<typeof trash.trash>['query']>

const LIST_ID = 'trash'
const FILTERS: FilterDefinition<'search'>[] = [
  { field: 'search', type: 'text', placeholder: 'assets.search', visibleOnMobile: true },
]
const SHAPE: ListShape<'search'> = {
  filters: FILTERS,
  sortable: ['name', 'deletedAt'],
  order: { deletedAt: 'desc' },
}

const createLoadPage =
  (api: RouteContext['api']): ListDefinition<TrashedAsset>['loadPage'] =>
  ({ page, limit, order, filter }, signal) =>
    api.assets.trash({ query: { page, limit, order: formatOrder(order), ...filter } as TrashQuery }, { signal })

export const Route = createFileRoute('/_shell/trash')({
  validateSearch: createSearchValidator(SHAPE),
  beforeLoad: async ({ context: { api, atelier }, search, cause }) => {
    // Deletions wait until Undo expires. Runs them now, so that the deleted assets appear in the trash.
    if (cause === 'enter') await flushDelayedWork()
    return {
      rows: prefetchRowsForRoute(cause, atelier.cache, LIST_ID, searchToQuery(search, SHAPE), createLoadPage(api)),
    }
  },
  loader: ({ context: { rows, loadMessages } }) =>
    Promise.all([rows, loadMessages(listMessages, assetsMessages, trashMessages)]),
  staticData: {
    nav: { labelKey: 'nav.trash', icon: 'trash', order: 9, needs: ['delete', 'Asset'], isWorkspace: true },
  },
  component: Trash,
})

function Trash() {
  const { api } = Route.useRouteContext()
  const me = useCurrentUserId()
  const list = useMemo(
    (): ListDefinition<TrashedAsset, 'search'> => ({
      ...SHAPE,
      filters: FILTERS,
      id: LIST_ID,
      title: 'trash.title',
      siblings: [{ to: '/assets', labelKey: 'nav.assets' }, ...ASSET_SIBLING_LINKS],
      failed: 'trash.failed',
      empty: { text: 'trash.empty' },
      nameOf: ({ name }) => name,
      actions: TRASH_ACTIONS,
      bulk: createTrashBulkActions(api.assets),
      columns: createTrashColumns(me),
      phone: toTrashPhoneItem,
      loadPage: createLoadPage(api),
    }),
    [api, me],
  )
  return <ListRoute list={list} />
}
