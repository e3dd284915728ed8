import type { DeliveryStatus } from '../../api/contract/delivery-statuses.ts'
import type { Delivery } from '../../api/contract/webhooks.ts'
import { useAtelier } from '../context.ts'
import { Chip, type ChipProps } from '../kit/Chip.tsx'
import type { Column, PhoneItem } from '../list/definition.ts'
import { TimeAgo } from '../TimeAgo.tsx'
import styles from './WebhookCells.module.css'

const TONES: Record<DeliveryStatus, NonNullable<ChipProps['tone']>> = { waiting: 'run', delivered: 'ok', failed: 'bad' }

/** The columns of what became of the events of a webhook. */
export const DELIVERY_COLUMNS: readonly Column<Delivery>[] = [
  { field: 'message', headerName: 'webhooks.event', cell: (message) => <EventCell message={message} /> },
  { field: 'status', headerName: 'webhooks.status', width: 148, cell: (status) => <StatusChip status={status} /> },
  { field: 'tries', headerName: 'webhooks.tries', width: 260, leavesUnder: 820, cell: (tries) => <Tries of={tries} /> },
  {
    field: 'createdAt',
    headerName: 'webhooks.at',
    width: 140,
    sortable: true,
    kind: 'time',
    cell: (at) => <TimeAgo at={at} />,
  },
]

/** A delivery on a phone. */
export const deliveryOnPhone = ({ message, status, createdAt }: Delivery): PhoneItem => ({
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
  const { translate } = useAtelier()
  return <Chip tone={TONES[status]}>{translate(`webhooks.status.${status}`)}</Chip>
}

/** How often it was tried, and how that ended last. */
function Tries({ of }: { of: Delivery['tries'] }) {
  const { translate } = useAtelier()
  const last = of.at(-1)
  if (!last) return translate('webhooks.notTried')
  const end = last.status === undefined ? (last.error ?? '') : translate('webhooks.answered', { status: last.status })
  return (
    <span className={styles.cell} title={last.answer ?? last.error}>
      <span>{translate('webhooks.triedTimes', { n: of.length })}</span>
      <span className={styles.muted}>{end}</span>
    </span>
  )
}
