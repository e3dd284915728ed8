import { Link } from '@tanstack/react-router'
import type { Webhook } from '../../api/contract/webhooks.ts'
import { Chip } from '../kit/Chip.tsx'
import type { Column, PhoneItem } from '../list/definition.ts'
import { webhooksMessages } from '../messages/webhooks.ts'
import { TimeAgo } from '../TimeAgo.tsx'
import { useTranslate } from '../use-translate.ts'
import styles from './WebhookCells.module.css'

export const deliveriesLinkOf = ({ id }: Pick<Webhook, 'id'>) => ({ to: '/webhooks/$id', params: { id } }) as const

export const WEBHOOK_COLUMNS: readonly Column<Webhook>[] = [
  { field: 'url', headerName: 'webhooks.url', cell: (_, webhook) => <WebhookCell webhook={webhook} /> },
  {
    field: 'keys',
    headerName: 'webhooks.keys',
    width: 220,
    hiddenBelowPx: 820,
    cell: (keys) => <EventKeys of={keys} />,
  },
  {
    field: 'isEnabled',
    headerName: 'webhooks.state',
    width: 120,
    cell: (isEnabled) => <StateChip isEnabled={isEnabled} />,
  },
  {
    field: 'createdAt',
    headerName: 'webhooks.created',
    width: 140,
    hiddenBelowPx: 920,
    cell: (at) => <TimeAgo at={at} />,
  },
]

export const toWebhookPhoneItem = (webhook: Webhook): PhoneItem => ({
  name: <Link {...deliveriesLinkOf(webhook)}>{webhook.url}</Link>,
  line: (
    <>
      <StateChip isEnabled={webhook.isEnabled} />
      {webhook.offReason && ' '}
      <OffReason of={webhook} />
    </>
  ),
})

function WebhookCell({ webhook }: { webhook: Webhook }) {
  return (
    <div className={styles.cell}>
      <Link {...deliveriesLinkOf(webhook)} className={styles.name} title={webhook.url}>
        {webhook.url}
      </Link>
      {webhook.description && <span className={styles.muted}>{webhook.description}</span>}
      <OffReason of={webhook} />
    </div>
  )
}

/** Reason why the server disabled a webhook permanently. Empty for other webhooks. */
function OffReason({ of: { offReason } }: { of: Webhook }) {
  const translate = useTranslate(webhooksMessages)
  return offReason && <span className={styles.muted}>{translate(`webhooks.off.${offReason}`)}</span>
}

function EventKeys({ of }: { of: Webhook['keys'] }) {
  const translate = useTranslate(webhooksMessages)
  const [first, ...rest] = of
  if (!first) return translate('webhooks.allEvents')
  return (
    <span className={styles.cell} title={of.join(', ')}>
      <span className={styles.name}>{first}</span>
      {rest.length > 0 && <span className={styles.muted}>{translate('webhooks.more', { n: rest.length })}</span>}
    </span>
  )
}

function StateChip({ isEnabled }: Pick<Webhook, 'isEnabled'>) {
  const translate = useTranslate(webhooksMessages)
  return <Chip tone={isEnabled ? 'ok' : 'quiet'}>{translate(isEnabled ? 'webhooks.on' : 'webhooks.off')}</Chip>
}
