import { useSelector } from '@xstate/react'
import { useState } from 'react'
import type { Row } from '../../machines/rules/paging.ts'
import { type SavedView, viewHash } from '../../machines/rules/view-link.ts'
import { useAtelier } from '../context.ts'
import { copyText } from '../kit/copy-text.ts'
import { type MenuAction, MenuPanel } from '../kit/MenuPanel.tsx'
import { shownPart } from '../kit/part.ts'
import type { Opening } from '../kit/use-dropdown.ts'
import { VisuallyHidden } from '../kit/VisuallyHidden.tsx'
import type { ListToolsProps } from './list-tools.ts'
import { toSearch } from './search.ts'
import { useSharedViews } from './use-shared-views.ts'
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
  const { shared, mayShare, mayEnd, askAgain } = useSharedViews(list.id)
  const { views, isOnDevice, save, remove, share } = useViews(list.id, {
    wantToasts: props.toasts.want,
    onSaved: (name) => setSaid(translate('list.viewSaved', { name })),
    onShared: (name, isShared) => {
      setSaid(translate(isShared ? 'list.viewShared' : 'list.viewNotSharedAnyMore', { name }))
      askAgain()
    },
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
  const itemOf = (id: string, label: string, view: SavedView, more: readonly MenuAction[]) => ({
    id,
    label,
    checked: isCurrent(view),
    items: [
      {
        items: [
          { id: 'open', label: translate('list.openView'), onAction: () => open(view) },
          { id: 'link', label: translate('list.copyLink'), onAction: () => copyLink(view) },
          ...more,
        ],
      },
    ],
  })
  const sharing = (name: string, isShared: boolean, id?: string) => ({
    id: 'share',
    label: translate(isShared ? 'list.shareView' : 'list.unshareView'),
    onAction: () => share({ name, isShared, id }),
  })
  const own = views.map((view) =>
    itemOf(`view ${view.name}`, view.isShared ? translate('list.sharedView', { name: view.name }) : view.name, view, [
      ...(view.isShared || mayShare ? [sharing(view.name, !view.isShared)] : []),
      {
        id: 'delete',
        label: translate(view.isShared ? 'list.deleteSharedView' : 'list.deleteView'),
        danger: true,
        onAction: () => remove(view.name),
      },
    ]),
  )
  const others = shared.map((view) =>
    itemOf(
      `shared ${view.id}`,
      view.by ? translate('list.viewBy', { name: view.name, by: view.by }) : view.name,
      view,
      mayEnd ? [sharing(view.name, false, view.id)] : [],
    ),
  )
  const groups = [
    { heading: translate('list.views'), items: own },
    { heading: translate('list.sharedViews'), items: others },
  ].filter(({ items }) => items.length > 0)
  const nameNew = { id: 'save', label: translate('list.saveView'), onAction: () => setIsNaming(true) }
  return (
    <>
      <MenuPanel
        label={translate('list.views')}
        groups={[...groups, { items: [nameNew] }]}
        {...{ triggerRef, isOpen, onOpenChange, byKey }}
      />
      <VisuallyHidden live="polite">{said}</VisuallyHidden>
      {isNaming && (
        <ViewDialog
          initial={sharedName ?? ''}
          taken={views.map(({ name }) => name)}
          isOnDevice={isOnDevice}
          mayShare={mayShare}
          onSave={(name, isShared) => {
            setIsNaming(false)
            save({ name, search, layout })
            if (isShared) share({ name, isShared })
          }}
          onClose={() => setIsNaming(false)}
        />
      )}
    </>
  )
}

const sameText = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
