import { useCallback, useEffect, useEffectEvent, useRef } from 'react'
import { toPromise } from 'xstate'
import type { Row } from '../../machines/rules/paging.ts'
import { useAtelier } from '../context.ts'
import { holdWork } from '../held-work.ts'
import { part } from '../kit/part.ts'
import { useCreateActor } from '../machine.ts'
import type { BulkAction } from './bulk.ts'
import type { ListDefinition } from './definition.ts'
import type { ListActor } from './list-actor.ts'
import type { BulkJob } from './use-bulk-job.ts'
import type { OwnChanges } from './use-own.ts'
import type { ListToasts } from './use-toasts.ts'

/** Nothing is done to rows before there are some. */
const beginner = part(async () => (await import('./use-bulk-job.ts')).beginJob)

/**
 * Begins an action on rows; rejects, with nothing begun, where what tells of it and offers Undo is out of reach.
 */
export type RunBulk<R extends Row> = (action: BulkAction<R>, rows: readonly R[], choice?: string) => Promise<void>

/**
 * Runs actions on rows, one or many: each with a toast that can take it back, failures told row by row. Rows stand as the
 * answer says, each in its place. Leaving the list, or the page, does at once what still waited.
 */
export function useBulk<R extends Row>(
  list: ListDefinition<R>,
  actor: ListActor<R>,
  own: OwnChanges,
  wantToasts: ListToasts['want'],
): RunBulk<R> {
  const { translate, session } = useAtelier()
  const createActor = useCreateActor()
  const isLeaving = useRef(false)
  const isGone = useRef(false)
  const jobs = useRef(new Set<BulkJob>())
  const nameOf = useEffectEvent(list.nameOf)
  const say = useEffectEvent(translate)
  useEffect(() => {
    const held = jobs.current
    isGone.current = false
    const release = () => {
      for (const job of held) job.send({ type: 'job.released' })
    }
    const leave = () => {
      isLeaving.current = true
      release()
    }
    const drop = holdWork(() => {
      const waiting = [...held].map((job) => toPromise(job))
      leave()
      return Promise.all(waiting)
    })
    addEventListener('pagehide', leave)
    return () => {
      isGone.current = true
      drop()
      removeEventListener('pagehide', leave)
      release()
    }
  }, [])

  const { during } = own
  return useCallback(
    async (action: BulkAction<R>, rows: readonly R[], choice?: string) => {
      const [toasts, begin] = await Promise.all([wantToasts(), beginner.want()])
      begin(action, rows, choice, {
        actor,
        during,
        toasts,
        jobs: jobs.current,
        isLeaving,
        isGone,
        nameOf,
        say,
        session,
        createActor,
      })
    },
    [actor, during, wantToasts, session, createActor],
  )
}
