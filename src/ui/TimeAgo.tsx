import { useAtelier } from './context.ts'
import { formatExactTime, formatRelativeTime } from './relative-time.ts'
import styles from './TimeAgo.module.css'
import { useMinuteTick } from './use-minute-tick.ts'

/** Relative time of an ISO 8601 timestamp, updated every minute. The tooltip has the exact time. */
export function TimeAgo({ at, style }: { at: string; style?: 'narrow' }) {
  const { language } = useAtelier()
  useMinuteTick()
  return (
    <time dateTime={at} title={formatExactTime(at, language)} className={styles.time}>
      {formatRelativeTime(at, Date.now(), language, style)}
    </time>
  )
}
