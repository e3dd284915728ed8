import { useSelector } from '@xstate/react'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { type ActorRefFrom, fromPromise } from 'xstate'
import { getErrorMessageKey, isRetryable } from '../../../api/contract/errors.ts'
import type { AccountViews, ViewSharing } from '../../../api/contract/views.ts'
import type { SavedView } from '../../../machines/views/view-link.ts'
import { shownViewsOf, viewsMachine } from '../../../machines/views/views.machine.ts'
import {
  applyViewChange,
  MAX_DEVICE_VIEWS,
  parseStoredViews,
  readViews,
  toStoredQuery,
  type ViewChange,
  viewNameOfChange,
  viewsToImport,
  withView,
} from '../../../machines/views/views.ts'
import { viewsKey } from '../../../machines/views/views-key.ts'
import { useAtelier } from '../../context.ts'
import type { MessageKey } from '../../message-key.ts'
import { useMachineActor } from '../../use-machine-actor.ts'
import { deleteStored, readStored, writeStored } from '../state/device-storage.ts'
import { useListTranslate } from '../use-list-translate.ts'
import type { LazyPageToasts } from '../use-toasts.ts'

/** Saved views of a list. Those of an account are stored on the server, those of a guest on this device until sign-out. */
export interface SavedViewsState {
  views: readonly SavedView[]
  isOnDevice: boolean
  save: (view: SavedView) => void
  remove: (name: string) => void
  /** Starts or ends the sharing of one of the user's own views. With an `id`, ends the sharing of another user's view. */
  share: (sharing: ViewSharing) => void
}

export interface SavedViewsOptions {
  loadToasts: LazyPageToasts['load']
  onSaved: (name: string) => void
  onShared?: (name: string, isShared: boolean) => void
  deleted?: MessageKey
}

export function useSavedViews(listId: string, options: SavedViewsOptions): SavedViewsState {
  const { loadToasts, onSaved, onShared, deleted = 'list.viewDeleted' } = options
  const translate = useListTranslate()
  const { views: accountViews } = useAtelier()
  const deviceStore = useMemo(() => createDeviceStore(listId), [listId])
  const storeOf = useEffectEvent((): ViewStore => {
    const account = accountViews?.()
    return account ? createAccountStore(account, listId) : deviceStore
  })
  const [machine] = useState(() =>
    viewsMachine.provide({
      actors: {
        loadViews: fromPromise(() => storeOf().read()),
        // Ignores the abort signal, so that the change is saved even if the user leaves the list.
        saveChange: fromPromise(({ input }) => storeOf().applyChange(input)),
      },
    }),
  )
  const actor = useMachineActor(machine)
  // Deleted views, for Undo.
  const [deletedViews] = useState(() => new Map<string, SavedView>())
  const offerUndo = async (name: string) => {
    const view = deletedViews.get(name)
    if (!view) return
    const toasts = await loadToasts().catch(() => undefined)
    toasts?.undo({
      text: translate(deleted, { name }),
      label: translate('list.undo'),
      onUndo: () => {
        // If a view with the same name was saved in the meantime, the restored view gets another name.
        for (const restoredView of viewsToImport([view], shownViewsOf(actor.getSnapshot().context))) {
          actor.send({ type: 'view.saved', view: restoredView })
          if (view.isShared) actor.send({ type: 'view.shared', name: restoredView.name, isShared: true })
        }
      },
      onClosed: () => void deletedViews.delete(name),
    })
  }
  const reportChange = useEffectEvent((change: ViewChange) => {
    if (change.kind === 'delete') offerUndo(change.name)
    if (change.kind === 'save') onSaved(change.view.name)
    if (change.kind === 'share') onShared?.(change.name, change.isShared)
  })
  const reportFailure = useEffectEvent(async (change: ViewChange, error: unknown) => {
    const toasts = await loadToasts().catch(() => undefined)
    toasts?.error({
      text: translate(FAILED_MESSAGE_KEYS[change.kind], { name: viewNameOfChange(change) }),
      detail: translate(getErrorMessageKey(error)),
      action: isRetryable(error)
        ? { label: translate('action.retry'), onAction: () => actor.send(toMachineEvent(change)) }
        : undefined,
    })
  })
  useEffect(() => {
    const savedSubscription = actor.on('change.saved', ({ change }) => reportChange(change))
    const failedSubscription = actor.on('change.failed', ({ change, error }) => reportFailure(change, error))
    return () => {
      savedSubscription.unsubscribe()
      failedSubscription.unsubscribe()
    }
  }, [actor])
  const context = useSelector(actor, (snapshot) => snapshot.context)
  const views = useMemo(() => shownViewsOf(context), [context])
  return {
    views,
    isOnDevice: !accountViews?.(),
    save: (view) => actor.send({ type: 'view.saved', view }),
    remove: (name) => {
      const view = views.find((candidate) => candidate.name === name)
      if (view) deletedViews.set(name, view)
      actor.send({ type: 'view.deleted', name })
    },
    share: (sharing) => actor.send({ type: 'view.shared', ...sharing }),
  }
}

