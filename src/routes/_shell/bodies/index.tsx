import { createFileRoute } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Asset, assets } from '../../../api/contract/assets.ts'
import type { Input } from '../../../api/contract/endpoint.ts'
import { formatOrder } from '../../../api/contract/list.ts'
import { fetchCages } from '../../../ui/bodies/body-calls.ts'
import { BODY_COLUMNS, type BodyRow, bodyLinkOf, toBodyPhoneItem } from '../../../ui/bodies/body-columns.tsx'
import type { FilterDefinition, ListDefinition, ListShape } from '../../../ui/list/definition.ts'
import { ListRoute } from '../../../ui/list/ListRoute.tsx'
import { createSearchValidator } from '../../../ui/list/state/list-search.ts'
import { bodiesMessages } from '../../../ui/messages/bodies.ts'
import { listMessages } from '../../../ui/messages/list.ts'

type BodyQuery = NonNullable<Input<typeof assets.list>['query']>

const FILTERS: FilterDefinition<'search'>[] = [
  { field: 'search', type: 'text', placeholder: 'bodies.search', visibleOnMobile: true },
]
const SHAPE: ListShape<'search'> = { filters: FILTERS, sortable: ['name', 'updatedAt'], order: { name: 'asc' } }

export const Route = createFileRoute('/_shell/bodies/')({
  validateSearch: createSearchValidator(SHAPE),
  loader: ({ context: { loadMessages } }) => loadMessages(listMessages, bodiesMessages),
  staticData: { nav: { labelKey: 'nav.bodies', icon: 'bodies', order: 5.5, needs: ['create', 'Asset'], counts: true } },
  component: Bodies,
})

function Bodies() {
  const { api } = Route.useRouteContext()
  const navigate = Route.useNavigate()
  const list = useMemo((): ListDefinition<BodyRow, 'search'> => {
    const open = (body: BodyRow) => void navigate(bodyLinkOf(body))
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
      phone: toBodyPhoneItem,
      loadPage: async ({ page, limit, order, filter }, signal) => {
        const query = { page, limit, order: formatOrder(order), ...filter, type: ['bodyshape'] } as BodyQuery
        const bodyPage = await api.assets.list({ query }, { signal })
        const bodies: readonly Asset[] = bodyPage.data
        const ids = bodies.map(({ id }) => id)
        const cages = await fetchCages(api, ids, signal)
        const count = (id: string) => cages.filter(({ bodyId }) => bodyId === id).length
        return { ...bodyPage, data: bodies.map((body) => ({ ...body, cages: count(body.id) })) }
      },
    }
  }, [api, navigate])
  return <ListRoute list={list} />
}
