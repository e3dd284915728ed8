import { createFileRoute } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Asset, assets } from '../../../api/contract/assets.ts'
import type { Input } from '../../../api/contract/endpoint.ts'
import { formatOrder } from '../../../api/contract/list.ts'
import { cagesOf } from '../../../ui/bodies/body-calls.ts'
import { BODY_COLUMNS, type BodyRow, bodyOnPhone, bodyPage } from '../../../ui/bodies/body-columns.tsx'
import type { FilterDefinition, ListDefinition, ListShape } from '../../../ui/list/definition.ts'
import { ListPage } from '../../../ui/list/ListPage.tsx'
import { listSearch } from '../../../ui/list/search.ts'
import { bodiesWords } from '../../../ui/words/bodies.ts'
import { listWords } from '../../../ui/words/list.ts'

type BodyQuery = NonNullable<Input<typeof assets.list>['query']>

const FILTERS: FilterDefinition<'search'>[] = [
  { field: 'search', type: 'text', placeholder: 'bodies.search', visibleOnMobile: true },
]
const SHAPE: ListShape<'search'> = { filters: FILTERS, sortable: ['name', 'updatedAt'], order: { name: 'asc' } }

export const Route = createFileRoute('/_shell/bodies/')({
  validateSearch: listSearch(SHAPE),
  loader: ({ context: { learn } }) => learn(listWords, bodiesWords),
  staticData: { nav: { word: 'nav.bodies', icon: 'bodies', order: 5.5, needs: ['create', 'Asset'], counts: true } },
  component: Bodies,
})

/** The bodies that assets are worn on, and how many cages each has. */
function Bodies() {
  const { api } = Route.useRouteContext()
  const navigate = Route.useNavigate()
  const list = useMemo((): ListDefinition<BodyRow, 'search'> => {
    const open = (body: BodyRow) => void navigate(bodyPage(body))
    return {
      ...SHAPE,
      filters: FILTERS,
      id: 'bodies',
      title: 'bodies.title',
      failed: 'bodies.failed',
      empty: { text: 'bodies.empty' },
      nameOf: ({ name }) => name,
      open,
      actions: [[{ id: 'open', title: 'bodies.open', icon: 'open', run: open }]],
      columns: BODY_COLUMNS,
      phone: bodyOnPhone,
      loadPage: async ({ page, limit, order, filter }, signal) => {
        const query = { page, limit, order: formatOrder(order), ...filter, type: ['bodyshape'] } as BodyQuery
        const found = await api.assets.list({ query }, { signal })
        const bodies: readonly Asset[] = found.data
        const ids = bodies.map(({ id }) => id)
        const cages = await cagesOf(api, ids, signal)
        const count = (id: string) => cages.filter(({ bodyId }) => bodyId === id).length
        return { ...found, data: bodies.map((body) => ({ ...body, cages: count(body.id) })) }
      },
    }
  }, [api, navigate])
  return <ListPage list={list} />
}
