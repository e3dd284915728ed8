import { DownloadSimpleIcon } from '@phosphor-icons/react/DownloadSimple'
import { ExportIcon } from '@phosphor-icons/react/Export'
import type { Application } from '../../api/contract/applications.ts'
import type { RowActionDefinition } from '../list/definition.ts'

export const [EXPORT_DIALOG, IMPORT_DIALOG] = ['export', 'import'] as const

/** Returns the menu of an application's row. `open` shows the application's assets. */
export const createApplicationActions = (
  open: (application: Application) => void,
): readonly RowActionDefinition<Application>[][] => [
  [
    { id: 'open', title: 'applications.open', icon: 'open', run: open },
    {
      id: EXPORT_DIALOG,
      title: 'applications.export',
      icon: <ExportIcon />,
      needs: ['export', 'Application'],
      dialog: EXPORT_DIALOG,
    },
    {
      id: IMPORT_DIALOG,
      title: 'applications.import',
      icon: <DownloadSimpleIcon />,
      needs: ['update', 'Application'],
      dialog: IMPORT_DIALOG,
    },
  ],
]
