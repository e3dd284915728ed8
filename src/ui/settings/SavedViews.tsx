import { PencilSimpleIcon } from '@phosphor-icons/react/PencilSimple'
import { TrashIcon } from '@phosphor-icons/react/Trash'
import { UsersThreeIcon } from '@phosphor-icons/react/UsersThree'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { getErrorMessageKey } from '../../api/contract/errors.ts'
import { type AccountView, SHARED_LISTS } from '../../api/contract/views.ts'
import { can } from '../../machines/session/ability.ts'
import { PanelQueryContent } from '../asset/PanelQueryContent.tsx'
import { Notice } from '../kit/feedback/Notice.tsx'
import { IconButton } from '../kit/IconButton.tsx'
import { linkClass } from '../kit/link-class.ts'
import { ConfirmActionDialog } from '../list/actions/ConfirmActionDialog.tsx'
import { useAbility } from '../list/actions/use-ability.ts'
import { settingsMessages } from '../messages/settings.ts'
import { useQuery } from '../use-query.ts'
import { useTranslate } from '../use-translate.ts'
import { RenameViewDialog } from './RenameViewDialog.tsx'
import styles from './Settings.module.css'
import { locationOfView } from './view-locations.ts'

/** Props of {@link SavedViews}. All calls reject with `ApiError`. */
export interface SavedViewsProps {
  calls: {
    list: (signal: AbortSignal) => Promise<readonly AccountView[]>
    rename: (id: string, name: string) => Promise<AccountView>
    remove: (id: string) => Promise<unknown>
    share: (id: string, isShared: boolean) => Promise<AccountView>
  }
}

type ViewAction = 'rename' | 'remove' | 'share'
type PendingAction = { about: AccountView; kind: ViewAction } | null

/** Saved views of the account for all lists. Outfits are included, because they are stored as views of wardrobes. */
export function SavedViews({ calls }: SavedViewsProps) {
  const translate = useTranslate(settingsMessages)
  const [pendingAction, setPendingAction] = useState<PendingAction>(null)
  const query = useQuery({ queryKey: 'views', queryFn: (_, signal) => calls.list(signal), cacheName: 'views' })
  const mayShare = can(useAbility(), 'update', 'Asset')
  const shareQuery = useQuery({
    inspectorLabel: 'share',
    queryKey: pendingAction?.kind === 'share' ? pendingAction.about.id : null,
    queryFn: async (id) => {
      await calls.share(id, !pendingAction?.about.isShared)
      onActionDone()
      return true
    },
  })
  const close = () => setPendingAction(null)
  const onActionDone = () => {
    close()
    query.refetch()
  }
  return (
    <>
      {shareQuery.error !== null && <Notice tone="bad">{translate(getErrorMessageKey(shareQuery.error))}</Notice>}
      <PanelQueryContent query={query}>
        {(views) =>
          views.length === 0 ? (
            <p className={styles.quiet}>{translate('settings.views.none')}</p>
          ) : (
            <ul className={styles.views} aria-label={translate('settings.views')}>
              {views.map((view) => (
                <SavedViewItem
                  key={view.id}
                  {...{ view, canShare: mayShare }}
                  onAsk={(kind) => {
                    // Pressing the button again retries a failed request, and is ignored while a request is in flight.
                    if (kind === 'share' && pendingAction?.kind === 'share' && pendingAction.about.id === view.id)
                      shareQuery.refetch()
                    else setPendingAction({ about: view, kind })
                  }}
                />
              ))}
            </ul>
          )
        }
      </PanelQueryContent>
      {pendingAction?.kind === 'rename' && (
        <RenameViewDialog view={pendingAction.about} rename={calls.rename} onRenamed={onActionDone} onClose={close} />
      )}
      {pendingAction?.kind === 'remove' && (
        <ConfirmActionDialog
          title={translate('settings.view.delete.title', { name: pendingAction.about.name })}
          text={translate(pendingAction.about.isShared ? 'settings.view.delete.shared' : 'settings.view.delete.why')}
          verb={translate('settings.view.delete')}
          act={() => calls.remove(pendingAction.about.id)}
          onDone={onActionDone}
          onClose={close}
        />
      )}
    </>
  )
}

interface SavedViewItemProps {
  view: AccountView
  /** Whether the user is allowed to share views. Unsharing is always allowed. */
  canShare: boolean
  onAsk: (kind: ViewAction) => void
}

function SavedViewItem({ view, canShare, onAsk }: SavedViewItemProps) {
  const translate = useTranslate(settingsMessages)
  const { name, isShared } = view
  const viewLocation = locationOfView(view)
  const listName = viewLocation ? translate(viewLocation.labelKey) : view.list
  return (
    <li className={styles.view}>
      <span className={styles.words}>
        {viewLocation ? (
          <Link to={viewLocation.to} search={viewLocation.search as never} className={linkClass}>
            {name}
          </Link>
        ) : (
          name
        )}
        <small>{isShared ? translate('settings.view.shared', { where: listName }) : listName}</small>
      </span>
      {(isShared || (canShare && Object.hasOwn(SHARED_LISTS, view.list))) && (
        <IconButton
          size="sm"
          label={translate(isShared ? 'settings.view.unshare.of' : 'settings.view.share.of', { name })}
          icon={<UsersThreeIcon weight={isShared ? 'fill' : 'regular'} />}
          onClick={() => onAsk('share')}
        />
      )}
      <IconButton
        size="sm"
        label={translate('settings.view.rename.of', { name })}
        icon={<PencilSimpleIcon />}
        onClick={() => onAsk('rename')}
      />
      <IconButton
        size="sm"
        label={translate('settings.view.delete.of', { name })}
        icon={<TrashIcon />}
        onClick={() => onAsk('remove')}
      />
    </li>
  )
}
