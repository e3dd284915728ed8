import { Link } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import { MAX_LIMIT } from '../../api/contract/list.ts'
import { NO_QUEUE, queueStanding } from '../../machines/rules/queue-standing.ts'
import { useAtelier } from '../context.ts'
import { ProgressBar } from '../kit/ProgressBar.tsx'
import { useAsking } from '../use-asking.ts'
import { useWords } from '../use-words.ts'
import { watchWords } from '../words/watch.ts'
import styles from './RailQueue.module.css'
import { useChanging } from './use-changing.ts'

/** How soon a queue at work is asked for again, and how long after something was made, in milliseconds. */
const [SOON_MS, REST_MS] = [3_000, 1_000]

/** The queue at a glance (look.md §6): how many of its jobs are done since it was last empty; nothing while it is. */
export function RailQueue() {
  const { calls, translate } = useAtelier()
  const hasWords = useWords(watchWords, 'fetch')
  const changes = useChanging()
  const before = useRef(NO_QUEUE)
  const { latest, isBusy, askAgain } = useAsking({
    about: 'queue at a glance',
    question: calls ? String(changes) : null,
    rest: REST_MS,
    ask: async (_, signal) => {
      // The oldest first: those at work stand before those that wait.
      const { data, pagination } = await calls!.jobs.list(
        { query: { limit: MAX_LIMIT, order: 'createdAt', status: ['running', 'queued'] } },
        { signal },
      )
      before.current = queueStanding(
        before.current,
        data.map(({ id }) => id),
        pagination.totalDocs,
      )
      return { ...before.current, begun: data.reduce((sum, { progress }) => sum + progress, 0) }
    },
  })
  const again = useEffectEvent(askAgain)
  const isAtWork = latest !== undefined && latest.total > 0
  useEffect(() => {
    if (isBusy || !isAtWork) return
    const timer = setTimeout(() => again(), SOON_MS)
    return () => clearTimeout(timer)
  }, [isBusy, isAtWork])
  if (!isAtWork || !hasWords) return null
  const { done, total, begun } = latest
  return (
    <Link to="/jobs" className={styles.queue}>
      <span className={styles.words}>
        <span>{translate('watch.queue')}</span>
        <span className={styles.number}>{translate('watch.queue.done', { n: done, total })}</span>
      </span>
      {/* Its numbers stand above it. */}
      <span aria-hidden="true">
        <ProgressBar label={translate('watch.queue')} value={(done + begun) / total} />
      </span>
    </Link>
  )
}
