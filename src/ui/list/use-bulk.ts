import { useCallback, useEffect, useRef, useState } from 'react'
import { type Actor, createActor, fromPromise } from 'xstate'
import { wordOf } from '../../api/contract/errors.ts'
import { type BulkJob, bulkMachine } from '../../machines/bulk.machine.ts'
import type { Row } from '../../machines/rules/paging.ts'
import { useAtelier } from '../context.ts'
import type { BulkAction } from './bulk.ts'
import type { ListDefinition } from './definition.ts'
import type { ListActor } from './use-list.ts'
import type { ListToasts } from './use-toasts.ts'

/** The actions on selected rows. */
export interface Bulk<R extends Row> {
  /** Begins one; rejects, with nothing begun, where what tells of it and offers Undo is out of reach. */
  run: (action: BulkAction<R>, rows: readonly R[], choice?: string) => Promise<void>
  /** Rows that are gone as far as this person is concerned, while their deletion waits for Undo to pass. */
  hidden: ReadonlySet<string>
  /** Something is on its way: what it changes is no news. */
  isBusy: boolean
}

/** Names told of rows that could not be changed; the rest is counted. */
const NAMES_TOLD = 3

/**
 * Runs actions on several rows: each with a toast that can take it back, failures told row by row. Leaving the list, or the
 * page, does at once what still waited.
 */
export function useBulk<R extends Row>(
  list: ListDefinition<R>,
  actor: ListActor<R>,
  wantToasts: ListToasts['want'],
): Bulk<R> {
  const { translate } = useAtelier()
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const [underWay, setUnderWay] = useState(0)
  const isLeaving = useRef(false)
  const jobs = useRef(new Set<Actor<typeof bulkMachine>>())
  const latest = useRef({ list, translate })
  useEffect(() => {
    latest.current = { list, translate }
  })
  useEffect(() => {
    const held = jobs.current
    const release = () => {
      for (const job of held) job.send({ type: 'job.released' })
    }
    const leave = () => {
      isLeaving.current = true
      release()
    }
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      release()
    }
  }, [])

  const run = useCallback(
    async (action: BulkAction<R>, rows: readonly R[], choice?: string) => {
      const { nameOf } = latest.current.list
      const fitting = rows.filter((row) => action.fits?.(row) ?? true)
      const items = fitting.map((row) => ({ id: row.id, name: nameOf(row) }))
      const toasts = await wantToasts()
      const { translate } = latest.current
      const left = rows.length - items.length
      const leftOut = left > 0 && action.leftOut ? translate(action.leftOut, { n: left }) : undefined
      if (items.length === 0) return void toasts.bad({ text: leftOut ?? translate(action.failed, { n: left }) })
      const isHeld = action.revert === undefined
      const job = startJob(action, { action: action.id, items, choice, isHeld }, isLeaving)
      jobs.current.add(job)
      const ids = new Set(items.map(({ id }) => id))
      const refresh = () => actor.send({ type: 'refresh.requested' })
      const unhide = () => setHidden((old) => new Set([...old].filter((id) => !ids.has(id))))
      const offerUndo = (n: number) =>
        toasts.undo({
          text: translate(action.done, { n }),
          detail: leftOut,
          label: translate('list.undo'),
          onUndo: () => job.send({ type: 'job.undone' }),
          onGone: () => job.send({ type: 'job.released' }),
        })
      const tellFailures = ({ failures }: { failures: readonly { item: { name: string }; error: unknown }[] }) => {
        if (failures.length === 0) return
        const told = failures.slice(0, NAMES_TOLD).map(({ item, error }) => `${item.name}: ${translate(wordOf(error))}`)
        const more = failures.length - told.length
        toasts.bad({
          text: translate(action.failed, { n: failures.length }),
          detail: [...told, ...(more > 0 ? [translate('list.andMore', { n: more })] : [])].join(' '),
        })
      }
      job.on('job.finished', ({ outcome }) => {
        if (outcome.changed.length > 0 && !isHeld) offerUndo(outcome.changed.length)
        tellFailures(outcome)
        refresh()
      })
      job.on('job.reverted', ({ outcome }) => {
        tellFailures(outcome)
        unhide()
        if (!isHeld) refresh()
      })
      const isSending = () => job.getSnapshot().hasTag('sending')
      let wasSending = isSending()
      if (wasSending) setUnderWay((n) => n + 1)
      job.subscribe({
        next: () => {
          if (isSending() === wasSending) return
          wasSending = !wasSending
          const change = wasSending ? 1 : -1
          setUnderWay((n) => n + change)
        },
        complete: () => jobs.current.delete(job),
      })
      if (isHeld) {
        setHidden((old) => new Set([...old, ...ids]))
        offerUndo(items.length)
        // Shown again with the load that follows, or hidden for good.
        job.on('job.finished', unhide)
      }
    },
    [actor, wantToasts],
  )
  return { run, hidden, isBusy: underWay > 0 }
}

function startJob<R extends Row>(action: BulkAction<R>, job: BulkJob, isLeaving: { current: boolean }) {
  const machine = bulkMachine.provide({
    actors: {
      perform: fromPromise(({ input: { items, choice } }) =>
        action.perform({ items, choice, isLeaving: isLeaving.current }),
      ),
      revert: fromPromise(({ input: { items, job } }) => {
        if (!action.revert) throw new Error(`'${action.id}' cannot be reverted`)
        return action.revert({ items, choice: job.choice, isLeaving: isLeaving.current })
      }),
    },
  })
  return createActor(machine, { input: job }).start()
}
