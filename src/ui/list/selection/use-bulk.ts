import { useCallback, useEffect, useEffectEvent, useRef } from 'react'
import { toPromise } from 'xstate'
import type { Row } from '../../../machines/rules/paging.ts'
import { useAtelier } from '../../context.ts'
import { lazyModule } from '../../kit/loading/lazy-module.ts'
import { registerPendingUndo } from '../../pending-undo.ts'
import { useCreateActor } from '../../use-machine-actor.ts'
import type { ListDefinition } from '../definition.ts'
import type { ListActor } from '../state/list-actor.ts'
import type { PendingChanges } from '../state/use-pending-changes.ts'
import { useListTranslate } from '../use-list-translate.ts'
import type { ListToasts } from '../use-toasts.ts'
import type { BulkAction } from './bulk.ts'
import type { BulkJob } from './start-bulk-job.ts'

/** Lazy code that starts a job. No job can start before rows are loaded. */
const lazyStartBulkJob = lazyModule(async () => (await import('./start-bulk-job.ts')).startBulkJob)

/** Starts a bulk action. Rejects without starting it if the toasts that offer Undo cannot be loaded. */
export type RunBulkAction<R extends Row> = (action: BulkAction<R>, rows: readonly R[], choice?: string) => Promise<void>

/**
 * Runs actions on one or many rows, each with an Undo toast and failures reported per row. Updated rows keep their position.
 * Leaving the list or page runs pending actions immediately.
 */
export function useBulkActions<R extends Row>(
  list: ListDefinition<R>,
  actor: ListActor<R>,
  pendingChanges: PendingChanges,
  wantToasts: ListToasts['load'],
): RunBulkAction<R> {
  const translate = useListTranslate()
  const { session } = useAtelier()
  const createActor = useCreateActor()
  const isLeaving = useRef(false)
  const isUnmounted = useRef(false)
  const jobs = useRef(new Set<BulkJob>())
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
    const unregister = registerPendingUndo(() => {
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
        isGone: isUnmounted,
        nameOf,
        say: translateMessage,
        session,
        createActor,
      })
    },
    [actor, trackWhile, wantToasts, session, createActor],
  )
}
