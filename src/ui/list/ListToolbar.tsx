import { BookmarkSimpleIcon } from '@phosphor-icons/react/BookmarkSimple'
import { ColumnsIcon } from '@phosphor-icons/react/Columns'
import { ExportIcon } from '@phosphor-icons/react/Export'
import { type ComponentType, type ReactNode, useState } from 'react'
import type { Row } from '../../machines/list/paging.ts'
import { withGrid } from '../../machines/views/layout.ts'
import { Button } from '../kit/Button.tsx'
import { IconButton } from '../kit/IconButton.tsx'
import { type LazyModule, lazyModule } from '../kit/loading/lazy-module.ts'
import { type DropdownButtonProps, useDropdown } from '../kit/overlays/use-dropdown.ts'
import { listMessages } from '../messages/list.ts'
import { useTranslate } from '../use-translate.ts'
import type { ExportMenuProps } from './actions/ExportMenu.tsx'
import type { ExportProgress, ListToolbarProps } from './list-toolbar-props.ts'
import { ViewModeSwitch } from './views/ViewModeSwitch.tsx'
import type { ViewsMenuProps } from './views/ViewsMenu.tsx'

/** Lazy module of a generic component, cast to the props of one row type. Type inference would lose the row type. */
type AnyRowsModule<P> = LazyModule<ComponentType<P>>

const lazyColumnsPanel = lazyModule(async () => (await import('./views/ColumnsPanel.tsx')).ColumnsPanel)
const lazyViewsMenu = lazyModule(async () => (await import('./views/ViewsMenu.tsx')).ViewsMenu)
const lazyExportMenu = lazyModule(async () => (await import('./actions/ExportMenu.tsx')).ExportMenu)

/** Toolbar for the list as a whole: layout, saved views, columns and export. */
export function ListToolbar<R extends Row>(props: ListToolbarProps<R>) {
  const { list, arranged, actor, layout, onLayout, isGrid, toasts, isPhone } = props
  const translate = useTranslate(listMessages)
  const columns = useDropdown(lazyColumnsPanel, 'dialog')
  const views = useDropdown(lazyViewsMenu as AnyRowsModule<ViewsMenuProps<R>>, 'menu')
  const exportMenu = useDropdown(lazyExportMenu as AnyRowsModule<ExportMenuProps<R>>, 'menu')
  const [exportProgress, setExportProgress] = useState<ExportProgress | null>(null)
  return (
    <>
      {list.hasGrid && (
        <ViewModeSwitch
          isGrid={isGrid === true}
          isPhone={isPhone}
          onChange={(next) => onLayout(withGrid(layout, next))}
        />
      )}
      <Tool
        button={views.button}
        name={translate('list.viewsButton')}
        icon={<BookmarkSimpleIcon />}
        isPhone={isPhone}
      />
      {views.Content && <views.Content {...props} {...views.opening} isOpenedByKey={views.isOpenedByKey} />}
      {!isPhone && !isGrid && (
        <Tool button={columns.button} name={translate('list.columns')} icon={<ColumnsIcon />} isPhone={false} />
      )}
      {columns.Content && (
        <columns.Content {...columns.opening} columns={list.columns} layout={layout} onLayout={onLayout} />
      )}
      {exportProgress ? (
        <Button variant="ghost" onClick={exportProgress.cancel}>
          {translate('list.cancelExport', { percent: exportProgress.percent })}
        </Button>
      ) : (
        <Tool button={exportMenu.button} name={translate('list.export')} icon={<ExportIcon />} isPhone={isPhone} />
      )}
      {exportMenu.Content && (
        <exportMenu.Content
          {...exportMenu.opening}
          isOpenedByKey={exportMenu.isOpenedByKey}
          list={arranged}
          actor={actor}
          toasts={toasts}
          onProgress={setExportProgress}
        />
      )}
    </>
  )
}

interface ToolProps {
  button: DropdownButtonProps
  name: string
  icon: ReactNode
  isPhone: boolean
}

/** Toolbar button. On a phone, only its icon is shown. */
function Tool({ button, name, icon, isPhone }: ToolProps) {
  if (isPhone) return <IconButton {...button} label={name} icon={icon} />
  return (
    <Button {...button} variant="ghost" icon={icon}>
      {name}
    </Button>
  )
}
