import { BookmarkSimpleIcon } from '@phosphor-icons/react/BookmarkSimple'
import { ColumnsIcon } from '@phosphor-icons/react/Columns'
import { ExportIcon } from '@phosphor-icons/react/Export'
import { type ComponentType, type ReactNode, useState } from 'react'
import { withGrid } from '../../machines/rules/layout.ts'
import type { Row } from '../../machines/rules/paging.ts'
import { useAtelier } from '../context.ts'
import { Button } from '../kit/Button.tsx'
import { IconButton } from '../kit/IconButton.tsx'
import { type Part, part } from '../kit/part.ts'
import { type DropdownButton, useDropdown } from '../kit/use-dropdown.ts'
import type { ExportMenuProps } from './ExportMenu.tsx'
import { LookSwitch } from './LookSwitch.tsx'
import type { ListToolsProps, Writing } from './list-tools.ts'
import type { ViewsMenuProps } from './ViewsMenu.tsx'

/** A part that any list's rows fit: its props say `never` where a row is handed in. */
type AnyRows<P> = Part<ComponentType<P>>

const columnsPanel = part(async () => (await import('./ColumnsPanel.tsx')).ColumnsPanel)
const viewsMenu = part(async () => (await import('./ViewsMenu.tsx')).ViewsMenu)
const exportMenu = part(async () => (await import('./ExportMenu.tsx')).ExportMenu)

/** What belongs to a list as a whole: how it looks, saved views, its columns, and the rows as a file. */
export function ListTools<R extends Row>(props: ListToolsProps<R>) {
  const { list, arranged, actor, layout, onLayout, isGrid, toasts, isPhone } = props
  const { translate } = useAtelier()
  const columns = useDropdown(columnsPanel, 'dialog')
  const views = useDropdown(viewsMenu as AnyRows<ViewsMenuProps<R>>, 'menu')
  const saving = useDropdown(exportMenu as AnyRows<ExportMenuProps<R>>, 'menu')
  const [writing, setWriting] = useState<Writing | null>(null)
  return (
    <>
      {list.hasGrid && (
        <LookSwitch isGrid={isGrid === true} isPhone={isPhone} onChange={(next) => onLayout(withGrid(layout, next))} />
      )}
      <Tool
        button={views.button}
        name={translate('list.viewsButton')}
        icon={<BookmarkSimpleIcon />}
        isPhone={isPhone}
      />
      {views.Part && <views.Part {...props} {...views.opening} byKey={views.byKey} />}
      {!isPhone && !isGrid && (
        <Tool button={columns.button} name={translate('list.columns')} icon={<ColumnsIcon />} isPhone={false} />
      )}
      {columns.Part && <columns.Part {...columns.opening} columns={list.columns} layout={layout} onLayout={onLayout} />}
      {writing ? (
        <Button variant="ghost" onClick={writing.cancel}>
          {translate('list.cancelExport', { percent: writing.percent })}
        </Button>
      ) : (
        <Tool button={saving.button} name={translate('list.export')} icon={<ExportIcon />} isPhone={isPhone} />
      )}
      {saving.Part && (
        <saving.Part
          {...saving.opening}
          byKey={saving.byKey}
          list={arranged}
          actor={actor}
          toasts={toasts}
          onWriting={setWriting}
        />
      )}
    </>
  )
}

interface ToolProps {
  button: DropdownButton
  name: string
  icon: ReactNode
  isPhone: boolean
}

/** A button of the toolbar: its word beside its glyph, on a phone its glyph alone. */
function Tool({ button, name, icon, isPhone }: ToolProps) {
  if (isPhone) return <IconButton {...button} label={name} icon={icon} />
  return (
    <Button {...button} variant="ghost" icon={icon}>
      {name}
    </Button>
  )
}
