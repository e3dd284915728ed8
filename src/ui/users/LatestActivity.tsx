import { Link } from '@tanstack/react-router'
import type { AuditRecord } from '../../api/contract/audit.ts'
import { ActionWord, AddressWord } from '../activity/ActivityCells.tsx'
import { PanelAnswer } from '../asset/PanelAnswer.tsx'
import { useAtelier } from '../context.ts'
import { linkClass } from '../kit/link-class.ts'
import { TimeAgo } from '../TimeAgo.tsx'
import { useAsking } from '../use-asking.ts'
import styles from './UserScreen.module.css'

/** Props of {@link LatestActivity}. */
export interface LatestActivityProps {
  userId: string
  load: (signal: AbortSignal) => Promise<readonly AuditRecord[]>
}

/** What last happened to an account, and the way to all of it. */
export function LatestActivity({ userId, load }: LatestActivityProps) {
  const { translate } = useAtelier()
  const asking = useAsking({ question: userId, ask: (_, signal) => load(signal), keptAs: 'latest' })
  return (
    <>
      <PanelAnswer asking={asking}>
        {(records) =>
          records.length === 0 ? (
            <p className={styles.quiet}>{translate('users.latest.none')}</p>
          ) : (
            <ul className={styles.latest}>
              {records.map((record) => (
                <li key={record.id}>
                  <ActionWord action={record.action} />
                  <span className={styles.quiet}>
                    <AddressWord record={record} />
                  </span>
                  <TimeAgo at={record.at} />
                </li>
              ))}
            </ul>
          )
        }
      </PanelAnswer>
      <Link to="/activity" search={{ filter: { userId } }} className={linkClass}>
        {translate('users.latest.all')}
      </Link>
    </>
  )
}
