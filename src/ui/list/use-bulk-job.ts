import { type Actor, fromPromise } from 'xstate'
import { wordOf } from '../../api/contract/errors.ts'
import { type BulkItem, type BulkOutcome, bulkMachine } from '../../machines/bulk.machine.ts'
import type { Row } from '../../machines/rules/paging.ts'
import { identityOf } from '../../machines/rules/session-record.ts'
import type { Atelier } from '../context.ts'
import type { useCreateActor } from '../machine.ts'
import type { Translate } from '../words.ts'
import type { BulkAction, Standing } from './bulk.ts'
import type { ListActor } from './list-actor.ts'
import type { OwnChanges } from './use-own.ts'
import type { ListToasts } from './use-toasts.ts'

/** One action on rows, under way or waiting for its Undo to pass. */
export type BulkJob = Actor<typeof bulkMachine>

/** What a job has of the list it is begun in. */
export interface BulkPlace<R extends Row> {
  actor: ListActor<R>
  during: OwnChanges['during']
  toasts: Awaited<ReturnType<ListToasts['want']>>
  /** The jobs that have not ended. */
  jobs: Set<BulkJob>
  /** The page is being left. */
  isLeaving: { current: boolean }
  /** The list was left. */
  isGone: { current: boolean }
  nameOf: (row: R) => string
  say: Translate
  session: Atelier['session']
  createActor: ReturnType<typeof useCreateActor>
}

/** Names told of rows that could not be changed; the rest is counted. */
const NAMES_TOLD = 3

/** Begins an action on rows, and tells what becomes of it. Loaded when first wanted. */
export function beginJob<R extends Row>(
  action: BulkAction<R>,
  rows: readonly R[],
  choice: string | undefined,
  place: BulkPlace<R>,
): void {
  const { actor, during, toasts, jobs, isLeaving, isGone, nameOf, say, session, createActor } = place
  const { rows: held, shown, paging, totalDocs } = actor.getSnapshot().context
  const list = { rows: held, shown, paging, totalDocs }
  const fitting = rows.filter((row) => action.fits?.(row) ?? true)
  const items = fitting.map((row) => ({
    id: row.id,
    name: nameOf(row),
    version: versionOf(row),
    ...action.knows?.(row, list),
  }))
  const left = rows.length - items.length
  const leftOut = left > 0 && action.leftOut ? say(action.leftOut, { n: left }) : undefined
  if (items.length === 0) {
    if (leftOut) toasts.note({ text: leftOut })
    else toasts.bad({ text: say(action.failed, { n: left }) })
    return
  }
  const isHeld = action.revert === undefined
  const who = () => identityOf(session.getSnapshot().context.data)
  const job = createActor(provideJob(action, items, list, isLeaving, ofOne(who, during)), {
    input: { action: action.id, items, choice, isHeld },
  }).start()
  jobs.add(job)
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
    else if (action.nothing && outcome.failures.length === 0)
      toasts.note({ text: say(action.nothing), detail: leftOut })
    showChanged(outcome)
  })
  job.on('job.reverted', ({ outcome }) => {
    tellFailures(outcome)
    if (isHeld) actor.send({ type: 'rows.restored', ids: items.map(({ id }) => id) })
    else showChanged(outcome)
  })
  job.subscribe({ complete: () => jobs.delete(job) })
  if (!isHeld) return
  actor.send({ type: 'rows.removed', ids: items.map(({ id }) => id) })
  offerUndo(items)
  // Left while what offers Undo was on its way: nobody sees it, and nothing would ever release the job.
  if (isGone.current) job.send({ type: 'job.released' })
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
  list: Standing,
  isLeaving: { current: boolean },
  during: ReturnType<typeof ofOne>,
) {
  const ids = items.map(({ id }) => id)
  return bulkMachine.provide({
    actors: {
      perform: fromPromise(({ input: { items, choice } }) =>
        during(ids, () => action.perform({ items, list, choice, isLeaving: isLeaving.current })),
      ),
      revert: fromPromise(({ input: { items, job } }) => {
        if (!action.revert) throw new Error(`'${action.id}' cannot be reverted`)
        const { revert } = action
        return during(ids, () => revert({ items, list, choice: job.choice, isLeaving: isLeaving.current }))
      }),
    },
  })
}