const FAILED_MESSAGE_KEYS = {
  save: 'list.viewNotSaved',
  delete: 'list.viewNotDeleted',
  share: 'list.viewNotShared',
} as const

function toMachineEvent(change: ViewChange) {
  if (change.kind === 'save') return { type: 'view.saved', view: change.view } as const
  const { kind, ...changeFields } = change
  return { type: kind === 'delete' ? 'view.deleted' : 'view.shared', ...changeFields } as Parameters<
    ActorRefFrom<typeof viewsMachine>['send']
  >[0]
}

/** Storage of saved views. Each method returns the views after its operation. */
interface ViewStore {
  read: () => Promise<readonly SavedView[]>
  applyChange: (change: ViewChange) => Promise<readonly SavedView[]>
}

/** Returns a store on this device. If storage is unavailable, views last until the list unmounts. */
function createDeviceStore(listId: string): ViewStore {
  const key = viewsKey(listId)
  let unstoredViews: readonly SavedView[] | undefined
  const read = async () => unstoredViews ?? readViews(await readStored(key))
  return {
    read,
    async applyChange(change) {
      // Reads again, because another tab may have saved a view in the meantime.
      const views = applyViewChange(await read(), change).slice(0, MAX_DEVICE_VIEWS)
      unstoredViews = (await writeStored(key, views)) ? undefined : views
      return views
    },
  }
}

function createAccountStore(account: AccountViews, listId: string): ViewStore {
  const read = async () => parseStoredViews(await account.read(listId))
  return {
    async read() {
      const views = await read()
      return importDeviceViews(account, listId, views)
    },
    async applyChange(change) {
      if (change.kind === 'save')
        await account.save(listId, { name: change.view.name, query: toStoredQuery(change.view) })
      else if (change.kind === 'delete') await account.remove(listId, change.name)
      else await account.share(listId, change)
      return read()
    },
  }
}

/**
 * Moves views stored on this device (by a guest, or before accounts had views) to the account. Views that cannot be saved stay on
 * the device.
 */
async function importDeviceViews(
  account: AccountViews,
  listId: string,
  accountViews: readonly SavedView[],
): Promise<readonly SavedView[]> {
  const key = viewsKey(listId)
  const deviceViews = readViews(await readStored(key))
  if (deviceViews.length === 0) return accountViews
  const unsavedViews: SavedView[] = []
  let views = accountViews
  for (const view of viewsToImport(deviceViews, accountViews)) {
    // Signing out deletes the views on this device. The remaining views must not move to the next account.
    if (readViews(await readStored(key)).length === 0) return views
    const isSaved = await account.save(listId, { name: view.name, query: toStoredQuery(view) }).then(
      () => true,
      (error: unknown) => {
        if (error instanceof DOMException && error.name === 'AbortError') throw error
        return false
      },
    )
    if (isSaved) views = withView(views, view)
    else unsavedViews.push(view)
  }
  // Stores the views that could not be saved, to try again at the next read.
  await (unsavedViews.length > 0 ? writeStored(key, unsavedViews) : deleteStored(key))
  return views
}
