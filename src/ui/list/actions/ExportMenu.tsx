import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import type { Row } from '../../../machines/list/paging.ts'
import { MenuPanel } from '../../kit/overlays/MenuPanel.tsx'
import type { DropdownState } from '../../kit/overlays/use-dropdown.ts'
import { listMessages } from '../../messages/list.ts'
import { useTranslate } from '../../use-translate.ts'
import type { ExportProgress, ListToolbarProps } from '../list-toolbar-props.ts'
import { useExport } from './use-export.ts'

export interface ExportMenuProps<R extends Row>
  extends Pick<ListToolbarProps<R>, 'list' | 'actor' | 'toasts'>,
    DropdownState {
  isOpenedByKey: boolean
  onProgress: (writing: ExportProgress | null) => void
}

/** Menu that exports the rows as CSV or JSON. Loaded on first use. */
export function ExportMenu<R extends Row>({ list, actor, toasts, onProgress, ...opening }: ExportMenuProps<R>) {
  const translate = useTranslate(listMessages)
  const exportActor = useExport(list, actor, toasts.load)
  const isWriting = useSelector(exportActor, (snapshot) => snapshot.matches('writing'))
  const percent = useSelector(exportActor, ({ context: { written, total } }) =>
    total > 0 ? Math.floor((100 * written) / total) : 0,
  )
  const isEmpty = useSelector(actor, ({ context }) => context.rows.length === 0)
  useEffect(() => {
    const cancelExport = () => exportActor.send({ type: 'export.cancelled' })
    onProgress(isWriting ? { percent, cancel: cancelExport } : null)
  }, [exportActor, isWriting, percent, onProgress])
  const item = (format: 'csv' | 'json') => ({
    id: format,
    label: translate(`list.export.${format}`),
    disabled: isEmpty ? translate('list.nothingToExport') : undefined,
    onAction: () => exportActor.send({ type: 'export.requested', format }),
  })
  return <MenuPanel label={translate('list.export')} groups={[{ items: [item('csv'), item('json')] }]} {...opening} />
}
