import { createFileRoute } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Input } from '../../api/contract/endpoint.ts'
import { formatOrder } from '../../api/contract/list.ts'
import type { TrashedAsset, trash } from '../../api/contract/trash.ts'
import { BESIDE_ASSETS } from '../../ui/asset-list/asset-shape.ts'
import { finishHeldWork } from '../../ui/held-work.ts'
import type { FilterDefinition, ListDefinition, ListShape } from '../../ui/list/definition.ts'
import { askAhead } from '../../ui/list/held-rows.ts'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { listSearch, toQuery } from '../../ui/list/search.ts'
import { TRASH_ACTIONS, trashBulk } from '../../ui/trash/trash-actions.tsx'
import { trashColumns, trashedOnPhone } from '../../ui/trash/trash-columns.tsx'
import { useMe } from '../../ui/use-me.ts'
import { assetsWords } from '../../ui/words/assets.ts'
import { listWords } from '../../ui/words/list.ts'
import { trashWords } from '../../ui/words/trash.ts'
import type { RouteContext } from '../__root.tsx'

type TrashQuery = NonNullable<Input<typeof trash.trash>['query']>

const TRASH = 'trash'
const FILTERS: FilterDefinition<'search'>[] = [
  { field: 'search', type: 'text', placeholder: 'assets.search', visibleOnMobile: true },
]
const SHAPE: ListShape<'search'> = {
  filters: FILTERS,
  sortable: ['name', 'deletedAt'],
  order: { deletedAt: 'desc' },
}

const pageOf =
  (api: RouteContext['api']): ListDefinition<TrashedAsset>['loadPage'] =>
  ({ page, limit, order, filter }, signal) =>
    api.assets.trash({ query: { page, limit, order: formatOrder(order), ...filter } as TrashQuery }, { signal })

export const Route = createFileRoute('/_shell/trash')({
  validateSearch: listSearch(SHAPE),
  beforeLoad: async ({ context: { api, atelier }, search, cause }) => {
    // Whoever deletes something and comes to look for it here finds it: what waited for Undo to pass is done first.
    if (cause === 'enter') await finishHeldWork()
    // In an object, or it would be waited for here.
    return { ahead: { rows: askAhead(cause, atelier.kept, TRASH, toQuery(search, SHAPE), pageOf(api)) } }
  },
  loader: ({ context: { ahead, learn } }) => Promise.all([ahead.rows, learn(listWords, assetsWords, trashWords)]),
  staticData: { nav: { word: 'nav.trash', icon: 'trash', order: 9, needs: ['delete', 'Asset'], isWorkspace: true } },
  component: Trash,
})

function Trash() {
  const { api } = Route.useRouteContext()
  const me = useMe()
  const list = useMemo(
    (): ListDefinition<TrashedAsset, 'search'> => ({
      ...SHAPE,
      filters: FILTERS,
      id: TRASH,
      title: 'trash.title',
      siblings: [{ to: '/assets', word: 'nav.assets' }, ...BESIDE_ASSETS],
      failed: 'trash.failed',
      empty: { text: 'trash.empty' },
      nameOf: ({ name }) => name,
      actions: TRASH_ACTIONS,
      bulk: trashBulk(api.assets),
      columns: trashColumns(me),
      phone: trashedOnPhone,
      loadPage: pageOf(api),
    }),
    [api, me],
  )
  return <ListPage list={list} />
}
