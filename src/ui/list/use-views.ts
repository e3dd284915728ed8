import { useSelector } from '@xstate/react'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { type ActorRefFrom, fromPromise } from 'xstate'
import { isWorthRetrying, wordOf } from '../../api/contract/errors.ts'
import type { AccountViews, ViewSharing } from '../../api/contract/views.ts'
import type { SavedView } from '../../machines/rules/view-link.ts'
import {
  besideKept,
  changedBy,
  MOST_VIEWS,
  nameIn,
  queryOf,
  readViews,
  type ViewChange,
  viewsOf,
  withView,
} from '../../machines/rules/views.ts'
import { viewsKey } from '../../machines/rules/views-key.ts'
import { shownViews, viewsMachine } from '../../machines/views.machine.ts'
import { useAtelier } from '../context.ts'
import { useMachineActor } from '../machine.ts'
import { forgetKept, readKept, writeKept } from './on-device.ts'
import type { ListToasts } from './use-toasts.ts'

/** The saved views of a list: the account's, or for a guest those on this device until they leave. */
export interface Views {
  views: readonly SavedView[]
  isOnDevice: boolean
  save: (view: SavedView) => void
  remove: (name: string) => void
  /** Shares one of the account's own, or ends that; of another's, by its `id`, it ends it. */
  share: (sharing: ViewSharing) => void
}

/** What a list does when a view was kept or deleted, or could not be. */
export interface ViewsOptions {
  wantToasts: ListToasts['want']
  onSaved: (name: string) => void
  onShared?: (name: string, isShared: boolean) => void
  /** The key of the sentence that one was deleted. */
  deleted?: string
}

/** Reads and keeps a list's saved views. */
export function useViews(listId: string, options: ViewsOptions): Views {
  const { wantToasts, onSaved, onShared, deleted = 'list.viewDeleted' } = options
  const { translate, views: accountViews } = useAtelier()
  const storeOf = useEffectEvent((): ViewStore => {
    const account = accountViews?.()
    return account ? inAccount(account, listId) : onDevice(listId)
  })
  const [machine] = useState(() =>
    viewsMachine.provide({
      actors: {
        readViews: fromPromise(() => storeOf().read()),
        // Whoever leaves the list has still saved their view.
        keepChange: fromPromise(({ input }) => storeOf().keep(input)),
      },
    }),
  )
  const actor = useMachineActor(machine)
  // What Undo brings back.
  const [gone] = useState(() => new Map<string, SavedView>())
  const offerUndo = async (name: string) => {
    const view = gone.get(name)
    if (!view) return
    const toasts = await wantToasts().catch(() => undefined)
    toasts?.undo({
      text: translate(deleted, { name }),
      label: translate('list.undo'),
      onUndo: () => {
        // Another of that name, saved meanwhile, stays as it is.
        for (const again of besideKept([view], shownViews(actor.getSnapshot().context))) {
          actor.send({ type: 'view.saved', view: again })
          if (view.isShared) actor.send({ type: 'view.shared', name: again.name, isShared: true })
        }
      },
      onGone: () => void gone.delete(name),
    })
  }
  const tellKept = useEffectEvent((change: ViewChange) => {
    if (change.kind === 'delete') offerUndo(change.name)
    if (change.kind === 'save') onSaved(change.view.name)
    if (change.kind === 'share') onShared?.(change.name, change.isShared)
  })
  const tellFailure = useEffectEvent(async (change: ViewChange, error: unknown) => {
    const toasts = await wantToasts().catch(() => undefined)
    toasts?.bad({
      text: translate(NOT_KEPT[change.kind], { name: nameIn(change) }),
      detail: translate(wordOf(error)),
      action: isWorthRetrying(error)
        ? { label: translate('action.retry'), onAction: () => actor.send(eventOf(change)) }
        : undefined,
    })
  })
  useEffect(() => {
    const kept = actor.on('change.kept', ({ change }) => tellKept(change))
    const failed = actor.on('change.failed', ({ change, error }) => tellFailure(change, error))
    return () => {
      kept.unsubscribe()
      failed.unsubscribe()
    }
  }, [actor])
  const context = useSelector(actor, (snapshot) => snapshot.context)
  const views = useMemo(() => shownViews(context), [context])
  return {
    views,
    isOnDevice: !accountViews?.(),
    save: (view) => actor.send({ type: 'view.saved', view }),
    remove: (name) => {
      const view = views.find((one) => one.name === name)
      if (view) gone.set(name, view)
      actor.send({ type: 'view.deleted', name })
    },
    share: (sharing) => actor.send({ type: 'view.shared', ...sharing }),
  }
}

const NOT_KEPT = { save: 'list.viewNotSaved', delete: 'list.viewNotDeleted', share: 'list.viewNotShared' } as const

function eventOf(change: ViewChange) {
  if (change.kind === 'save') return { type: 'view.saved', view: change.view } as const
  const { kind, ...about } = change
  return { type: kind === 'delete' ? 'view.deleted' : 'view.shared', ...about } as Parameters<
    ActorRefFrom<typeof viewsMachine>['send']
  >[0]
}

/** Where views are kept; each answers them as they stand then. */
interface ViewStore {
  read: () => Promise<readonly SavedView[]>
  keep: (change: ViewChange) => Promise<readonly SavedView[]>
}

/** Where storage is denied they last as long as the page. */
function onDevice(listId: string): ViewStore {
  const key = viewsKey(listId)
  const read = async () => readViews(await readKept(key))
  return {
    read,
    async keep(change) {
      // Read again first: another tab may have saved one meanwhile.
      const views = changedBy(await read(), change).slice(0, MOST_VIEWS)
      await writeKept(key, views)
      return views
    },
  }
}

function inAccount(account: AccountViews, listId: string): ViewStore {
  const read = async () => viewsOf(await account.read(listId))
  return {
    async read() {
      const kept = await read()
      return takeOver(account, listId, kept)
    },
    async keep(change) {
      if (change.kind === 'save') await account.keep(listId, { name: change.view.name, query: queryOf(change.view) })
      else if (change.kind === 'delete') await account.remove(listId, change.name)
      else await account.share(listId, change)
      return read()
    },
  }
}

/** Gives the account what this device kept before there were views of accounts, or for a guest: once, if all goes well. */
async function takeOver(
  account: AccountViews,
  listId: string,
  kept: readonly SavedView[],
): Promise<readonly SavedView[]> {
  const key = viewsKey(listId)
  const found = readViews(await readKept(key))
  if (found.length === 0) return kept
  const left: SavedView[] = []
  let views = kept
  for (const view of besideKept(found, kept)) {
    // Whoever signs out takes what this device kept with them: nothing of it goes to who comes next.
    if (readViews(await readKept(key)).length === 0) return views
    const isKept = await account.keep(listId, { name: view.name, query: queryOf(view) }).then(
      () => true,
      (fault: unknown) => {
        if (fault instanceof DOMException && fault.name === 'AbortError') throw fault
        return false
      },
    )
    if (isKept) views = withView(views, view)
    else left.push(view)
  }
  // What could not be taken now is taken another time.
  await (left.length > 0 ? writeKept(key, left) : forgetKept(key))
  return views
}
