import { useCallback, useEffect, useEffectEvent, useRef } from 'react'
import { toPromise } from 'xstate'
import type { Row } from '../../../machines/list/paging.ts'
import { useAtelier } from '../../context.ts'
import { registerDelayedWork } from '../../delayed-work.ts'
import { lazyModule } from '../../kit/loading/lazy-module.ts'
import { useCreateActor } from '../../use-machine-actor.ts'
import type { BulkAction } from '../bulk-action.ts'
import type { ListDefinition } from '../definition.ts'
import type { ListActor } from '../state/list-actor.ts'
import type { PendingChanges } from '../state/use-pending-changes.ts'
import { useListTranslate } from '../use-list-translate.ts'
import type { LazyPageToasts } from '../use-toasts.ts'
import type { BulkActor } from './start-bulk-action.ts'

/** Lazy code that starts a bulk action. Needed only once rows are loaded. */
const lazyStartBulkJob = lazyModule(async () => (await import('./start-bulk-action.ts')).startBulkAction)

/** Starts a bulk action. Rejects before the start if the toasts that offer Undo cannot be loaded. */
export type RunBulkAction<R extends Row> = (action: BulkAction<R>, rows: readonly R[], choice?: string) => Promise<void>

/**
 * Runs bulk actions. Each has an Undo toast and reports failures per row. Updated rows keep their position. When the user leaves
 * the list or the page, pending actions run immediately.
 */
export function useBulkActions<R extends Row>(
  list: ListDefinition<R>,
  actor: ListActor<R>,
  pendingChanges: PendingChanges,
  wantToasts: LazyPageToasts['load'],
): RunBulkAction<R> {
  const translate = useListTranslate()
  const { session } = useAtelier()
  const createActor = useCreateActor()
  const isLeaving = useRef(false)
  const isUnmounted = useRef(false)
  const jobs = useRef(new Set<BulkActor>())
  const nameOf = useEffectEvent(list.nameOf)
  const translateMessage = useEffectEvent(translate)
  useEffect(() => {
    const runningJobs = jobs.current
    isUnmounted.current = false
    const releaseJobs = () => {
      for (const job of runningJobs) job.send({ type: 'job.released' })
    }
    const onLeave = () => {
      isLeaving.current = true
      releaseJobs()
    }
    const unregister = registerDelayedWork(() => {
      const settled = [...runningJobs].map((job) => toPromise(job))
      onLeave()
      return Promise.all(settled)
    })
    addEventListener('pagehide', onLeave)
    return () => {
      isUnmounted.current = true
      unregister()
      removeEventListener('pagehide', onLeave)
      releaseJobs()
    }
  }, [])

  const { trackWhile } = pendingChanges
  return useCallback(
    async (action: BulkAction<R>, rows: readonly R[], choice?: string) => {
      const [toasts, startBulkJob] = await Promise.all([wantToasts(), lazyStartBulkJob.load()])
      startBulkJob(action, rows, choice, {
        actor,
        during: trackWhile,
        toasts,
        jobs: jobs.current,
        isLeaving,
        isUnmounted,
        nameOf,
        say: translateMessage,
        session,
        createActor,
      })
    },
    [actor, trackWhile, wantToasts, session, createActor],
  )
}
