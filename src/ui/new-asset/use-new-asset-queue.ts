import { useSelector } from '@xstate/react'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { uuidv7 } from 'uuidv7'
import { type ActorRefFrom, fromPromise, type SnapshotFrom, type Subscription } from 'xstate'
import { formMachine } from '../../machines/form/form.machine.ts'
import { mergeFieldErrors } from '../../machines/form/form.ts'
import { mergeSharedFields } from '../../machines/new-asset/new-asset.ts'
import { newAssetQueueMachine } from '../../machines/new-asset/new-asset-queue.machine.ts'
import type { DraftStore, IdListStore } from '../form/draft.ts'
import type { FormActor } from '../form/form-actor.ts'
import { useMachineActor } from '../use-machine-actor.ts'
import { childActorsOf } from './bind-new-asset.ts'
import { type CreateAsset, type NewAssetActor, useNewAssetMachine } from './use-new-asset-machine.ts'

type QueueActor = ActorRefFrom<typeof newAssetQueueMachine>

export interface NewAssetQueueOptions {
  create: CreateAsset
  queued: IdListStore
  /** Returns the draft storage of an entry by its id. The id `shared` is for the shared fields. */
  draftOf: (id: string) => DraftStore
}

/** Runs the queue of new assets and stores the entries' ids across reloads. */
export function useNewAssetQueue({ create, queued, draftOf }: NewAssetQueueOptions) {
  const createShared: CreateAsset = (body, { idempotencyKey, signal }) => {
    const { values, revision } = sharedFormOf(actor.getSnapshot())!.getSnapshot().context
    return create(mergeSharedFields(body, values), { idempotencyKey: `${idempotencyKey}.${revision}`, signal })
  }
  const { machine: entry, persistenceOf } = useNewAssetMachine({ create: createShared, draftOf })
  const [machine] = useState(() => {
    const actors = { readQueue: fromPromise(() => queued.read()), entry, sharedForm: formMachine }
    return newAssetQueueMachine.provide({ actors: actors as never })
  })
  const actor: QueueActor = useMachineActor(machine)
  const isRestoring = useSelector(actor, (snapshot) => snapshot.matches('restoring'))
  const isBusy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'))
  const shared = useSelector(actor, sharedFormOf)
  const entries = useSelector(actor, ({ context }) => context.entries as readonly NewAssetActor[])
  useEffect(() => persistQueuedIds(actor, queued), [actor, queued])
  const addFiles = (files: readonly File[]) =>
    actor.send({ type: 'models.added', models: files.map((file) => ({ id: uuidv7(), file })) })
  return {
    actor,
    entries,
    statuses: useNewAssetStatuses(actor),
    shared,
    persistenceOf,
    isRestoring,
    isBusy,
    add: addFiles,
  }
}

export type NewAssetQueue = ReturnType<typeof useNewAssetQueue>

/**
 * State of an entry in its queue: in progress (`open`), missing details (`incomplete`), needing another file (`rejected`), ready to
 * be created, or created (`created`).
 */
export type NewAssetStatus = 'open' | 'incomplete' | 'rejected' | 'ready' | 'created'

function newAssetStatusOf(entry: NewAssetActor): NewAssetStatus {
  const snapshot = entry.getSnapshot()
  if (snapshot.matches({ active: { creation: 'created' } })) return 'created'
  if (snapshot.can({ type: 'creation.requested' })) return 'ready'
  if (!snapshot.matches({ active: { creation: 'idle' } })) return 'open'
  const { form, uploads } = childActorsOf(snapshot.context)
  const model = uploads.model.getSnapshot()
  if (model.matches('empty') || (model.matches('sent') && mergeFieldErrors(form.getSnapshot().context)['model']))
    return 'rejected'
  const hasMissingInput = model.matches('sent') && Object.keys(mergeFieldErrors(form.getSnapshot().context)).length > 0
  return hasMissingInput ? 'incomplete' : 'open'
}

const sharedFormOf = ({ children }: SnapshotFrom<QueueActor>) =>
  children['sharedForm'] as unknown as FormActor | undefined

const entriesOf = (queue: QueueActor) => queue.getSnapshot().context.entries as readonly NewAssetActor[]

function useNewAssetStatuses(queue: QueueActor): readonly NewAssetStatus[] {
  const subscribe = useCallback((listener: () => void) => subscribeToQueue(queue, listener), [queue])
  // A joined string compares by value, so equal states cause no render.
  const statuses = useSyncExternalStore(subscribe, () => entriesOf(queue).map(newAssetStatusOf).join())
  return statuses === '' ? [] : (statuses.split(',') as NewAssetStatus[])
}

/** Stores the ids of entries that are not created yet. */
function persistQueuedIds(queue: QueueActor, { write }: IdListStore): () => void {
  let writtenIds = ''
  return subscribeToQueue(queue, () => {
    // Prevents overwriting the stored ids before the queue has read them.
    if (queue.getSnapshot().children['readQueue']?.getSnapshot().status === 'active') return
    const openIds = entriesOf(queue).flatMap((entry) => (newAssetStatusOf(entry) === 'created' ? [] : [entry.id]))
    if (openIds.join() === writtenIds) return
    writtenIds = openIds.join()
    write(openIds)
  })
}

/**
 * Calls `listener` on every change of a queue, of its entries, and of their forms and models. Returns a function that
 * unsubscribes.
 */
function subscribeToQueue(queue: QueueActor, listener: () => void): () => void {
  const subscriptionsByEntry = new Map<NewAssetActor, readonly Subscription[]>()
  const end = (subscriptions: readonly Subscription[]) => {
    for (const subscription of subscriptions) subscription.unsubscribe()
  }
  const subscribeToEntry = (entry: NewAssetActor) => {
    const { form, uploads } = childActorsOf(entry.getSnapshot().context)
    return [entry.subscribe(listener), form.subscribe(listener), uploads.model.subscribe(listener)]
  }
  const updateSubscriptions = () => {
    const entries = entriesOf(queue)
    for (const entry of entries)
      if (!subscriptionsByEntry.has(entry)) subscriptionsByEntry.set(entry, subscribeToEntry(entry))
    for (const [entry, subscriptions] of subscriptionsByEntry) {
      if (entries.includes(entry)) continue
      end(subscriptions)
      subscriptionsByEntry.delete(entry)
    }
  }
  updateSubscriptions()
  const queueSubscription = queue.subscribe(() => {
    updateSubscriptions()
    listener()
  })
  return () => {
    queueSubscription.unsubscribe()
    for (const subscriptions of subscriptionsByEntry.values()) end(subscriptions)
  }
}
