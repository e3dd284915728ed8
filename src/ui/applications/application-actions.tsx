import { DownloadSimpleIcon } from '@phosphor-icons/react/DownloadSimple'
import { ExportIcon } from '@phosphor-icons/react/Export'
import type { Application } from '../../api/contract/applications.ts'
import type { ActionOf } from '../list/definition.ts'

/** The questions that the menu asks. */
export const [EXPORT, IMPORT] = ['export', 'import'] as const

/** The menu of an application's row; `open` shows its assets. */
export const applicationActions = (open: (application: Application) => void): readonly ActionOf<Application>[][] => [
  [
    { id: 'open', title: 'applications.open', icon: 'open', run: open },
    {
      id: EXPORT,
      title: 'applications.export',
      icon: <ExportIcon />,
      needs: ['export', 'Application'],
      question: EXPORT,
    },
    {
      id: IMPORT,
      title: 'applications.import',
      icon: <DownloadSimpleIcon />,
      needs: ['update', 'Application'],
      question: IMPORT,
    },
  ],
]
