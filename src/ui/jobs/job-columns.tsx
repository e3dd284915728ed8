import type { Job } from '../../api/contract/jobs.ts'
import { Skeleton } from '../kit/Skeleton.tsx'
import type { Column, PhoneItem } from '../list/definition.ts'
import { TimeAgo } from '../TimeAgo.tsx'
import { JobAim, JobCell, JobName, JobPlinth, KindWord, OwnerWord, StatusCell, StatusChip } from './JobMarks.tsx'

/** The columns of the list of jobs; admins see everybody's, and who asked for each. */
export const jobColumns = (isAdmin: boolean): readonly Column<Job>[] => [
  {
    field: 'asset',
    headerName: 'jobs.job',
    text: (asset) => asset?.name,
    cell: (_, job) => <JobCell job={job} />,
    skeleton: (index) => <Skeleton width={120 + ((index * 3) % 5) * 18} height={13} />,
  },
  { field: 'kind', headerName: 'jobs.kind', width: 120, cell: (kind) => <KindWord kind={kind} /> },
  {
    field: 'status',
    headerName: 'jobs.status',
    width: 260,
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
    leavesUnder: 920,
  },
  ...(isAdmin ? [OWNER] : []),
  {
    field: 'createdAt',
    headerName: 'jobs.created',
    width: 132,
    sortable: true,
    kind: 'time',
    cell: (at) => <TimeAgo at={at} />,
  },
]

const OWNER: Column<Job> = {
  field: 'ownerEmail',
  headerName: 'jobs.owner',
  width: 200,
  leavesUnder: 1080,
  cell: (_, job) => <OwnerWord job={job} />,
}

/** A job on a phone. */
export const jobOnPhone = (job: Job): PhoneItem => ({
  picture: <JobPlinth job={job} />,
  name: <JobName job={job} />,
  aside: <TimeAgo at={job.createdAt} style="narrow" />,
  line: (
    <>
      <StatusChip status={job.status} />
      <KindWord kind={job.kind} />
      <JobAim job={job} />
    </>
  ),
})
