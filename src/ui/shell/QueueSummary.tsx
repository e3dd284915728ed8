import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { MAX_LIST_LIMIT } from '../../api/contract/list.ts'
import {
  EMPTY_QUEUE_PROGRESS,
  type QueueProgress,
  updateQueueProgress,
} from '../../machines/new-asset/queue-progress.ts'
import { useAtelier } from '../context.ts'
import { ProgressBar } from '../kit/feedback/ProgressBar.tsx'
import { watchMessages } from '../messages/watch.ts'
import { useMessages } from '../use-messages.ts'
import { usePoll } from '../use-poll.ts'
import { useQuery } from '../use-query.ts'
import styles from './QueueSummary.module.css'
import { useTotalsRefreshCount } from './use-totals-refresh-count.ts'

/** Polling interval of a busy queue, and debounce after new items, in milliseconds. */
const [QUEUE_POLL_MS, QUEUE_DEBOUNCE_MS] = [3_000, 1_000]

/** Cache key of the summary, which is shown from the cache when the rail expands again. */
const QUEUE_CACHE_KEY = 'queue at a glance'

type QueueSummaryData = QueueProgress & { unfinishedProgress: number }

/**
 * Summary of the job queue (design guide §6): number and progress of the jobs since the queue was last empty. Renders nothing for
 * an empty queue.
 */
export function QueueSummary() {
  const { shellCalls, cache } = useAtelier()
  const translate = useMessages(watchMessages, 'prefetch')
  const changes = useTotalsRefreshCount()
  const cached = cache?.get(QUEUE_CACHE_KEY) as QueueSummaryData | undefined
  const lastProgress = useRef<QueueProgress>(cached ?? EMPTY_QUEUE_PROGRESS)
  const { latestData, error, refetch } = useQuery({
    inspectorLabel: QUEUE_CACHE_KEY,
    queryKey: shellCalls ? String(changes) : null,
    debounceMs: QUEUE_DEBOUNCE_MS,
    queryFn: async (_, signal) => {
      // Oldest first, so that the response has the running jobs even if many jobs wait.
      const { data, pagination } = await shellCalls!.jobs.list(
        { query: { limit: MAX_LIST_LIMIT, order: 'createdAt', status: ['running', 'queued'] } },
        { signal },
      )
      lastProgress.current = updateQueueProgress(
        lastProgress.current,
        data.map(({ id }) => id),
        pagination.totalDocs,
      )
      const summary: QueueSummaryData = {
        ...lastProgress.current,
        unfinishedProgress: data.reduce((sum, { progress }) => sum + progress, 0),
      }
      // A request that sign-out has aborted must not fill the cache.
      if (!signal.aborted) cache?.put(QUEUE_CACHE_KEY, summary)
      return summary
    },
  })
  const { done, total, unfinishedProgress } = latestData ?? cached ?? { ...EMPTY_QUEUE_PROGRESS, unfinishedProgress: 0 }
  usePoll(total > 0 && !error, refetch, QUEUE_POLL_MS)
  if (total === 0 || !translate) return null
  return (
    <Link to="/jobs" className={styles.queue}>
      <span className={styles.words}>
        <span>{translate('watch.queue')}</span>
        <span className={styles.number}>{translate('watch.queue.done', { n: done, total })}</span>
      </span>
      {/* Hidden from screen readers, because the text above has the numbers. */}
      <span aria-hidden="true">
        <ProgressBar label={translate('watch.queue')} value={(done + unfinishedProgress) / total} />
      </span>
    </Link>
  )
}
