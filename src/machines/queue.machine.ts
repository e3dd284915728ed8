import { assign, enqueueActions, setup } from 'xstate'
import { provided } from './provided.ts'

/** One asset of a queue: being filled in, ready to be made, its turn to be made, made, or refused by the service. */
export interface QueueEntry {
  readonly id: string
  /** The model it begins with; absent for one that is brought back from its draft. */
  readonly file?: File
  readonly state: 'open' | 'ready' | 'making' | 'made' | 'refused'
  /** What was made of it. */
  readonly asset?: { readonly id: string; readonly name: string }
}

interface QueueContext {
  entries: readonly QueueEntry[]
}

type QueueEvent =
  | { type: 'models.added'; models: readonly { id: string; file?: File }[] }
  | { type: 'entry.changed'; id: string; isReady: boolean }
  | { type: 'entry.made'; id: string; asset: { id: string; name: string } }
  | { type: 'entry.refused'; id: string }
  | { type: 'entry.removed'; id: string }
  | { type: 'making.requested' }
  | { type: 'queue.cleared' }

/** Told of the entry whose turn it is to be made. */
export type QueueEmitted = { type: 'turn.given'; id: string }

/** How many assets are made at the same time. */
export const PARALLEL_MAKES = 3

/** Several assets at once: filled in side by side, made a few at a time, each on its own if it fails. */
export const queueMachine = setup({
  types: {} as { context: QueueContext; events: QueueEvent; emitted: QueueEmitted; tags: 'busy' },
  actors: { readQueue: provided<readonly string[]>('readQueue') },
  delays: { patience: 2000 },
  guards: {
    hasSome: (_, params: { ids: readonly string[] }) => params.ids.length > 0,
    isEmpty: ({ context }) => context.entries.length === 0,
    isSettled: ({ context }) => context.entries.every(({ state }) => state !== 'making' && state !== 'ready'),
  },
  actions: {
    addModels: assign({
      entries: ({ context }, params: { models: readonly { id: string; file?: File }[] }) => [
        ...context.entries,
        ...params.models.map((model) => ({ ...model, state: 'open' as const })),
      ],
    }),
    keepChange: assign({
      entries: ({ context }, params: { id: string; isReady: boolean }) =>
        changed(context, params.id, (entry) =>
          entry.state === 'making' || entry.state === 'made'
            ? entry
            : { ...entry, state: params.isReady ? ('ready' as const) : ('open' as const) },
        ),
    }),
    keepMade: assign({
      entries: ({ context }, { id, asset }: { id: string; asset: { id: string; name: string } }) =>
        changed(context, id, (entry) => ({ ...entry, state: 'made' as const, asset })),
    }),
    keepRefusal: assign({
      entries: ({ context }, params: { id: string }) =>
        changed(context, params.id, (entry) => ({ ...entry, state: 'refused' as const })),
    }),
    dropEntry: assign({
      entries: ({ context }, params: { id: string }) => context.entries.filter(({ id }) => id !== params.id),
    }),
    dropAll: assign({ entries: [] }),
    askAgain: assign({
      entries: ({ context }) =>
        context.entries.map((entry) => (entry.state === 'refused' ? { ...entry, state: 'ready' as const } : entry)),
    }),
    giveTurns: enqueueActions(({ context, enqueue }) => {
      const making = context.entries.filter(({ state }) => state === 'making').length
      const next = context.entries.filter(({ state }) => state === 'ready').slice(0, PARALLEL_MAKES - making)
      const ids = next.map(({ id }) => id)
      enqueue.assign({
        entries: context.entries.map((entry) =>
          ids.includes(entry.id) ? { ...entry, state: 'making' as const } : entry,
        ),
      })
      for (const id of ids) enqueue.emit({ type: 'turn.given', id })
    }),
  },
}).createMachine({
  id: 'queue',
  context: { entries: [] },
  initial: 'restoring',
  on: {
    'models.added': { target: '.several.editing', actions: { type: 'addModels', params: ({ event }) => event } },
    'queue.cleared': { target: '.single', actions: 'dropAll' },
  },
  states: {
    restoring: {
      invoke: {
        id: 'readQueue',
        src: 'readQueue',
        onDone: [
          {
            guard: { type: 'hasSome', params: ({ event }) => ({ ids: event.output }) },
            target: 'several',
            actions: { type: 'addModels', params: ({ event }) => ({ models: event.output.map((id) => ({ id })) }) },
          },
          { target: 'single' },
        ],
        onError: 'single',
      },
      // Storage that does not answer keeps nobody from a new asset.
      after: { patience: 'single' },
    },
    single: {},
    several: {
      initial: 'editing',
      always: { guard: 'isEmpty', target: 'single' },
      on: {
        'entry.changed': { actions: { type: 'keepChange', params: ({ event }) => event } },
        'entry.made': { actions: { type: 'keepMade', params: ({ event }) => event } },
        'entry.removed': { actions: { type: 'dropEntry', params: ({ event }) => event } },
      },
      states: {
        editing: {
          on: { 'making.requested': { target: 'making', actions: 'askAgain' } },
        },
        making: {
          tags: 'busy',
          entry: 'giveTurns',
          always: { guard: 'isSettled', target: 'editing' },
          on: {
            'models.added': { actions: { type: 'addModels', params: ({ event }) => event } },
            'entry.made': { actions: [{ type: 'keepMade', params: ({ event }) => event }, 'giveTurns'] },
            'entry.refused': { actions: [{ type: 'keepRefusal', params: ({ event }) => event }, 'giveTurns'] },
            'entry.removed': { actions: [{ type: 'dropEntry', params: ({ event }) => event }, 'giveTurns'] },
          },
        },
      },
    },
  },
})

const changed = ({ entries }: QueueContext, id: string, change: (entry: QueueEntry) => QueueEntry): QueueEntry[] =>
  entries.map((entry) => (entry.id === id ? change(entry) : entry))
