import { useSelector } from '@xstate/react'
import { useState } from 'react'
import type { Row } from '../../machines/rules/paging.ts'
import { type SavedView, viewHash } from '../../machines/rules/view-link.ts'
import { useAtelier } from '../context.ts'
import { copyText } from '../kit/copy-text.ts'
import { MenuPanel } from '../kit/MenuPanel.tsx'
import { shownPart } from '../kit/part.ts'
import type { Opening } from '../kit/use-dropdown.ts'
import { VisuallyHidden } from '../kit/VisuallyHidden.tsx'
import type { ListToolsProps } from './list-tools.ts'
import { toSearch } from './search.ts'
import { useViews } from './use-views.ts'

const ViewDialog = shownPart(async () => (await import('./ViewDialog.tsx')).ViewDialog)

/** Props of {@link ViewsMenu}. */
export interface ViewsMenuProps<R extends Row> extends ListToolsProps<R>, Opening {
  byKey: boolean
}

/** The saved views of a list, and the one that is shown as another. Loaded when first wanted. */
export function ViewsMenu<R extends Row>(props: ViewsMenuProps<R>) {
  const { list, actor, layout, onLayout, sharedName, onSearch, triggerRef, isOpen, onOpenChange, byKey } = props
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
      <MenuPanel
        label={translate('list.views')}
        groups={[...(items.length > 0 ? [{ heading: translate('list.views'), items }] : []), { items: [nameNew] }]}
        {...{ triggerRef, isOpen, onOpenChange, byKey }}
      />
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

const sameText = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
