import { createFileRoute } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Input } from '../../api/contract/endpoint.ts'
import { JOB_KINDS, JOB_STATUSES } from '../../api/contract/job-kinds.ts'
import type { Job, jobs } from '../../api/contract/jobs.ts'
import { formatOrder } from '../../api/contract/list.ts'
import { may } from '../../machines/rules/ability.ts'
import { isAlive, jobActions, jobBulk } from '../../ui/jobs/job-actions.tsx'
import { jobColumns, jobOnPhone } from '../../ui/jobs/job-columns.tsx'
import type { FilterDefinition, ListDefinition, ListShape } from '../../ui/list/definition.ts'
import { askAhead } from '../../ui/list/held-rows.ts'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { listSearch, toQuery } from '../../ui/list/search.ts'
import { useAbility } from '../../ui/list/use-ability.ts'
import { jobsWords } from '../../ui/words/jobs.ts'
import { listWords } from '../../ui/words/list.ts'
import type { RouteContext } from '../__root.tsx'

type JobQuery = NonNullable<Input<typeof jobs.list>['query']>
type JobFilter = 'status' | 'kind'

const JOBS = 'jobs'
/** How soon rows are asked for again, in milliseconds: while one of them is at work, and while none is. */
const [SOON_MS, LATER_MS] = [2_000, 5_000]

const optionsOf = (field: JobFilter, values: readonly string[]) =>
  values.map((value) => ({ value, label: `jobs.${field}.${value}` }))
const FILTERS: FilterDefinition<JobFilter>[] = [
  {
    field: 'status',
    type: 'multi-select',
    placeholder: 'jobs.status',
    options: optionsOf('status', JOB_STATUSES),
    visibleOnMobile: true,
  },
  { field: 'kind', type: 'multi-select', placeholder: 'jobs.kind', options: optionsOf('kind', JOB_KINDS) },
]
const SHAPE: ListShape<JobFilter> = { filters: FILTERS, sortable: ['createdAt'], order: { createdAt: 'desc' } }

const pageOf =
  (api: RouteContext['api']): ListDefinition<Job>['loadPage'] =>
  ({ page, limit, order, filter }, signal) =>
    api.jobs.list({ query: { page, limit, order: formatOrder(order), ...filter } as JobQuery }, { signal })

export const Route = createFileRoute('/_shell/jobs')({
  validateSearch: listSearch(SHAPE),
  beforeLoad: ({ context: { api, atelier }, search, cause }) => ({
    rows: askAhead(cause, atelier.kept, JOBS, toQuery(search, SHAPE), pageOf(api)),
  }),
  loader: ({ context: { rows, learn } }) => Promise.all([rows, learn(listWords, jobsWords)]),
  staticData: { nav: { word: 'nav.jobs', icon: 'jobs', order: 4, needs: ['create', 'Asset'], tab: 3 } },
  component: Jobs,
})

function Jobs() {
  const { api } = Route.useRouteContext()
  const navigate = Route.useNavigate()
  const isAdmin = may(useAbility(), 'manage', 'all')
  const list = useMemo((): ListDefinition<Job, JobFilter> => {
    const open = ({ asset }: Job) => asset && void navigate({ to: '/assets/$id', params: { id: asset.id } })
    return {
      ...SHAPE,
      filters: FILTERS,
      id: JOBS,
      title: 'jobs.title',
      failed: 'jobs.failed',
      empty: { text: 'jobs.empty' },
      nameOf: ({ asset, kind }) => asset?.name ?? kind,
      open,
      actions: jobActions(open),
      bulk: jobBulk(api.jobs),
      columns: jobColumns(isAdmin),
      phone: jobOnPhone,
      loadPage: pageOf(api),
      staleAfter: (rows) => (rows.some(isAlive) ? SOON_MS : LATER_MS),
    }
  }, [api, navigate, isAdmin])
  return <ListPage list={list} />
}
