import { assign, emit, setup } from 'xstate'
import { placeholderActor } from '../placeholder-actor.ts'

/** Row of a bulk job, with its display name. */
export interface BulkItem {
  readonly id: string
  readonly name: string
  /**
   * Timestamp of the last change, ISO 8601. Before the job: restored by Undo. After the job: used by Undo to detect later
   * changes.
   */
  readonly version?: string | undefined
  /** 1-based position in the whole list, if the action moves the row. */
  readonly position?: number | undefined
  /** Body that the asset is made for, if the action changes bodies. */
  readonly bodyId?: string | undefined
  /** Ids of background jobs started for the row. Undo cancels them. */
  readonly jobs?: readonly string[] | undefined
}

/** Action on several rows. A deferred job runs once it can no longer be undone. */
export interface BulkJob {
  readonly action: string
  readonly items: readonly BulkItem[]
  /** Parameter of the action, such as a tag. */
  readonly choice?: string | undefined
  readonly isDeferred: boolean
}

/** Result of a job. Every item is in `changed` or in `failures`. */
export interface BulkOutcome {
  readonly changed: readonly BulkItem[]
  readonly failures: readonly { readonly item: BulkItem; readonly error: unknown }[]
  /** Changed rows in their new state, if the response has them. */
  readonly rows?: readonly { readonly id: string }[]
}

interface BulkContext {
  job: BulkJob
  outcome: BulkOutcome
}

type BulkEvent = { type: 'job.undone' } | { type: 'job.released' }

/** `job.finished` and `job.reverted`: the job or its Undo has ended. The outcome lists changed and failed rows. */
export type BulkEmitted = { type: 'job.finished' | 'job.reverted'; job: BulkJob; outcome: BulkOutcome }

/**
 * Bulk action with Undo. A reversible action runs immediately. An irreversible action is deferred until released. An undo before
 * the release changes nothing on the server.
 */
export const bulkMachine = setup({
  types: {} as { input: BulkJob; context: BulkContext; events: BulkEvent; emitted: BulkEmitted; tags: 'sending' },
  actors: {
    performJob: placeholderActor<BulkOutcome, BulkJob>('performJob'),
    revertJob: placeholderActor<BulkOutcome, { job: BulkJob; items: readonly BulkItem[] }>('revertJob'),
  },
  guards: {
    isDeferred: ({ context }) => context.job.isDeferred,
    hasNoChanges: (_, params: { outcome: BulkOutcome }) => params.outcome.changed.length === 0,
  },
  actions: {
    storeOutcome: assign({ outcome: (_, params: { outcome: BulkOutcome }) => params.outcome }),
    announceFinished: emit(({ context }, params: { outcome: BulkOutcome }) => ({
      type: 'job.finished' as const,
      job: context.job,
      ...params,
    })),
    announceReverted: emit(({ context }, params: { outcome: BulkOutcome }) => ({
      type: 'job.reverted' as const,
      job: context.job,
      ...params,
    })),
  },
}).createMachine({
  id: 'bulk',
  context: ({ input }) => ({ job: input, outcome: { changed: [], failures: [] } }),
  initial: 'starting',
  states: {
    starting: { always: [{ guard: 'isDeferred', target: 'deferred' }, { target: 'running' }] },
    deferred: {
      on: {
        'job.released': 'running',
        'job.undone': {
          target: 'finished',
          actions: {
            type: 'announceReverted',
            params: ({ context }) => ({ outcome: { changed: context.job.items, failures: [] } }),
          },
        },
      },
    },
    running: {
      tags: 'sending',
      invoke: {
        id: 'performJob',
        src: 'performJob',
        input: ({ context }) => context.job,
        onDone: [
          {
            guard: { type: 'hasNoChanges', params: ({ event }) => ({ outcome: event.output }) },
            target: 'finished',
            actions: { type: 'announceFinished', params: ({ event }) => ({ outcome: event.output }) },
          },
          {
            target: 'undoable',
            actions: [
              { type: 'storeOutcome', params: ({ event }) => ({ outcome: event.output }) },
              { type: 'announceFinished', params: ({ event }) => ({ outcome: event.output }) },
            ],
          },
        ],
        onError: {
          target: 'finished',
          actions: {
            type: 'announceFinished',
            params: ({ context, event }) => ({ outcome: allFailed(context.job.items, event.error) }),
          },
        },
      },
    },
    undoable: {
      always: { guard: 'isDeferred', target: 'finished' },
      on: { 'job.undone': 'reverting', 'job.released': 'finished' },
    },
    reverting: {
      tags: 'sending',
      invoke: {
        id: 'revertJob',
        src: 'revertJob',
        input: ({ context }) => ({ job: context.job, items: context.outcome.changed }),
        onDone: {
          target: 'finished',
          actions: { type: 'announceReverted', params: ({ event }) => ({ outcome: event.output }) },
        },
        onError: {
          target: 'finished',
          actions: {
            type: 'announceReverted',
            params: ({ context, event }) => ({ outcome: allFailed(context.outcome.changed, event.error) }),
          },
        },
      },
    },
    finished: { type: 'final' },
  },
})

const allFailed = (items: readonly BulkItem[], error: unknown): BulkOutcome => ({
  changed: [],
  failures: items.map((item) => ({ item, error })),
})
