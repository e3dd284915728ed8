import { ArrowClockwiseIcon } from '@phosphor-icons/react/ArrowClockwise'
import { createFileRoute } from '@tanstack/react-router'
import { useMemo } from 'react'
import { DELIVERY_STATUSES } from '../../../api/contract/delivery-statuses.ts'
import type { Input } from '../../../api/contract/endpoint.ts'
import { formatOrder } from '../../../api/contract/list.ts'
import type { Delivery, webhooks } from '../../../api/contract/webhooks.ts'
import type { FilterDefinition, ListDefinition, ListShape } from '../../../ui/list/definition.ts'
import { ListRoute } from '../../../ui/list/ListRoute.tsx'
import { createSearchValidator } from '../../../ui/list/state/list-search.ts'
import { listMessages } from '../../../ui/messages/list.ts'
import { webhooksMessages } from '../../../ui/messages/webhooks.ts'
import { DELIVERY_COLUMNS, toDeliveryPhoneItem } from '../../../ui/webhooks/delivery-columns.tsx'

type DeliveryQuery = NonNullable<Input<typeof webhooks.deliveries>['query']>

/** Intervals after which rows are reloaded, in milliseconds: with and without a pending delivery. */
const [BUSY_RELOAD_MS, IDLE_RELOAD_MS] = [3_000, 15_000]

const FILTERS: FilterDefinition<'status'>[] = [
  {
    field: 'status',
    type: 'single-select',
    placeholder: 'webhooks.status',
    options: DELIVERY_STATUSES.map((value) => ({ value, label: `webhooks.status.${value}` })),
    visibleOnMobile: true,
  },
]
const WEBHOOKS_CRUMB = [{ to: '/webhooks', labelKey: 'nav.webhooks' }] as const
const SHAPE: ListShape<'status'> = { filters: FILTERS, sortable: ['createdAt'], order: { createdAt: 'desc' } }

export const Route = createFileRoute('/_shell/webhooks/$id')({
  validateSearch: createSearchValidator(SHAPE),
  loader: ({ context: { loadMessages } }) => loadMessages(listMessages, webhooksMessages),
  component: Deliveries,
})

function Deliveries() {
  const { api } = Route.useRouteContext()
  const { id } = Route.useParams()
  const list = useMemo(
    (): ListDefinition<Delivery, 'status'> => ({
      ...SHAPE,
      filters: FILTERS,
      id: `webhooks/${id}`,
      title: 'webhooks.deliveries',
      breadcrumbs: WEBHOOKS_CRUMB,
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
      phone: toDeliveryPhoneItem,
      phonePicture: 'none',
      loadPage: ({ page, limit, order, filter }, signal) => {
        const query = { page, limit, order: formatOrder(order), ...filter } as DeliveryQuery
        return api.webhooks.deliveries({ id, query }, { signal })
      },
      staleAfterMs: (rows) => (rows.some(({ status }) => status === 'waiting') ? BUSY_RELOAD_MS : IDLE_RELOAD_MS),
    }),
    [api, id],
  )
  return <ListRoute list={list} />
}
