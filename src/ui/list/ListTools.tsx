import { BookmarkSimpleIcon } from '@phosphor-icons/react/BookmarkSimple'
import { ColumnsIcon } from '@phosphor-icons/react/Columns'
import { ExportIcon } from '@phosphor-icons/react/Export'
import { useSelector } from '@xstate/react'
import { type ReactNode, useState } from 'react'
import type { Layout } from '../../machines/rules/layout.ts'
import type { Row } from '../../machines/rules/paging.ts'
import { type SavedView, viewHash } from '../../machines/rules/views.ts'
import { useAtelier } from '../context.ts'
import { Button } from '../kit/Button.tsx'
import { copyText } from '../kit/copy-text.ts'
import { IconButton } from '../kit/IconButton.tsx'
import { Menu } from '../kit/Menu.tsx'
import { part, shownPart } from '../kit/part.ts'
import { type DropdownButton, useDropdown } from '../kit/use-dropdown.ts'
import { VisuallyHidden } from '../kit/VisuallyHidden.tsx'
import type { ListDefinition } from './definition.ts'
import type { ListActor } from './list-actor.ts'
import { type ListSearch, toSearch } from './search.ts'
import { useExport } from './use-export.ts'
import type { ListToasts } from './use-toasts.ts'
import { useViews } from './use-views.ts'

const columnsPanel = part(async () => (await import('./ColumnsPanel.tsx')).ColumnsPanel)
const ViewDialog = shownPart(async () => (await import('./ViewDialog.tsx')).ViewDialog)

/** Props of {@link ListTools}. */
export interface ListToolsProps<R extends Row> {
  /** The list with all its columns. */
  list: ListDefinition<R>
  /** The list with its columns as this person wants them. */
  arranged: ListDefinition<R>
  actor: ListActor<R>
  layout: Layout
  onLayout: (layout: Layout) => void
  toasts: ListToasts
  /** The name a shared view came with. */
  sharedName?: string | undefined
  /** A phone has no columns to arrange. */
  isPhone: boolean
  /** Goes to the address of a view. */
  onSearch: (search: ListSearch) => void
}

/** What belongs to a list as a whole: saved views, its columns, and the rows as a file. */
export function ListTools<R extends Row>(props: ListToolsProps<R>) {
  const { list, actor, layout, onLayout, isPhone } = props
  const { translate } = useAtelier()
  const { button, Part: ColumnsPanel, opening } = useDropdown(columnsPanel, 'dialog')
  return (
    <>
      <ViewsMenu {...props} />
      {!isPhone && <Tool button={button} name={translate('list.columns')} icon={<ColumnsIcon />} isPhone={false} />}
      {ColumnsPanel && <ColumnsPanel {...opening} columns={list.columns} layout={layout} onLayout={onLayout} />}
      <ExportMenu list={props.arranged} actor={actor} toasts={props.toasts} isPhone={isPhone} />
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

function ViewsMenu<R extends Row>(props: ListToolsProps<R>) {
  const { list, actor, layout, onLayout, sharedName, isPhone, onSearch } = props
  const { translate } = useAtelier()
  const [isNaming, setIsNaming] = useState(false)
  const [said, setSaid] = useState('')
  const { views, isOnDevice, save, remove } = useViews(list.id, {
    wantToasts: props.toasts.want,
    onSaved: (name) => setSaid(translate('list.viewSaved', { name })),
  })
  const search = useSelector(
    actor,
    ({ context }) => {
      const { filter, order } = toSearch(context.query, list)
      return { ...(filter && { filter }), ...(order && { order }) }
    },
    sameText,
  )
  const isCurrent = (view: SavedView) => sameText({ search: view.search, layout: view.layout }, { search, layout })
  const open = (view: SavedView) => {
    onLayout(view.layout)
    onSearch(view.search)
  }
  const copyLink = (view: SavedView) => {
    const address = new URL(location.pathname, location.origin)
    for (const [name, value] of Object.entries(view.search))
      address.searchParams.set(name, typeof value === 'string' ? value : JSON.stringify(value))
    copyText(address.href + viewHash(view)).then((isCopied) =>
      setSaid(translate(isCopied ? 'list.linkCopied' : 'list.linkNotCopied')),
    )
  }
  const items = views.map((view) => ({
    id: `view ${view.name}`,
    label: view.name,
    checked: isCurrent(view),
    items: [
      {
        items: [
          { id: 'open', label: translate('list.openView'), onAction: () => open(view) },
          { id: 'link', label: translate('list.copyLink'), onAction: () => copyLink(view) },
          { id: 'delete', label: translate('list.deleteView'), danger: true, onAction: () => remove(view.name) },
        ],
      },
    ],
  }))
  const nameNew = { id: 'save', label: translate('list.saveView'), onAction: () => setIsNaming(true) }
  return (
    <>
      <Menu
        label={translate('list.views')}
        groups={[...(items.length > 0 ? [{ heading: translate('list.views'), items }] : []), { items: [nameNew] }]}
      >
        {(button) => (
          <Tool button={button} name={translate('list.viewsButton')} icon={<BookmarkSimpleIcon />} isPhone={isPhone} />
        )}
      </Menu>
      <VisuallyHidden live="polite">{said}</VisuallyHidden>
      {isNaming && (
        <ViewDialog
          initial={sharedName ?? ''}
          taken={views.map(({ name }) => name)}
          isOnDevice={isOnDevice}
          onSave={(name) => {
            setIsNaming(false)
            save({ name, search, layout })
          }}
          onClose={() => setIsNaming(false)}
        />
      )}
    </>
  )
}

type ExportMenuProps<R extends Row> = Pick<ListToolsProps<R>, 'list' | 'actor' | 'toasts' | 'isPhone'>

function ExportMenu<R extends Row>({ list, actor, toasts, isPhone }: ExportMenuProps<R>) {
  const { translate } = useAtelier()
  const exporting = useExport(list, actor, toasts.want)
  const isWriting = useSelector(exporting, (snapshot) => snapshot.matches('writing'))
  const percent = useSelector(exporting, ({ context: { written, total } }) =>
    total > 0 ? Math.floor((100 * written) / total) : 0,
  )
  const isEmpty = useSelector(actor, ({ context }) => context.rows.length === 0)
  if (isWriting)
    return (
      <Button variant="ghost" onClick={() => exporting.send({ type: 'export.cancelled' })}>
        {translate('list.cancelExport', { percent })}
      </Button>
    )
  const item = (format: 'csv' | 'json') => ({
    id: format,
    label: translate(`list.export.${format}`),
    disabled: isEmpty ? translate('list.nothingToExport') : undefined,
    onAction: () => exporting.send({ type: 'export.requested', format }),
  })
  return (
    <Menu label={translate('list.export')} groups={[{ items: [item('csv'), item('json')] }]}>
      {(button) => <Tool button={button} name={translate('list.export')} icon={<ExportIcon />} isPhone={isPhone} />}
    </Menu>
  )
}

const sameText = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
