import { useSelector } from '@xstate/react'
import { useState } from 'react'
import type { Row } from '../../../machines/list/paging.ts'
import { formatViewHash, type SavedView } from '../../../machines/views/view-link.ts'
import { copyText } from '../../kit/copy-text.ts'
import { VisuallyHidden } from '../../kit/layout/VisuallyHidden.tsx'
import { lazyComponent } from '../../kit/loading/lazy-module.ts'
import { type MenuAction, MenuPanel } from '../../kit/overlays/MenuPanel.tsx'
import type { DropdownState } from '../../kit/overlays/use-dropdown.ts'
import { listMessages } from '../../messages/list.ts'
import { useTranslate } from '../../use-translate.ts'
import type { ListToolbarProps } from '../list-toolbar-props.ts'
import { queryToSearch } from '../state/list-search.ts'
import { useSavedViews } from './use-saved-views.ts'
import { useSharedViews } from './use-shared-views.ts'

const SaveViewDialog = lazyComponent(async () => (await import('./SaveViewDialog.tsx')).SaveViewDialog)

export interface ViewsMenuProps<R extends Row> extends ListToolbarProps<R>, DropdownState {
  isOpenedByKey: boolean
}

/** Menu of a list's saved views, with the current view checked. */
export function ViewsMenu<R extends Row>(props: ViewsMenuProps<R>) {
  const { list, actor, layout, onLayout, sharedName, onSearch, triggerRef, isOpen, onOpenChange, isOpenedByKey } = props
  const translate = useTranslate(listMessages)
  const [isNaming, setIsNaming] = useState(false)
  const [announcement, setAnnouncement] = useState('')
  const { shared, canShare, canUnshareOthers, refetch } = useSharedViews(list.id)
  const { views, isOnDevice, save, remove, share } = useSavedViews(list.id, {
    loadToasts: props.toasts.load,
    onSaved: (name) => setAnnouncement(translate('list.viewSaved', { name })),
    onShared: (name, isShared) => {
      setAnnouncement(translate(isShared ? 'list.viewShared' : 'list.viewNotSharedAnyMore', { name }))
      refetch()
    },
  })
  const search = useSelector(
    actor,
    ({ context }) => {
      const { filter, order } = queryToSearch(context.query, list)
      return { ...(filter && { filter }), ...(order && { order }) }
    },
    isSameJson,
  )
  const isCurrent = (view: SavedView) => isSameJson({ search: view.search, layout: view.layout }, { search, layout })
  const open = (view: SavedView) => {
    onLayout(view.layout)
    onSearch(view.search)
  }
  const copyLink = (view: SavedView) => {
    const address = new URL(location.pathname, location.origin)
    for (const [name, value] of Object.entries(view.search))
      address.searchParams.set(name, typeof value === 'string' ? value : JSON.stringify(value))
    copyText(address.href + formatViewHash(view)).then((isCopied) =>
      setAnnouncement(translate(isCopied ? 'list.linkCopied' : 'list.linkNotCopied')),
    )
  }
  const viewItem = (id: string, label: string, view: SavedView, extraItems: readonly MenuAction[]) => ({
    id,
    label,
    checked: isCurrent(view),
    items: [
      {
        items: [
          { id: 'open', label: translate('list.openView'), onAction: () => open(view) },
          { id: 'link', label: translate('list.copyLink'), onAction: () => copyLink(view) },
          ...extraItems,
        ],
      },
    ],
  })
  const shareItem = (name: string, isShared: boolean, id?: string) => ({
    id: 'share',
    label: translate(isShared ? 'list.shareView' : 'list.unshareView'),
    onAction: () => share({ name, isShared, id }),
  })
  const ownItems = views.map((view) =>
    viewItem(`view ${view.name}`, view.isShared ? translate('list.sharedView', { name: view.name }) : view.name, view, [
      ...(view.isShared || canShare ? [shareItem(view.name, !view.isShared)] : []),
      {
        id: 'delete',
        label: translate(view.isShared ? 'list.deleteSharedView' : 'list.deleteView'),
        danger: true,
        onAction: () => remove(view.name),
      },
    ]),
  )
  const sharedItems = shared.map((view) =>
    viewItem(
      `shared ${view.id}`,
      view.by ? translate('list.viewBy', { name: view.name, by: view.by }) : view.name,
      view,
      canUnshareOthers ? [shareItem(view.name, false, view.id)] : [],
    ),
  )
  const groups = [
    { heading: translate('list.views'), items: ownItems },
    { heading: translate('list.sharedViews'), items: sharedItems },
  ].filter(({ items }) => items.length > 0)
  const saveItem = { id: 'save', label: translate('list.saveView'), onAction: () => setIsNaming(true) }
  return (
    <>
      <MenuPanel
        label={translate('list.views')}
        groups={[...groups, { items: [saveItem] }]}
        {...{ triggerRef, isOpen, onOpenChange, isOpenedByKey }}
      />
      <VisuallyHidden live="polite">{announcement}</VisuallyHidden>
      {isNaming && (
        <SaveViewDialog
          initial={sharedName ?? ''}
          existingNames={views.map(({ name }) => name)}
          isOnDevice={isOnDevice}
          canShare={canShare}
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

const isSameJson = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
