import { Link } from '@tanstack/react-router'
import type { AuditRecord } from '../../api/contract/audit.ts'
import { ActionText, IpAddressText } from '../activity/ActivityCells.tsx'
import { PanelQueryContent } from '../asset/PanelQueryContent.tsx'
import { linkClass } from '../kit/link-class.ts'
import { usersMessages } from '../messages/users.ts'
import { TimeAgo } from '../TimeAgo.tsx'
import { useQuery } from '../use-query.ts'
import { useTranslate } from '../use-translate.ts'
import styles from './UserScreen.module.css'

export interface LatestActivityProps {
  userId: string
  load: (signal: AbortSignal) => Promise<readonly AuditRecord[]>
}

export function LatestActivity({ userId, load }: LatestActivityProps) {
  const translate = useTranslate(usersMessages)
  const query = useQuery({ queryKey: userId, queryFn: (_, signal) => load(signal), cacheName: 'latest' })
  return (
    <>
      <PanelQueryContent query={query}>
        {(records) =>
          records.length === 0 ? (
            <p className={styles.quiet}>{translate('users.latest.none')}</p>
          ) : (
            <ul className={styles.latest}>
              {records.map((record) => (
                <li key={record.id}>
                  <ActionText action={record.action} />
                  <span className={styles.quiet}>
                    <IpAddressText record={record} />
                  </span>
                  <TimeAgo at={record.at} />
                </li>
              ))}
            </ul>
          )
        }
      </PanelQueryContent>
      <Link to="/activity" search={{ filter: { userId } }} className={linkClass}>
        {translate('users.latest.all')}
      </Link>
    </>
  )
}
