import type { DeliveryStatus } from '../../api/contract/delivery-statuses.ts'
import type { Delivery } from '../../api/contract/webhooks.ts'
import { Chip, type ChipProps } from '../kit/Chip.tsx'
import type { Column, PhoneItem } from '../list/definition.ts'
import { webhooksMessages } from '../messages/webhooks.ts'
import { TimeAgo } from '../TimeAgo.tsx'
import { useTranslate } from '../use-translate.ts'
import styles from './WebhookCells.module.css'

const TONES: Record<DeliveryStatus, NonNullable<ChipProps['tone']>> = { waiting: 'run', delivered: 'ok', failed: 'bad' }

export const DELIVERY_COLUMNS: readonly Column<Delivery>[] = [
  { field: 'message', headerName: 'webhooks.event', cell: (message) => <EventCell message={message} /> },
  { field: 'status', headerName: 'webhooks.status', width: 148, cell: (status) => <StatusChip status={status} /> },
  {
    field: 'tries',
    headerName: 'webhooks.tries',
    width: 260,
    hiddenBelowPx: 820,
    cell: (attempts) => <DeliveryAttempts of={attempts} />,
  },
  {
    field: 'createdAt',
    headerName: 'webhooks.at',
    width: 140,
    sortable: true,
    kind: 'time',
    cell: (at) => <TimeAgo at={at} />,
  },
]

export const toDeliveryPhoneItem = ({ message, status, createdAt }: Delivery): PhoneItem => ({
  name: message.key,
  aside: <TimeAgo at={createdAt} style="narrow" />,
  line: <StatusChip status={status} />,
})

function EventCell({ message: { key, assetId } }: Pick<Delivery, 'message'>) {
  return (
    <div className={styles.cell}>
      <span className={styles.name}>{key}</span>
      <span className={styles.muted} translate="no">
        {assetId}
      </span>
    </div>
  )
}

function StatusChip({ status }: Pick<Delivery, 'status'>) {
  const translate = useTranslate(webhooksMessages)
  return <Chip tone={TONES[status]}>{translate(`webhooks.status.${status}`)}</Chip>
}

function DeliveryAttempts({ of }: { of: Delivery['tries'] }) {
  const translate = useTranslate(webhooksMessages)
  const lastAttempt = of.at(-1)
  if (!lastAttempt) return translate('webhooks.notTried')
  const end =
    lastAttempt.status === undefined
      ? (lastAttempt.error ?? '')
      : translate('webhooks.answered', { status: lastAttempt.status })
  return (
    <span className={styles.cell} title={lastAttempt.answer ?? lastAttempt.error}>
      <span>{translate('webhooks.triedTimes', { n: of.length })}</span>
      <span className={styles.muted}>{end}</span>
    </span>
  )
}
