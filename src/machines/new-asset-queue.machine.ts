import { type AnyActorRef, assign, enqueueActions, setup, stateIn } from 'xstate'
import { placeholderActor } from './placeholder-actor.ts'
import { SHARED_FIELDS, SHARED_FORM } from './rules/new-asset.ts'

/** Initial data of an entry. Without a file the entry is restored from its draft. */
export interface QueuedAsset {
  readonly id: string
  readonly file?: File
}

interface NewAssetQueueContext {
  /** Entry actors, identified by their ids. */
  entries: readonly AnyActorRef[]
  /** `line`: ids of entries waiting to be created, in order. `making`: ids of entries being created. */
  line: readonly string[]
  making: readonly string[]
}

type NewAssetQueueEvent =
  | { type: 'models.added'; models: readonly QueuedAsset[] }
  | { type: 'making.requested' }
  | { type: 'queue.discarded' }
  | { type: 'turn.requested'; id: string }
  | { type: 'turn.ended'; id: string }
  | { type: 'entry.removed'; id: string }

export const MAX_PARALLEL_CREATIONS = 3

/** Creates several assets, one entry each, a few at a time. A failing entry does not block the others. */
export const newAssetQueueMachine = setup({
  types: {} as { context: NewAssetQueueContext; events: NewAssetQueueEvent; tags: 'busy' },
  actors: {
    /** Reads the ids of stored entries, which are added even if the result is late. */
    readQueue: placeholderActor<readonly string[]>('readQueue'),
    entry: placeholderActor<unknown, QueuedAsset & { shared: readonly string[] }>('entry'),
    /** Form with the fields common to all entries. */
    sharedForm: placeholderActor<unknown, typeof SHARED_FORM>('sharedForm'),
  },
  delays: { patience: 2000 },
  guards: {
    hasSome: (_, params: { ids: readonly string[] }) => params.ids.length > 0,
    isRestoring: stateIn('restoring'),
    hasEntries: ({ context }) => context.entries.length > 0,
    isEmpty: ({ context }) => context.entries.length === 0,
    isSettled: ({ context: { line, making } }) => line.length + making.length === 0,
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
    askEntries: enqueueActions(({ context, enqueue }) => {
      for (const entry of context.entries) enqueue.sendTo(entry, { type: 'making.requested' })
    }),
    discardEntries: enqueueActions(({ context, enqueue }) => {
      for (const entry of context.entries) enqueue.sendTo(entry, { type: 'entry.discarded' })
    }),
    dropEntry: enqueueActions(({ context, enqueue }, params: { id: string }) => {
      for (const entry of context.entries) if (entry.id === params.id) enqueue.stopChild(entry)
      enqueue.assign({ entries: context.entries.filter(({ id }) => id !== params.id) })
    }),
    standInLine: assign({ line: ({ context }, params: { id: string }) => [...context.line, params.id] }),
    leaveLine: assign(({ context: { line, making } }, params: { id: string }) => ({
      line: line.filter((id) => id !== params.id),
      making: making.filter((id) => id !== params.id),
    })),
    giveTurns: enqueueActions(({ context: { entries, line, making }, enqueue }) => {
      const next = line.slice(0, MAX_PARALLEL_CREATIONS - making.length)
      enqueue.assign({ line: line.slice(next.length), making: [...making, ...next] })
      for (const entry of entries) if (next.includes(entry.id)) enqueue.sendTo(entry, { type: 'turn.given' })
    }),
  },
}).createMachine({
  id: 'new-asset-queue',
  context: { entries: [], line: [], making: [] },
  initial: 'restoring',
  invoke: {
    id: 'readQueue',
    src: 'readQueue',
    onDone: [
      {
        guard: { type: 'hasSome', params: ({ event }) => ({ ids: event.output }) },
        actions: { type: 'addEntries', params: ({ event }) => ({ models: event.output.map((id) => ({ id })) }) },
      },
      { guard: 'isRestoring', target: '.single' },
    ],
    onError: [{ guard: 'isRestoring', target: '.single' }, {}],
  },
  on: { 'models.added': { actions: { type: 'addEntries', params: ({ event }) => event } } },
  states: {
    restoring: {
      always: { guard: 'hasEntries', target: 'several' },
      // Slow storage must not block the user from creating an asset.
      after: { patience: 'single' },
    },
    single: { always: { guard: 'hasEntries', target: 'several' } },
    several: {
      invoke: { id: 'sharedForm', src: 'sharedForm', input: SHARED_FORM },
      initial: 'editing',
      always: { guard: 'isEmpty', target: 'single' },
      on: {
        'queue.discarded': { actions: 'discardEntries' },
        'entry.removed': {
          actions: [
            { type: 'dropEntry', params: ({ event }) => event },
            { type: 'leaveLine', params: ({ event }) => event },
            'giveTurns',
          ],
        },
        'turn.requested': {
          target: '.making',
          actions: [{ type: 'standInLine', params: ({ event }) => event }, 'giveTurns'],
        },
      },
      states: {
        editing: { on: { 'making.requested': { actions: 'askEntries' } } },
        making: {
          tags: 'busy',
          always: { guard: 'isSettled', target: 'editing' },
          on: { 'turn.ended': { actions: [{ type: 'leaveLine', params: ({ event }) => event }, 'giveTurns'] } },
        },
      },
    },
  },
})

function forwardEntryEvents<Entry extends AnyActorRef>(
  entry: Entry,
  queue: { send: (event: NewAssetQueueEvent) => void },
): Entry {
  entry.on('turn.requested', ({ id }: { id: string }) => queue.send({ type: 'turn.requested', id }))
  entry.on('turn.ended', ({ id }: { id: string }) => queue.send({ type: 'turn.ended', id }))
  entry.on('entry.removed', ({ id }: { id: string }) => queue.send({ type: 'entry.removed', id }))
  return entry
}
