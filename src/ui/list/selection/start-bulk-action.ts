import { type Actor, fromPromise } from 'xstate'
import { getErrorMessageKey } from '../../../api/contract/errors.ts'
import { type BulkItem, type BulkOutcome, bulkMachine } from '../../../machines/bulk/bulk.machine.ts'
import type { Row } from '../../../machines/list/paging.ts'
import { identityOf } from '../../../machines/session/session-record.ts'
import type { Atelier } from '../../context.ts'
import type { Translate } from '../../messages.ts'
import type { useCreateActor } from '../../use-machine-actor.ts'
import type { BulkAction, ListSnapshot } from '../bulk-action.ts'
import type { ListActor } from '../state/list-actor.ts'
import type { PendingChanges } from '../state/use-pending-changes.ts'
import type { LazyPageToasts } from '../use-toasts.ts'

/** Bulk action that is running, or waiting until its Undo expires. */
export type BulkActor = Actor<typeof bulkMachine>

/** Parts of the list that a bulk action uses. */
export interface BulkActionContext<R extends Row> {
  actor: ListActor<R>
  during: PendingChanges['trackWhile']
  toasts: Awaited<ReturnType<LazyPageToasts['load']>>
  /** Bulk actions that have not ended. */
  jobs: Set<BulkActor>
  /** Whether the page is being unloaded. */
  isLeaving: { current: boolean }
  /** Whether the list was unmounted. */
  isUnmounted: { current: boolean }
  nameOf: (row: R) => string
  say: Translate
  session: Atelier['session']
  createActor: ReturnType<typeof useCreateActor>
}

/** Maximum number of failed rows that a message names before it shows a count. */
const MAX_NAMED_FAILURES = 3

/** Starts a bulk action and reports its outcome. */
export function startBulkAction<R extends Row>(
  action: BulkAction<R>,
  rows: readonly R[],
  choice: string | undefined,
  context: BulkActionContext<R>,
): void {
  const { actor, during: trackWhile, toasts, jobs, isLeaving, isUnmounted, nameOf, say, session, createActor } = context
  const { rows: loadedRows, shown, paging, totalDocs } = actor.getSnapshot().context
  const list = { rows: loadedRows, shown, paging, totalDocs }
  const applicableRows = rows.filter((row) => action.appliesTo?.(row) ?? true)
  const items = applicableRows.map((row) => ({
    id: row.id,
    name: nameOf(row),
    version: versionOf(row),
    ...action.itemDetails?.(row, list),
  }))
  const skippedCount = rows.length - items.length
  const skippedText =
    skippedCount > 0 && action.skippedMessage ? say(action.skippedMessage, { n: skippedCount }) : undefined
  if (items.length === 0) {
    if (skippedText) toasts.info({ text: skippedText })
    else toasts.error({ text: say(action.failed, { n: skippedCount }) })
    return
  }
  const isDeferred = action.revert === undefined
  const currentUser = () => identityOf(session.getSnapshot().context.data)
  const job = createActor(provideBulkMachine(action, items, list, isLeaving, whileSameUser(currentUser, trackWhile)), {
    input: { action: action.id, items, choice, isDeferred },
  }).start()
  jobs.add(job)
  // The Undo toast may outlive its bulk action. XState warns about events sent to a stopped actor.
  const send = (event: { type: 'job.undone' | 'job.released' }) => {
    if (jobs.has(job)) job.send(event)
  }
  const offerUndo = (doneItems: readonly BulkItem[]) =>
    toasts.undo({
      text: say(action.done, { n: doneItems.length, name: doneItems[0]?.name ?? '' }),
      detail: skippedText,
      label: say('list.undo'),
      onUndo: () => send({ type: 'job.undone' }),
      onClosed: () => send({ type: 'job.released' }),
    })
  const reportFailures = ({ failures }: BulkOutcome) => {
    if (failures.length === 0) return
    const namedFailures = failures
      .slice(0, MAX_NAMED_FAILURES)
      .map(({ item, error }) => `${item.name}: ${say(getErrorMessageKey(error))}`)
    const unnamedCount = failures.length - namedFailures.length
    toasts.error({
      text: say(action.failed, { n: failures.length }),
      detail: [...namedFailures, ...(unnamedCount > 0 ? [say('list.andMore', { n: unnamedCount })] : [])].join(' '),
    })
  }
  const showChanged = ({ changed, rows: changedRows }: BulkOutcome) => {
    if (changedRows) actor.send({ type: 'rows.changed', rows: changedRows })
    else if (changed.length > 0) actor.send({ type: 'refresh.requested' })
  }
  job.on('job.finished', ({ outcome }) => {
    reportFailures(outcome)
    if (isDeferred) {
      const failedIds = outcome.failures.map(({ item }) => item.id)
      if (failedIds.length > 0) actor.send({ type: 'rows.restored', ids: failedIds })
      if (outcome.changed.length > 0) actor.send({ type: 'rows.deleted', ids: outcome.changed.map(({ id }) => id) })
      return
    }
    if (outcome.changed.length > 0) offerUndo(outcome.changed)
    else if (action.nothing && outcome.failures.length === 0)
      toasts.info({ text: say(action.nothing), detail: skippedText })
    showChanged(outcome)
  })
  job.on('job.reverted', ({ outcome }) => {
    reportFailures(outcome)
    if (isDeferred) actor.send({ type: 'rows.restored', ids: items.map(({ id }) => id) })
    else showChanged(outcome)
  })
  job.subscribe({ complete: () => jobs.delete(job) })
  if (!isDeferred) return
  actor.send({ type: 'rows.removed', ids: items.map(({ id }) => id) })
  offerUndo(items)
  // The list unmounted while the toasts loaded, so no Undo toast is visible that could release the action.
  if (isUnmounted.current) send({ type: 'job.released' })
}

const versionOf = ({ updatedAt }: Row & { updatedAt?: unknown }) =>
  typeof updatedAt === 'string' ? updatedAt : undefined

/** Runs a task only while the same user is signed in. Otherwise the task would run with another account. */
const whileSameUser = (currentUser: () => string | null, trackWhile: PendingChanges['trackWhile']) => {
  const initialUser = currentUser()
  return <T>(ids: readonly string[], runTask: () => Promise<T>): Promise<T> =>
    currentUser() === initialUser
      ? trackWhile(ids, runTask())
      : Promise.reject(new DOMException('Another account is signed in.', 'AbortError'))
}

function provideBulkMachine<R extends Row>(
  action: BulkAction<R>,
  items: readonly BulkItem[],
  list: ListSnapshot,
  isLeaving: { current: boolean },
  trackWhile: ReturnType<typeof whileSameUser>,
) {
  const ids = items.map(({ id }) => id)
  return bulkMachine.provide({
    actors: {
      performJob: fromPromise(({ input: { items, choice } }) =>
        trackWhile(ids, () => action.perform({ items, list, choice, isLeaving: isLeaving.current })),
      ),
      revertJob: fromPromise(({ input: { items, job } }) => {
        if (!action.revert) throw new Error(`'${action.id}' cannot be reverted`)
        const { revert } = action
        return trackWhile(ids, () => revert({ items, list, choice: job.choice, isLeaving: isLeaving.current }))
      }),
    },
  })
}
