import { ArrowClockwiseIcon } from '@phosphor-icons/react/ArrowClockwise'
import { ProhibitIcon } from '@phosphor-icons/react/Prohibit'
import type { Client } from '../../api/contract/client.ts'
import type { contract } from '../../api/contract/index.ts'
import type { Job } from '../../api/contract/jobs.ts'
import { type BulkAction, eachRow } from '../list/bulk.ts'
import type { ActionOf } from '../list/definition.ts'

/** The calls that change a job. */
export type JobCalls = Pick<Client<typeof contract>['jobs'], 'retry' | 'cancel'>

const RETRY = 'retry'
const CANCEL = 'cancel'

/** Whether a job will go on by itself. */
export const isAlive = ({ status }: Job): boolean => status === 'queued' || status === 'running'
const hasFailed = ({ status }: Job): boolean => status === 'failed'

/** The menu of a job's row; `open` shows its asset. */
export const jobActions = (open: (job: Job) => void): readonly (readonly ActionOf<Job>[])[] => [
  [
    {
      id: 'open',
      title: 'jobs.open',
      icon: 'open',
      fits: ({ asset }) => asset !== undefined,
      run: (job) => void open(job),
    },
  ],
  [
    { id: RETRY, title: 'jobs.retry', icon: <ArrowClockwiseIcon />, fits: hasFailed, bulk: RETRY },
    { id: CANCEL, title: 'jobs.cancel', icon: <ProhibitIcon />, fits: isAlive, bulk: CANCEL },
  ],
]

/** What can be done to jobs, one or several: each takes the other back. */
export const jobBulk = ({ retry, cancel }: JobCalls): readonly BulkAction<Job>[] => [
  {
    id: RETRY,
    title: 'jobs.retry',
    icon: <ArrowClockwiseIcon />,
    fits: hasFailed,
    leftOut: 'jobs.retrySkipped',
    perform: (work) => eachRow(work, (id) => retry({ id }, { keepalive: work.isLeaving })),
    revert: (work) => eachRow(work, (id) => cancel({ id }, { keepalive: work.isLeaving })),
    done: 'jobs.retried',
    failed: 'jobs.notChanged',
  },
  {
    id: CANCEL,
    title: 'jobs.cancel',
    icon: <ProhibitIcon />,
    fits: isAlive,
    leftOut: 'jobs.cancelSkipped',
    perform: (work) => eachRow(work, (id) => cancel({ id }, { keepalive: work.isLeaving })),
    revert: (work) => eachRow(work, (id) => retry({ id }, { keepalive: work.isLeaving })),
    done: 'jobs.cancelled',
    failed: 'jobs.notChanged',
  },
]
