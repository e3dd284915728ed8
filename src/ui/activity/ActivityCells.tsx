import type { AuditRecord } from '../../api/contract/audit.ts'
import { useAtelier } from '../context.ts'
import { classes } from '../kit/classes.ts'
import styles from './ActivityCells.module.css'
import { detailsOf, detailsTold } from './details-told.ts'

/** What the server did itself, or had done on its own machine. */
const isServers = ({ address }: AuditRecord) => address === '' || address === 'local'

/** What happened, in a few words. */
export function ActionWord({ action }: Pick<AuditRecord, 'action'>) {
  return <span className={styles.action}>{useAtelier().translate(`audit.${action}`)}</span>
}

/** Whose account it happened to. */
export function PersonWord({ record }: { record: AuditRecord }) {
  const { translate } = useAtelier()
  const { email, name, userId } = record
  if (email)
    return (
      <span className={styles.cut} title={email}>
        {name ?? email}
      </span>
    )
  const word = userId ? 'account.guest' : isServers(record) ? 'audit.server' : 'audit.nobody'
  return <span className={styles.muted}>{translate(word)}</span>
}

/** Where it came from. */
export function AddressWord({ record }: { record: AuditRecord }) {
  const { translate } = useAtelier()
  return isServers(record) ? <span className={styles.muted}>{translate('audit.local')}</span> : record.address
}

/** What is known besides, in words; all of it, by the names it has for the server, in its title. */
export function Details({ of }: { of: AuditRecord['details'] }) {
  const { translate, language } = useAtelier()
  return (
    <span className={classes(styles.cut, styles.muted)} title={detailsOf(of).join(' · ')}>
      {detailsTold(of, translate, language)}
    </span>
  )
}
