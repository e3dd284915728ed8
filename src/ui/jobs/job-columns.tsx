import type { Job } from '../../api/contract/jobs.ts'
import { Skeleton } from '../kit/feedback/Skeleton.tsx'
import type { Column, PhoneItem } from '../list/definition.ts'
import { TimeAgo } from '../TimeAgo.tsx'
import { JobCell, JobKindLabel, JobName, JobOwner, JobPlinth, JobSubject, StatusCell, StatusChip } from './JobCells.tsx'

/** Returns the columns of the job list. Admins see the jobs of all users, so they get a column for the owner. */
export const createJobColumns = (isAdmin: boolean): readonly Column<Job>[] => [
  {
    field: 'asset',
    headerName: 'jobs.job',
    text: (asset) => asset?.name,
    cell: (_, job) => <JobCell job={job} />,
    skeleton: (index) => <Skeleton width={120 + ((index * 3) % 5) * 18} height={13} />,
  },
  { field: 'kind', headerName: 'jobs.kind', width: 120, cell: (kind) => <JobKindLabel kind={kind} /> },
  {
    field: 'status',
    headerName: 'jobs.status',
    width: 216,
    cell: (_, job) => <StatusCell job={job} />,
    skeleton: (index) => <Skeleton width={62 + ((index * 2) % 4) * 9} height={22} />,
  },
  {
    field: 'attempts',
    headerName: 'jobs.attempts',
    width: 104,
    tooltip: 'jobs.attempts.tip',
    headerAlign: 'right',
    cellAlign: 'right',
    hiddenBelowPx: 920,
  },
  ...(isAdmin ? [OWNER_COLUMN] : []),
  {
    field: 'createdAt',
    headerName: 'jobs.created',
    width: 132,
    sortable: true,
    kind: 'time',
    cell: (at) => <TimeAgo at={at} />,
  },
]

const OWNER_COLUMN: Column<Job> = {
  field: 'ownerEmail',
  headerName: 'jobs.owner',
  width: 200,
  hiddenBelowPx: 1080,
  cell: (_, job) => <JobOwner job={job} />,
}

export const toJobPhoneItem = (job: Job): PhoneItem => ({
  picture: <JobPlinth job={job} />,
  name: <JobName job={job} />,
  aside: <TimeAgo at={job.createdAt} style="narrow" />,
  line: (
    <>
      <StatusChip status={job.status} />
      <JobKindLabel kind={job.kind} />
      <JobSubject job={job} />
    </>
  ),
})
