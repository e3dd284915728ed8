import { createFileRoute } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Input } from '../../api/contract/endpoint.ts'
import { JOB_KINDS, JOB_STATUSES } from '../../api/contract/job-kinds.ts'
import type { Job, jobs } from '../../api/contract/jobs.ts'
import { formatOrder } from '../../api/contract/list.ts'
import { can } from '../../machines/session/ability.ts'
import { JobDetails } from '../../ui/jobs/JobDetails.tsx'
import {
  createJobActions,
  createJobBulkActions,
  isUnfinishedJob,
  JOB_DETAILS_DIALOG,
} from '../../ui/jobs/job-actions.tsx'
import { createJobColumns, toJobPhoneItem } from '../../ui/jobs/job-columns.tsx'
import { useAbility } from '../../ui/list/actions/use-ability.ts'
import type { FilterDefinition, ListDefinition, ListShape } from '../../ui/list/definition.ts'
import { ListRoute } from '../../ui/list/ListRoute.tsx'
import { createSearchValidator, searchToQuery } from '../../ui/list/state/list-search.ts'
import { prefetchRowsForRoute } from '../../ui/list/state/row-cache.ts'
import { jobsMessages } from '../../ui/messages/jobs.ts'
import { listMessages } from '../../ui/messages/list.ts'
import type { RouteContext } from '../__root.tsx'

type JobQuery = NonNullable<Input<typeof jobs.list>['query']>
type JobFilter = 'status' | 'kind'

const LIST_ID = 'jobs'
/** Intervals after which rows are reloaded, in milliseconds: with and without a running job. */
const [BUSY_RELOAD_MS, IDLE_RELOAD_MS] = [2_000, 5_000]

const FILTERS: FilterDefinition<JobFilter>[] = [
  {
    field: 'status',
    type: 'multi-select',
    placeholder: 'jobs.status',
    options: JOB_STATUSES.map((value) => ({ value, label: `jobs.status.${value}` })),
    visibleOnMobile: true,
  },
  {
    field: 'kind',
    type: 'multi-select',
    placeholder: 'jobs.kind',
    options: JOB_KINDS.map((value) => ({ value, label: `jobs.kind.${value}` })),
  },
]
const SHAPE: ListShape<JobFilter> = { filters: FILTERS, sortable: ['createdAt'], order: { createdAt: 'desc' } }

const createLoadPage =
  (api: RouteContext['api']): ListDefinition<Job>['loadPage'] =>
  ({ page, limit, order, filter }, signal) =>
    api.jobs.list({ query: { page, limit, order: formatOrder(order), ...filter } as JobQuery }, { signal })

export const Route = createFileRoute('/_shell/jobs')({
  validateSearch: createSearchValidator(SHAPE),
  beforeLoad: ({ context: { api, atelier }, search, cause }) => ({
    rows: prefetchRowsForRoute(cause, atelier.cache, LIST_ID, searchToQuery(search, SHAPE), createLoadPage(api)),
  }),
  loader: ({ context: { rows, loadMessages } }) => Promise.all([rows, loadMessages(listMessages, jobsMessages)]),
  staticData: { nav: { labelKey: 'nav.jobs', icon: 'jobs', order: 4, needs: ['create', 'Asset'], tab: 3 } },
  component: Jobs,
})

function Jobs() {
  const { api } = Route.useRouteContext()
  const navigate = Route.useNavigate()
  const isAdmin = can(useAbility(), 'manage', 'all')
  const list = useMemo((): ListDefinition<Job, JobFilter> => {
    const open = ({ asset }: Job) => asset && void navigate({ to: '/assets/$id', params: { id: asset.id } })
    return {
      ...SHAPE,
      filters: FILTERS,
      id: LIST_ID,
      title: 'jobs.title',
      failed: 'jobs.failed',
      empty: { text: 'jobs.empty' },
      nameOf: ({ asset, to, kind }) => asset?.name ?? to ?? kind,
      open,
      actions: createJobActions(open),
      bulk: createJobBulkActions(api.jobs),
      dialogs: { [JOB_DETAILS_DIALOG]: ({ row, onClose }) => row && <JobDetails job={row} onClose={onClose} /> },
      columns: createJobColumns(isAdmin),
      phone: toJobPhoneItem,
      loadPage: createLoadPage(api),
      staleAfterMs: (rows) => (rows.some(isUnfinishedJob) ? BUSY_RELOAD_MS : IDLE_RELOAD_MS),
    }
  }, [api, navigate, isAdmin])
  return <ListRoute list={list} />
}
