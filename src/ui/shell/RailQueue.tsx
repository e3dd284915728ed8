import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { MAX_LIMIT } from '../../api/contract/list.ts'
import { NO_QUEUE, type QueueStanding, queueStanding } from '../../machines/rules/queue-standing.ts'
import { useAtelier } from '../context.ts'
import { ProgressBar } from '../kit/ProgressBar.tsx'
import { useAsking } from '../use-asking.ts'
import { usePoll } from '../use-poll.ts'
import { useWords } from '../use-words.ts'
import { watchWords } from '../words/watch.ts'
import styles from './RailQueue.module.css'
import { useChanging } from './use-changing.ts'

/** How soon a queue at work is asked for again, and how long after something was made, in milliseconds. */
const [SOON_MS, REST_MS] = [3_000, 1_000]

/** Under what its standing is kept while the rail is folded. */
const KEPT = 'queue at a glance'

type Glance = QueueStanding & { begun: number }

/** The queue at a glance (look.md §6): how many of its jobs are done since it was last empty; nothing while it is. */
export function RailQueue() {
  const { calls, kept, translate } = useAtelier()
  const hasWords = useWords(watchWords, 'fetch')
  const changes = useChanging()
  const held = kept?.get(KEPT) as Glance | undefined
  const before = useRef<QueueStanding>(held ?? NO_QUEUE)
  const { latest, error, askAgain } = useAsking({
    about: KEPT,
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
      const glance: Glance = { ...before.current, begun: data.reduce((sum, { progress }) => sum + progress, 0) }
      // Who signs in next must not find it.
      if (!signal.aborted) kept?.put(KEPT, glance)
      return glance
    },
  })
  const { done, total, begun } = latest ?? held ?? { ...NO_QUEUE, begun: 0 }
  usePoll(total > 0 && !error, askAgain, SOON_MS)
  if (total === 0 || !hasWords) return null
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
