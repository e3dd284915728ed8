import type { AuditRecord } from '../../api/contract/audit.ts'
import { useAtelier } from '../context.ts'
import { joinClassNames } from '../kit/join-class-names.ts'
import { activityMessages } from '../messages/activity.ts'
import { sessionMessages } from '../messages/session.ts'
import { useTranslate } from '../use-translate.ts'
import styles from './ActivityCells.module.css'
import { describeAuditDetails, listRawDetails } from './audit-details.ts'

/** Returns whether the server, or a command on the server's machine, caused the audit record. */
const isByServer = ({ address }: AuditRecord) => address === '' || address === 'local'

export function ActionText({ action }: Pick<AuditRecord, 'action'>) {
  return <span className={styles.action}>{useTranslate(activityMessages)(`audit.${action}`)}</span>
}

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

export function IpAddressText({ record }: { record: AuditRecord }) {
  const translate = useTranslate(activityMessages)
  return isByServer(record) ? <span className={styles.muted}>{translate('audit.local')}</span> : record.address
}

/** Cell with the details of an audit record in words. The tooltip lists all details under the server's field names. */
export function AuditDetails({ of }: { of: AuditRecord['details'] }) {
  const translate = useTranslate(activityMessages, sessionMessages)
  const { language } = useAtelier()
  return (
    <span className={joinClassNames(styles.cut, styles.muted)} title={listRawDetails(of).join(' · ')}>
      {describeAuditDetails(of, translate, language)}
    </span>
  )
}
