import { ArrowClockwiseIcon } from '@phosphor-icons/react/ArrowClockwise'
import { GaugeIcon } from '@phosphor-icons/react/Gauge'
import { ProhibitIcon } from '@phosphor-icons/react/Prohibit'
import type { Client } from '../../api/contract/client.ts'
import type { contract } from '../../api/contract/index.ts'
import type { Job } from '../../api/contract/jobs.ts'
import { type BulkAction, callForEachRow } from '../list/bulk-action.ts'
import type { RowActionDefinition } from '../list/definition.ts'

export type JobCalls = Pick<Client<typeof contract>['jobs'], 'retry' | 'cancel'>

export const JOB_DETAILS_DIALOG = 'details'
const RETRY_ACTION = 'retry'
const CANCEL_ACTION = 'cancel'

export const isUnfinishedJob = ({ status }: Job): boolean => status === 'queued' || status === 'running'
const hasFailed = ({ status }: Job): boolean => status === 'failed'

/** Returns the menu of a job's row. `open` shows the job's asset. */
export const createJobActions = (open: (job: Job) => void): readonly (readonly RowActionDefinition<Job>[])[] => [
  [
    {
      id: 'open',
      title: 'jobs.open',
      icon: 'open',
      appliesTo: ({ asset }) => asset !== undefined,
      run: (job) => void open(job),
    },
    { id: JOB_DETAILS_DIALOG, title: 'jobs.details', icon: <GaugeIcon />, dialog: JOB_DETAILS_DIALOG },
  ],
  [
    { id: RETRY_ACTION, title: 'jobs.retry', icon: <ArrowClockwiseIcon />, appliesTo: hasFailed, bulk: RETRY_ACTION },
    {
      id: CANCEL_ACTION,
      title: 'jobs.cancel',
      icon: <ProhibitIcon />,
      appliesTo: isUnfinishedJob,
      bulk: CANCEL_ACTION,
    },
  ],
]

/** Returns the bulk actions on jobs. Undo of a retry is a cancel, and vice versa. */
export const createJobBulkActions = ({ retry, cancel }: JobCalls): readonly BulkAction<Job>[] => [
  {
    id: RETRY_ACTION,
    title: 'jobs.retry',
    icon: <ArrowClockwiseIcon />,
    appliesTo: hasFailed,
    skippedMessage: 'jobs.retrySkipped',
    perform: (request) => callForEachRow(request, (id) => retry({ id }, { keepalive: request.isLeaving })),
    revert: (request) => callForEachRow(request, (id) => cancel({ id }, { keepalive: request.isLeaving })),
    done: 'jobs.retried',
    failed: 'jobs.notChanged',
  },
  {
    id: CANCEL_ACTION,
    title: 'jobs.cancel',
    icon: <ProhibitIcon />,
    appliesTo: isUnfinishedJob,
    skippedMessage: 'jobs.cancelSkipped',
    perform: (request) => callForEachRow(request, (id) => cancel({ id }, { keepalive: request.isLeaving })),
    revert: (request) => callForEachRow(request, (id) => retry({ id }, { keepalive: request.isLeaving })),
    done: 'jobs.cancelled',
    failed: 'jobs.notChanged',
  },
]
