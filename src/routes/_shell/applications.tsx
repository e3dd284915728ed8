import { createFileRoute } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Application, applications } from '../../api/contract/applications.ts'
import type { Input } from '../../api/contract/endpoint.ts'
import { formatOrder } from '../../api/contract/list.ts'
import { applicationActions, EXPORT, IMPORT } from '../../ui/applications/application-actions.tsx'
import { APPLICATION_COLUMNS, applicationOnPhone, assetsIn } from '../../ui/applications/application-columns.tsx'
import { shownPart } from '../../ui/kit/part.ts'
import type { FilterDefinition, ListDefinition, ListShape } from '../../ui/list/definition.ts'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { listSearch } from '../../ui/list/search.ts'
import { applicationsWords } from '../../ui/words/applications.ts'
import { listWords } from '../../ui/words/list.ts'

type ApplicationQuery = NonNullable<Input<typeof applications.list>['query']>

const ExportDialog = shownPart(async () => (await import('../../ui/applications/ExportDialog.tsx')).ExportDialog)
const ImportDialog = shownPart(async () => (await import('../../ui/applications/ImportDialog.tsx')).ImportDialog)
const FILTERS: FilterDefinition<'search'>[] = [
  { field: 'search', type: 'text', placeholder: 'applications.search', visibleOnMobile: true },
]
const SHAPE: ListShape<'search'> = {
  filters: FILTERS,
  sortable: ['name', 'assetCount', 'createdAt'],
  order: { name: 'asc' },
}

export const Route = createFileRoute('/_shell/applications')({
  validateSearch: listSearch(SHAPE),
  loader: ({ context: { learn } }) => learn(listWords, applicationsWords),
  staticData: {
    nav: {
      word: 'nav.applications',
      icon: 'applications',
      order: 5,
      needs: ['read', 'Application'],
      isWorkspace: true,
      counts: true,
    },
  },
  component: Applications,
})

function Applications() {
  const { api } = Route.useRouteContext()
  const navigate = Route.useNavigate()
  const list = useMemo((): ListDefinition<Application, 'search'> => {
    const importing = { begin: api.assets.import, status: api.assets.importStatus, job: api.jobs.get }
    const open = (application: Application) => void navigate(assetsIn(application))
    return {
      ...SHAPE,
      filters: FILTERS,
      id: 'applications',
      title: 'applications.title',
      failed: 'applications.failed',
      empty: { text: 'applications.empty' },
      nameOf: ({ name }) => name,
      open,
      actions: applicationActions(open),
      questions: {
        [EXPORT]: ({ row, onClose }) =>
          row && (
            <ExportDialog
              application={row}
              ask={(signal, from) => api.assets.export({ applicationId: row.id }, { signal, from })}
              onClose={onClose}
            />
          ),
        [IMPORT]: ({ row, onAnswered, onClose }) =>
          row && <ImportDialog application={row} calls={importing} onImported={onAnswered} onClose={onClose} />,
      },
      columns: APPLICATION_COLUMNS,
      phone: applicationOnPhone,
      loadPage: ({ page, limit, order, filter }, signal) => {
        const query = { page, limit, order: formatOrder(order), ...filter } as ApplicationQuery
        return api.applications.list({ query }, { signal })
      },
    }
  }, [api, navigate])
  return <ListPage list={list} />
}
