import { type AnyActorRef, assign, enqueueActions, setup, stateIn } from 'xstate'
import { placeholderActor } from '../placeholder-actor.ts'
import { SHARED_FIELDS, SHARED_FORM } from './new-asset.ts'

/** Initial data of an entry. Without a file the entry is restored from its draft. */
export interface QueuedAsset {
  readonly id: string
  readonly file?: File
}

interface NewAssetQueueContext {
  /** Entry actors, identified by their ids. */
  entries: readonly AnyActorRef[]
  /** `waiting`: ids of entries waiting to be created, in order. `creating`: ids of entries being created. */
  waiting: readonly string[]
  creating: readonly string[]
}

type NewAssetQueueEvent =
  | { type: 'models.added'; models: readonly QueuedAsset[] }
  | { type: 'creation.requested' }
  | { type: 'queue.discarded' }
  | { type: 'slot.requested'; id: string }
  | { type: 'slot.released'; id: string }
  | { type: 'entry.removed'; id: string }

export const MAX_PARALLEL_CREATIONS = 3

/** Creates multiple assets, one entry each, a few at a time. A failing entry does not block the others. */
export const newAssetQueueMachine = setup({
  types: {} as { context: NewAssetQueueContext; events: NewAssetQueueEvent; tags: 'busy' },
  actors: {
    /** Reads the ids of stored entries, which are added even if the result is late. */
    readQueue: placeholderActor<readonly string[]>('readQueue'),
    entry: placeholderActor<unknown, QueuedAsset & { shared: readonly string[] }>('entry'),
    /** Form with the fields common to all entries. */
    sharedForm: placeholderActor<unknown, typeof SHARED_FORM>('sharedForm'),
  },
  delays: { restoreTimeout: 2000 },
  guards: {
    hasIds: (_, params: { ids: readonly string[] }) => params.ids.length > 0,
    isRestoring: stateIn('restoring'),
    hasEntries: ({ context }) => context.entries.length > 0,
    isEmpty: ({ context }) => context.entries.length === 0,
    isSettled: ({ context: { waiting, creating } }) => waiting.length + creating.length === 0,
  },
  actions: {
    addEntries: assign({
      entries: ({ context, spawn, self }, params: { models: readonly QueuedAsset[] }) => [
        ...context.entries,
        ...params.models.map((model) =>
          forwardEntryEvents(spawn('entry', { id: model.id, input: { ...model, shared: SHARED_FIELDS } }), self),
        ),
      ],
    }),
    requestCreations: enqueueActions(({ context, enqueue }) => {
      for (const entry of context.entries) enqueue.sendTo(entry, { type: 'creation.requested' })
    }),
    discardEntries: enqueueActions(({ context, enqueue }) => {
      for (const entry of context.entries) enqueue.sendTo(entry, { type: 'entry.discarded' })
    }),
    removeEntry: enqueueActions(({ context, enqueue }, params: { id: string }) => {
      for (const entry of context.entries) if (entry.id === params.id) enqueue.stopChild(entry)
      enqueue.assign({ entries: context.entries.filter(({ id }) => id !== params.id) })
    }),
    enqueueEntry: assign({ waiting: ({ context }, params: { id: string }) => [...context.waiting, params.id] }),
    dequeueEntry: assign(({ context: { waiting, creating } }, params: { id: string }) => ({
      waiting: waiting.filter((id) => id !== params.id),
      creating: creating.filter((id) => id !== params.id),
    })),
    grantSlots: enqueueActions(({ context: { entries, waiting, creating }, enqueue }) => {
      const next = waiting.slice(0, MAX_PARALLEL_CREATIONS - creating.length)
      enqueue.assign({ waiting: waiting.slice(next.length), creating: [...creating, ...next] })
      for (const entry of entries) if (next.includes(entry.id)) enqueue.sendTo(entry, { type: 'slot.granted' })
    }),
  },
}).createMachine({
  id: 'new-asset-queue',
  context: { entries: [], waiting: [], creating: [] },
  initial: 'restoring',
  invoke: {
    id: 'readQueue',
    src: 'readQueue',
    onDone: [
      {
        guard: { type: 'hasIds', params: ({ event }) => ({ ids: event.output }) },
        actions: { type: 'addEntries', params: ({ event }) => ({ models: event.output.map((id) => ({ id })) }) },
      },
      { guard: 'isRestoring', target: '.single' },
    ],
    onError: [{ guard: 'isRestoring', target: '.single' }, {}],
  },
  on: { 'models.added': { actions: { type: 'addEntries', params: ({ event }) => event } } },
  states: {
    restoring: {
      always: { guard: 'hasEntries', target: 'multiple' },
      // Slow storage must not block the user from creating an asset.
      after: { restoreTimeout: 'single' },
    },
    single: { always: { guard: 'hasEntries', target: 'multiple' } },
    multiple: {
      invoke: { id: 'sharedForm', src: 'sharedForm', input: SHARED_FORM },
      initial: 'editing',
      always: { guard: 'isEmpty', target: 'single' },
      on: {
        'queue.discarded': { actions: 'discardEntries' },
        'entry.removed': {
          actions: [
            { type: 'removeEntry', params: ({ event }) => event },
            { type: 'dequeueEntry', params: ({ event }) => event },
            'grantSlots',
          ],
        },
        'slot.requested': {
          target: '.creating',
          actions: [{ type: 'enqueueEntry', params: ({ event }) => event }, 'grantSlots'],
        },
      },
      states: {
        editing: { on: { 'creation.requested': { actions: 'requestCreations' } } },
        creating: {
          tags: 'busy',
          always: { guard: 'isSettled', target: 'editing' },
          on: { 'slot.released': { actions: [{ type: 'dequeueEntry', params: ({ event }) => event }, 'grantSlots'] } },
        },
      },
    },
  },
})

function forwardEntryEvents<Entry extends AnyActorRef>(
  entry: Entry,
  queue: { send: (event: NewAssetQueueEvent) => void },
): Entry {
  entry.on('slot.requested', ({ id }: { id: string }) => queue.send({ type: 'slot.requested', id }))
  entry.on('slot.released', ({ id }: { id: string }) => queue.send({ type: 'slot.released', id }))
  entry.on('entry.removed', ({ id }: { id: string }) => queue.send({ type: 'entry.removed', id }))
  return entry
}
