import { type AnyActorRef, assign, enqueueActions, setup, stateIn } from 'xstate'
import { provided } from './provided.ts'
import { SHARED_FIELDS, SHARED_FORM } from './rules/new-asset.ts'

/** What an entry of a queue begins with; without a file it is brought back from its draft. */
export interface QueuedModel {
  readonly id: string
  readonly file?: File
}

interface QueueContext {
  /** One running entry machine each, which is known by its id. */
  entries: readonly AnyActorRef[]
  /** Ids of the entries that wait for their turn to be made, in their order, and of those whose turn it is. */
  line: readonly string[]
  making: readonly string[]
}

type QueueEvent =
  | { type: 'models.added'; models: readonly QueuedModel[] }
  | { type: 'making.requested' }
  | { type: 'queue.discarded' }
  | { type: 'turn.requested'; id: string }
  | { type: 'turn.ended'; id: string }
  | { type: 'entry.removed'; id: string }

/** How many assets are made at the same time. */
export const PARALLEL_MAKES = 3

/** Several assets at once: each an entry of its own, made a few at a time, and none held up by another that fails. */
export const queueMachine = setup({
  types: {} as { context: QueueContext; events: QueueEvent; tags: 'busy' },
  actors: {
    /** Its answer joins the queue however late it is. */
    readQueue: provided<readonly string[]>('readQueue'),
    entry: provided<unknown, QueuedModel & { shared: readonly string[] }>('entry'),
    /** The form of what all entries have in common. */
    sharedForm: provided<unknown, typeof SHARED_FORM>('sharedForm'),
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
      entries: ({ context, spawn, self }, params: { models: readonly QueuedModel[] }) => [
        ...context.entries,
        ...params.models.map((model) =>
          heard(spawn('entry', { id: model.id, input: { ...model, shared: SHARED_FIELDS } }), self),
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
      const next = line.slice(0, PARALLEL_MAKES - making.length)
      enqueue.assign({ line: line.slice(next.length), making: [...making, ...next] })
      for (const entry of entries) if (next.includes(entry.id)) enqueue.sendTo(entry, { type: 'turn.given' })
    }),
  },
}).createMachine({
  id: 'queue',
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
      // Storage that does not answer keeps nobody from a new asset.
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

/** Hears what an entry tells. */
function heard<Entry extends AnyActorRef>(entry: Entry, queue: { send: (event: QueueEvent) => void }): Entry {
  entry.on('turn.requested', ({ id }: { id: string }) => queue.send({ type: 'turn.requested', id }))
  entry.on('turn.ended', ({ id }: { id: string }) => queue.send({ type: 'turn.ended', id }))
  entry.on('entry.removed', ({ id }: { id: string }) => queue.send({ type: 'entry.removed', id }))
  return entry
}
