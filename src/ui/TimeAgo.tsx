import { useAtelier } from './context.ts'
import { exactTime, relativeTime } from './relative-time.ts'
import styles from './TimeAgo.module.css'
import { useMinutes } from './use-minutes.ts'

/** How long ago something happened (ISO 8601), the exact time in its title. Goes with the time, whatever stands around it. */
export function TimeAgo({ at, style }: { at: string; style?: 'narrow' }) {
  const { language } = useAtelier()
  useMinutes()
  return (
    <time dateTime={at} title={exactTime(at, language)} className={styles.time}>
      {relativeTime(at, Date.now(), language, style)}
    </time>
  )
}
