import { Link } from '@tanstack/react-router'
import type { Job } from '../../api/contract/jobs.ts'
import { useAtelier } from '../context.ts'
import { formatNumber } from '../format-number.ts'
import { JobKindLabel, JobName, JobPlinth, JobProgress } from '../jobs/JobCells.tsx'
import { Skeleton } from '../kit/feedback/Skeleton.tsx'
import { linkClass } from '../kit/link-class.ts'
import { dashboardMessages } from '../messages/dashboard.ts'
import { jobsMessages } from '../messages/jobs.ts'
import { useTranslate } from '../use-translate.ts'
import { Card, QueryContent } from './Card.tsx'
import dashboard from './Dashboard.module.css'
import type { DashboardCalls } from './dashboard-calls.ts'
import styles from './QueueCard.module.css'
import { useDashboardQuery } from './use-dashboard-query.ts'

/** Polling intervals in milliseconds: while there are unfinished jobs, and while there are none. */
const [ACTIVE_REFRESH_MS, EMPTY_REFRESH_MS] = [2_000, 5_000]

export function QueueCard({ calls }: { calls: DashboardCalls }) {
  const translate = useTranslate(dashboardMessages)
  const { language } = useAtelier()
  const query = useDashboardQuery(calls, 'queue', {
    staleAfterMs: ({ data }) => (data.length > 0 ? ACTIVE_REFRESH_MS : EMPTY_REFRESH_MS),
  })
  const { data: page } = query
  const hiddenCount = page ? page.pagination.totalDocs - page.data.length : 0
  return (
    <Card
      title={translate('home.queue')}
      isBusy={query.isBusy && !page}
      aside={
        <Link to="/jobs" className={linkClass}>
          {translate('home.openJobs')}
        </Link>
      }
    >
      <QueryContent query={query} skeleton={<QueueSkeleton />}>
        {({ data }) =>
          data.length > 0 ? (
            <ul className={styles.jobs}>
              {data.map((job) => (
                <QueueItem key={job.id} job={job} />
              ))}
              {hiddenCount > 0 && (
                <li className={styles.more}>{translate('home.more', { n: formatNumber(hiddenCount, language) })}</li>
              )}
            </ul>
          ) : (
            <p className={dashboard.quiet}>{translate('home.noJobs')}</p>
          )
        }
      </QueryContent>
    </Card>
  )
}

function QueueItem({ job }: { job: Job }) {
  const translate = useTranslate(jobsMessages)
  return (
    <li className={styles.job}>
      <JobPlinth job={job} size={32} />
      <span className={styles.what}>
        <JobName job={job} />
        {job.asset && (
          <span className={styles.kind}>
            <JobKindLabel kind={job.kind} />
          </span>
        )}
      </span>
      {job.status === 'running' ? (
        <JobProgress job={job} />
      ) : (
        <span className={styles.kind}>{translate(`jobs.status.${job.status}`)}</span>
      )}
    </li>
  )
}

const QueueSkeleton = () => (
  <div className={styles.jobs}>
    {[118, 84, 132].map((width) => (
      <div key={width} className={styles.job}>
        <Skeleton width={32} height={32} />
        <Skeleton width={width} />
      </div>
    ))}
  </div>
)
