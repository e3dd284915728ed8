import { useSelector } from '@xstate/react'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { uuidv7 } from 'uuidv7'
import { type ActorRefFrom, fromPromise, type SnapshotFrom, type Subscription } from 'xstate'
import { formMachine } from '../../machines/form.machine.ts'
import { queueMachine } from '../../machines/queue.machine.ts'
import { faultsNow } from '../../machines/rules/form.ts'
import { withShared } from '../../machines/rules/new-asset.ts'
import type { DraftKeeper, IdsKeeper } from '../form/draft.ts'
import type { FormActor } from '../form/form-actor.ts'
import { useMachineActor } from '../machine.ts'
import { partsOf } from './follow-parts.ts'
import { type CreateAsset, type EntryActor, useEntryMachine } from './use-entry-machine.ts'

type QueueActor = ActorRefFrom<typeof queueMachine>

/** What {@link useQueue} is made from. */
export interface UseQueueOptions {
  create: CreateAsset
  /** Which assets it holds, beyond a reload. */
  queued: IdsKeeper
  /** Where what is filled in survives a reload, by the entry's id; `shared` is what all have in common. */
  draftOf: (id: string) => DraftKeeper
}

/** Runs the queue of new assets and keeps which they are beyond a reload. */
export function useQueue({ create, queued, draftOf }: UseQueueOptions) {
  const createShared: CreateAsset = (body, { idempotencyKey, signal }) => {
    const { values, revision } = sharedFormOf(actor.getSnapshot())!.getSnapshot().context
    return create(withShared(body, values), { idempotencyKey: `${idempotencyKey}.${revision}`, signal })
  }
  const { machine: entry, keptOf } = useEntryMachine({ create: createShared, draftOf })
  const [machine] = useState(() => {
    const actors = { readQueue: fromPromise(() => queued.read()), entry, sharedForm: formMachine }
    return queueMachine.provide({ actors: actors as never })
  })
  const actor: QueueActor = useMachineActor(machine)
  const isRestoring = useSelector(actor, (snapshot) => snapshot.matches('restoring'))
  const isBusy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'))
  const shared = useSelector(actor, sharedFormOf)
  const entries = useSelector(actor, ({ context }) => context.entries as readonly EntryActor[])
  useEffect(() => keepIds(actor, queued), [actor, queued])
  const add = (files: readonly File[]) =>
    actor.send({ type: 'models.added', models: files.map((file) => ({ id: uuidv7(), file })) })
  return { actor, entries, standings: useStandings(actor), shared, keptOf, isRestoring, isBusy, add }
}

/** A running queue, as {@link useQueue} gives it. */
export type Queue = ReturnType<typeof useQueue>

/**
 * How an entry stands in its queue: on its way, waiting for details (`lacking`) or for another file (`rejected`), ready to be
 * made, or made.
 */
export type Standing = 'open' | 'lacking' | 'rejected' | 'ready' | 'made'

function standingOf(entry: EntryActor): Standing {
  const snapshot = entry.getSnapshot()
  if (snapshot.matches({ inHand: { making: 'made' } })) return 'made'
  if (snapshot.can({ type: 'making.requested' })) return 'ready'
  if (!snapshot.matches({ inHand: { making: 'idle' } })) return 'open'
  const { form, uploads } = partsOf(snapshot.context)
  const model = uploads.model.getSnapshot()
  if (model.matches('vacant') || (model.matches('sent') && faultsNow(form.getSnapshot().context)['model']))
    return 'rejected'
  const lacks = model.matches('sent') && Object.keys(faultsNow(form.getSnapshot().context)).length > 0
  return lacks ? 'lacking' : 'open'
}

const sharedFormOf = ({ children }: SnapshotFrom<QueueActor>) =>
  children['sharedForm'] as unknown as FormActor | undefined

const entriesOf = (queue: QueueActor) => queue.getSnapshot().context.entries as readonly EntryActor[]

/** How each entry stands, in their order. */
function useStandings(queue: QueueActor): readonly Standing[] {
  const subscribe = useCallback((listen: () => void) => watch(queue, listen), [queue])
  // A text is the same as long as it says the same.
  const told = useSyncExternalStore(subscribe, () => entriesOf(queue).map(standingOf).join())
  return told === '' ? [] : (told.split(',') as Standing[])
}

/** Keeps which entries are not made yet. */
function keepIds(queue: QueueActor, { write }: IdsKeeper): () => void {
  let written = ''
  return watch(queue, () => {
    // Else what is still on its way from there would be overwritten.
    if (queue.getSnapshot().children['readQueue']?.getSnapshot().status === 'active') return
    const open = entriesOf(queue).flatMap((entry) => (standingOf(entry) === 'made' ? [] : [entry.id]))
    if (open.join() === written) return
    written = open.join()
    write(open)
  })
}

/** Tells of every change of a queue, of its entries and of what those are filled in with. Gives what ends that. */
function watch(queue: QueueActor, listen: () => void): () => void {
  const watched = new Map<EntryActor, readonly Subscription[]>()
  const end = (subscriptions: readonly Subscription[]) => {
    for (const subscription of subscriptions) subscription.unsubscribe()
  }
  const follow = (entry: EntryActor) => {
    const { form, uploads } = partsOf(entry.getSnapshot().context)
    return [entry.subscribe(listen), form.subscribe(listen), uploads.model.subscribe(listen)]
  }
  const look = () => {
    const entries = entriesOf(queue)
    for (const entry of entries) if (!watched.has(entry)) watched.set(entry, follow(entry))
    for (const [entry, subscriptions] of watched) {
      if (entries.includes(entry)) continue
      end(subscriptions)
      watched.delete(entry)
    }
  }
  look()
  const own = queue.subscribe(() => {
    look()
    listen()
  })
  return () => {
    own.unsubscribe()
    for (const subscriptions of watched.values()) end(subscriptions)
  }
}
