import { Link } from '@tanstack/react-router'
import type { Webhook } from '../../api/contract/webhooks.ts'
import { useAtelier } from '../context.ts'
import { Chip } from '../kit/Chip.tsx'
import type { Column, PhoneItem } from '../list/definition.ts'
import { TimeAgo } from '../TimeAgo.tsx'
import styles from './WebhookCells.module.css'

/** The page of what became of the events of a webhook. */
export const deliveriesOf = ({ id }: Pick<Webhook, 'id'>) => ({ to: '/webhooks/$id', params: { id } }) as const

/** The columns of the list of webhooks. */
export const WEBHOOK_COLUMNS: readonly Column<Webhook>[] = [
  { field: 'url', headerName: 'webhooks.url', cell: (_, webhook) => <WebhookCell webhook={webhook} /> },
  { field: 'keys', headerName: 'webhooks.keys', width: 220, leavesUnder: 820, cell: (keys) => <Events of={keys} /> },
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
    leavesUnder: 920,
    cell: (at) => <TimeAgo at={at} />,
  },
]

/** A webhook on a phone. */
export const webhookOnPhone = (webhook: Webhook): PhoneItem => ({
  name: <Link {...deliveriesOf(webhook)}>{webhook.url}</Link>,
  line: <StateChip isEnabled={webhook.isEnabled} />,
})

function WebhookCell({ webhook }: { webhook: Webhook }) {
  return (
    <div className={styles.cell}>
      <Link {...deliveriesOf(webhook)} className={styles.name} title={webhook.url}>
        {webhook.url}
      </Link>
      {webhook.description && <span className={styles.muted}>{webhook.description}</span>}
    </div>
  )
}

function Events({ of }: { of: Webhook['keys'] }) {
  const { translate } = useAtelier()
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
  const { translate } = useAtelier()
  return <Chip tone={isEnabled ? 'ok' : 'quiet'}>{translate(isEnabled ? 'webhooks.on' : 'webhooks.off')}</Chip>
}
