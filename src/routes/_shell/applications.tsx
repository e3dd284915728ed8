import { createFileRoute } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Application, applications } from '../../api/contract/applications.ts'
import type { Input } from '../../api/contract/endpoint.ts'
import { formatOrder } from '../../api/contract/list.ts'
import { createApplicationActions, EXPORT_DIALOG, IMPORT_DIALOG } from '../../ui/applications/application-actions.tsx'
import {
  APPLICATION_COLUMNS,
  assetsLinkOfApplication,
  toApplicationPhoneItem,
} from '../../ui/applications/application-columns.tsx'
import { lazyComponent } from '../../ui/kit/loading/lazy-module.ts'
import type { FilterDefinition, ListDefinition, ListShape } from '../../ui/list/definition.ts'
import { ListRoute } from '../../ui/list/ListRoute.tsx'
import { createSearchValidator } from '../../ui/list/state/list-search.ts'
import { applicationsMessages } from '../../ui/messages/applications.ts'
import { listMessages } from '../../ui/messages/list.ts'

type ApplicationQuery = NonNullable<Input<typeof applications.list>['query']>

const ExportDialog = lazyComponent(async () => (await import('../../ui/applications/ExportDialog.tsx')).ExportDialog)
const ImportDialog = lazyComponent(async () => (await import('../../ui/applications/ImportDialog.tsx')).ImportDialog)
const FILTERS: FilterDefinition<'search'>[] = [
  { field: 'search', type: 'text', placeholder: 'applications.search', visibleOnMobile: true },
]
const SHAPE: ListShape<'search'> = {
  filters: FILTERS,
  sortable: ['name', 'assetCount', 'createdAt'],
  order: { name: 'asc' },
}

export const Route = createFileRoute('/_shell/applications')({
  validateSearch: createSearchValidator(SHAPE),
  loader: ({ context: { loadMessages } }) => loadMessages(listMessages, applicationsMessages),
  staticData: {
    nav: {
      labelKey: 'nav.applications',
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
    const importing = { start: api.assets.import, status: api.assets.importStatus, job: api.jobs.get }
    const open = (application: Application) => void navigate(assetsLinkOfApplication(application))
    return {
      ...SHAPE,
      filters: FILTERS,
      id: 'applications',
      title: 'applications.title',
      failed: 'applications.failed',
      empty: { text: 'applications.empty' },
      nameOf: ({ name }) => name,
      open,
      actions: createApplicationActions(open),
      dialogs: {
        [EXPORT_DIALOG]: ({ row, onClose }) =>
          row && (
            <ExportDialog
              application={row}
              requestFile={(signal, resumeFrom) => api.assets.export({ applicationId: row.id }, { signal, resumeFrom })}
              onClose={onClose}
            />
          ),
        [IMPORT_DIALOG]: ({ row, onAnswered, onClose }) =>
          row && <ImportDialog application={row} calls={importing} onImported={onAnswered} onClose={onClose} />,
      },
      columns: APPLICATION_COLUMNS,
      phone: toApplicationPhoneItem,
      loadPage: ({ page, limit, order, filter }, signal) => {
        const query = { page, limit, order: formatOrder(order), ...filter } as ApplicationQuery
        return api.applications.list({ query }, { signal })
      },
    }
  }, [api, navigate])
  return <ListRoute list={list} />
}
