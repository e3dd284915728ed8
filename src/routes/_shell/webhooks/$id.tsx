import { ArrowClockwiseIcon } from '@phosphor-icons/react/ArrowClockwise'
import { createFileRoute } from '@tanstack/react-router'
import { useMemo } from 'react'
import { DELIVERY_STATUSES } from '../../../api/contract/delivery-statuses.ts'
import type { Input } from '../../../api/contract/endpoint.ts'
import { formatOrder } from '../../../api/contract/list.ts'
import type { Delivery, webhooks } from '../../../api/contract/webhooks.ts'
import type { FilterDefinition, ListDefinition, ListShape } from '../../../ui/list/definition.ts'
import { ListPage } from '../../../ui/list/ListPage.tsx'
import { listSearch } from '../../../ui/list/search.ts'
import { DELIVERY_COLUMNS, deliveryOnPhone } from '../../../ui/webhooks/delivery-columns.tsx'
import { listWords } from '../../../ui/words/list.ts'
import { webhooksWords } from '../../../ui/words/webhooks.ts'

type DeliveryQuery = NonNullable<Input<typeof webhooks.deliveries>['query']>

/** How soon rows are asked for again, in milliseconds: while one of them is on its way, and while none is. */
const [SOON_MS, LATER_MS] = [3_000, 15_000]

const FILTERS: FilterDefinition<'status'>[] = [
  {
    field: 'status',
    type: 'single-select',
    placeholder: 'webhooks.status',
    options: DELIVERY_STATUSES.map((value) => ({ value, label: `webhooks.status.${value}` })),
    visibleOnMobile: true,
  },
]
const BELOW_WEBHOOKS = [{ to: '/webhooks', word: 'nav.webhooks' }]
const SHAPE: ListShape<'status'> = { filters: FILTERS, sortable: ['createdAt'], order: { createdAt: 'desc' } }

export const Route = createFileRoute('/_shell/webhooks/$id')({
  validateSearch: listSearch(SHAPE),
  loader: ({ context: { learn } }) => learn(listWords, webhooksWords),
  component: Deliveries,
})

/** What became of the events at a webhook; each can be sent again. */
function Deliveries() {
  const { api } = Route.useRouteContext()
  const { id } = Route.useParams()
  const list = useMemo(
    (): ListDefinition<Delivery, 'status'> => ({
      ...SHAPE,
      filters: FILTERS,
      id: `deliveries ${id}`,
      title: 'webhooks.deliveries',
      trail: BELOW_WEBHOOKS,
      failed: 'webhooks.deliveries.failed',
      empty: { text: 'webhooks.deliveries.empty' },
      nameOf: ({ message }) => message.key,
      actions: [
        [
          {
            id: 'again',
            title: 'webhooks.sendAgain',
            icon: <ArrowClockwiseIcon />,
            run: (delivery) => api.webhooks.sendAgain({ id, deliveryId: delivery.id }),
          },
        ],
      ],
      columns: DELIVERY_COLUMNS,
      phone: deliveryOnPhone,
      phonePicture: 'none',
      loadPage: ({ page, limit, order, filter }, signal) => {
        const query = { page, limit, order: formatOrder(order), ...filter } as DeliveryQuery
        return api.webhooks.deliveries({ id, query }, { signal })
      },
      staleAfter: (rows) => (rows.some(({ status }) => status === 'waiting') ? SOON_MS : LATER_MS),
    }),
    [api, id],
  )
  return <ListPage list={list} />
}
