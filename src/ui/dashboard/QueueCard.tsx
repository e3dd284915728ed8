import { Link } from '@tanstack/react-router'
import type { Job } from '../../api/contract/jobs.ts'
import { useAtelier } from '../context.ts'
import { formatNumber } from '../format-number.ts'
import { JobName, JobPlinth, KindWord, Progress } from '../jobs/JobMarks.tsx'
import { linkClass } from '../kit/link-class.ts'
import { Skeleton } from '../kit/Skeleton.tsx'
import { Answered, Card } from './Card.tsx'
import dashboard from './Dashboard.module.css'
import type { DashboardCalls } from './dashboard-calls.ts'
import styles from './QueueCard.module.css'
import { useStanding } from './use-standing.ts'

/** How soon jobs are asked for again, in milliseconds: while there are some, and while there is none. */
const [SOON_MS, LATER_MS] = [2_000, 5_000]

/** What is being done now and what comes next, with how far it is. */
export function QueueCard({ calls }: { calls: DashboardCalls }) {
  const { translate, language } = useAtelier()
  const asking = useStanding(calls, 'queue', { staleAfter: ({ data }) => (data.length > 0 ? SOON_MS : LATER_MS) })
  const { answer } = asking
  const more = answer ? answer.pagination.totalDocs - answer.data.length : 0
  return (
    <Card
      title={translate('home.queue')}
      isBusy={asking.isBusy && !answer}
      aside={
        <Link to="/jobs" className={linkClass}>
          {translate('home.openJobs')}
        </Link>
      }
    >
      <Answered asking={asking} waiting={<Waiting />}>
        {({ data }) =>
          data.length > 0 ? (
            <ul className={styles.jobs}>
              {data.map((job) => (
                <Line key={job.id} job={job} />
              ))}
              {more > 0 && (
                <li className={styles.more}>{translate('home.more', { n: formatNumber(more, language) })}</li>
              )}
            </ul>
          ) : (
            <p className={dashboard.quiet}>{translate('home.noJobs')}</p>
          )
        }
      </Answered>
    </Card>
  )
}

function Line({ job }: { job: Job }) {
  const { translate } = useAtelier()
  return (
    <li className={styles.job}>
      <JobPlinth job={job} size={32} />
      <span className={styles.what}>
        <JobName job={job} />
        {job.asset && (
          <span className={styles.kind}>
            <KindWord kind={job.kind} />
          </span>
        )}
      </span>
      {job.status === 'running' ? (
        <Progress job={job} />
      ) : (
        <span className={styles.kind}>{translate(`jobs.status.${job.status}`)}</span>
      )}
    </li>
  )
}

const Waiting = () => (
  <div className={styles.jobs}>
    {[118, 84, 132].map((width) => (
      <div key={width} className={styles.job}>
        <Skeleton width={32} height={32} />
        <Skeleton width={width} />
      </div>
    ))}
  </div>
)
