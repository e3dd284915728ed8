import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import type { Row } from '../../machines/rules/paging.ts'
import { useAtelier } from '../context.ts'
import { MenuPanel } from '../kit/MenuPanel.tsx'
import type { Opening } from '../kit/use-dropdown.ts'
import type { ListToolsProps, Writing } from './list-tools.ts'
import { useExport } from './use-export.ts'

/** Props of {@link ExportMenu}. */
export interface ExportMenuProps<R extends Row> extends Pick<ListToolsProps<R>, 'list' | 'actor' | 'toasts'>, Opening {
  byKey: boolean
  /** Hears how far it is; `null` once it is over. */
  onWriting: (writing: Writing | null) => void
}

/** The rows as a file of one kind or another. Loaded when first wanted. */
export function ExportMenu<R extends Row>({ list, actor, toasts, onWriting, ...opening }: ExportMenuProps<R>) {
  const { translate } = useAtelier()
  const exporting = useExport(list, actor, toasts.want)
  const isWriting = useSelector(exporting, (snapshot) => snapshot.matches('writing'))
  const percent = useSelector(exporting, ({ context: { written, total } }) =>
    total > 0 ? Math.floor((100 * written) / total) : 0,
  )
  const isEmpty = useSelector(actor, ({ context }) => context.rows.length === 0)
  useEffect(() => {
    const cancel = () => exporting.send({ type: 'export.cancelled' })
    onWriting(isWriting ? { percent, cancel } : null)
  }, [exporting, isWriting, percent, onWriting])
  const item = (format: 'csv' | 'json') => ({
    id: format,
    label: translate(`list.export.${format}`),
    disabled: isEmpty ? translate('list.nothingToExport') : undefined,
    onAction: () => exporting.send({ type: 'export.requested', format }),
  })
  return <MenuPanel label={translate('list.export')} groups={[{ items: [item('csv'), item('json')] }]} {...opening} />
}
