import { useCallback, useEffect, useEffectEvent, useRef } from 'react'
import { type Actor, fromPromise, toPromise } from 'xstate'
import { wordOf } from '../../api/contract/errors.ts'
import { type BulkItem, type BulkOutcome, bulkMachine } from '../../machines/bulk.machine.ts'
import type { Row } from '../../machines/rules/paging.ts'
import { identityOf } from '../../machines/rules/session-record.ts'
import { useAtelier } from '../context.ts'
import { holdWork } from '../held-work.ts'
import { useCreateActor } from '../machine.ts'
import type { BulkAction } from './bulk.ts'
import type { ListDefinition } from './definition.ts'
import type { ListActor } from './list-actor.ts'
import type { OwnChanges } from './use-own.ts'
import type { ListToasts } from './use-toasts.ts'

/**
 * Begins an action on rows; rejects, with nothing begun, where what tells of it and offers Undo is out of reach.
 */
export type RunBulk<R extends Row> = (action: BulkAction<R>, rows: readonly R[], choice?: string) => Promise<void>

/** Names told of rows that could not be changed; the rest is counted. */
const NAMES_TOLD = 3

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
  const jobs = useRef(new Set<Actor<typeof bulkMachine>>())
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
      const fitting = rows.filter((row) => action.fits?.(row) ?? true)
      const items = fitting.map((row) => ({ id: row.id, name: nameOf(row), version: versionOf(row) }))
      const toasts = await wantToasts()
      const left = rows.length - items.length
      const leftOut = left > 0 && action.leftOut ? say(action.leftOut, { n: left }) : undefined
      if (items.length === 0) return void toasts.bad({ text: leftOut ?? say(action.failed, { n: left }) })
      const isHeld = action.revert === undefined
      const who = () => identityOf(session.getSnapshot().context.data)
      const job = createActor(provideJob(action, items, isLeaving, ofOne(who, during)), {
        input: { action: action.id, items, choice, isHeld },
      }).start()
      jobs.current.add(job)
      const offerUndo = (done: readonly BulkItem[]) =>
        toasts.undo({
          text: say(action.done, { n: done.length, name: done[0]?.name ?? '' }),
          detail: leftOut,
          label: say('list.undo'),
          onUndo: () => job.send({ type: 'job.undone' }),
          onGone: () => job.send({ type: 'job.released' }),
        })
      const tellFailures = ({ failures }: BulkOutcome) => {
        if (failures.length === 0) return
        const told = failures.slice(0, NAMES_TOLD).map(({ item, error }) => `${item.name}: ${say(wordOf(error))}`)
        const more = failures.length - told.length
        toasts.bad({
          text: say(action.failed, { n: failures.length }),
          detail: [...told, ...(more > 0 ? [say('list.andMore', { n: more })] : [])].join(' '),
        })
      }
      const showChanged = ({ changed, rows: changedRows }: BulkOutcome) => {
        if (changedRows) actor.send({ type: 'rows.changed', rows: changedRows })
        else if (changed.length > 0) actor.send({ type: 'refresh.requested' })
      }
      job.on('job.finished', ({ outcome }) => {
        tellFailures(outcome)
        if (isHeld) {
          const failed = outcome.failures.map(({ item }) => item.id)
          if (failed.length > 0) actor.send({ type: 'rows.restored', ids: failed })
          if (outcome.changed.length > 0) actor.send({ type: 'rows.deleted', ids: outcome.changed.map(({ id }) => id) })
          return
        }
        if (outcome.changed.length > 0) offerUndo(outcome.changed)
        showChanged(outcome)
      })
      job.on('job.reverted', ({ outcome }) => {
        tellFailures(outcome)
        if (isHeld) actor.send({ type: 'rows.restored', ids: items.map(({ id }) => id) })
        else showChanged(outcome)
      })
      job.subscribe({ complete: () => jobs.current.delete(job) })
      if (!isHeld) return
      actor.send({ type: 'rows.removed', ids: items.map(({ id }) => id) })
      offerUndo(items)
      // Left while what offers Undo was on its way: nobody sees it, and nothing would ever release the job.
      if (isGone.current) job.send({ type: 'job.released' })
    },
    [actor, during, wantToasts, session, createActor],
  )
}

const versionOf = ({ updatedAt }: Row & { updatedAt?: unknown }) =>
  typeof updatedAt === 'string' ? updatedAt : undefined

/** Does things only while who began them is signed in: another account must not do them in its own name. */
const ofOne = (who: () => string | null, during: OwnChanges['during']) => {
  const began = who()
  return <T>(ids: readonly string[], work: () => Promise<T>): Promise<T> =>
    who() === began
      ? during(ids, work())
      : Promise.reject(new DOMException('Another account is signed in.', 'AbortError'))
}

function provideJob<R extends Row>(
  action: BulkAction<R>,
  items: readonly BulkItem[],
  isLeaving: { current: boolean },
  during: ReturnType<typeof ofOne>,
) {
  const ids = items.map(({ id }) => id)
  return bulkMachine.provide({
    actors: {
      perform: fromPromise(({ input: { items, choice } }) =>
        during(ids, () => action.perform({ items, choice, isLeaving: isLeaving.current })),
      ),
      revert: fromPromise(({ input: { items, job } }) => {
        if (!action.revert) throw new Error(`'${action.id}' cannot be reverted`)
        const { revert } = action
        return during(ids, () => revert({ items, choice: job.choice, isLeaving: isLeaving.current }))
      }),
    },
  })
}
