import type { AuditRecord } from '../../api/contract/audit.ts'
import { useAtelier } from '../context.ts'
import { joinClassNames } from '../kit/join-class-names.ts'
import { activityMessages } from '../messages/activity.ts'
import { sessionMessages } from '../messages/session.ts'
import { useTranslate } from '../use-translate.ts'
import styles from './ActivityCells.module.css'
import { describeAuditDetails, listRawDetails } from './audit-details.ts'

/** Returns whether the server itself, or a command on its machine, caused the record. */
const isByServer = ({ address }: AuditRecord) => address === '' || address === 'local'

/** Cell with the action in words. */
export function ActionText({ action }: Pick<AuditRecord, 'action'>) {
  return <span className={styles.action}>{useTranslate(activityMessages)(`audit.${action}`)}</span>
}

/** Cell with the affected account. */
export function AccountText({ record }: { record: AuditRecord }) {
  const translate = useTranslate(activityMessages)
  const { email, name, userId } = record
  if (email)
    return (
      <span className={styles.cut} title={email}>
        {name ?? email}
      </span>
    )
  const messageKey = userId ? 'account.guest' : isByServer(record) ? 'audit.server' : 'audit.nobody'
  return <span className={styles.muted}>{translate(messageKey)}</span>
}

/** Cell with the origin of the action. */
export function IpAddressText({ record }: { record: AuditRecord }) {
  const translate = useTranslate(activityMessages)
  return isByServer(record) ? <span className={styles.muted}>{translate('audit.local')}</span> : record.address
}

/** Cell with further details in words; the tooltip has all of them under their server names. */
export function AuditDetails({ of }: { of: AuditRecord['details'] }) {
  const translate = useTranslate(activityMessages, sessionMessages)
  const { language } = useAtelier()
  return (
    <span className={joinClassNames(styles.cut, styles.muted)} title={listRawDetails(of).join(' · ')}>
      {describeAuditDetails(of, translate, language)}
    </span>
  )
}
