import { assign, emit, setup } from 'xstate'
import { provided } from './provided.ts'

/** A row of a job, and what people call it. */
export interface BulkItem {
  readonly id: string
  readonly name: string
  /** When it was changed last, ISO 8601: before the job, so that Undo gives it that age again, or by the job, so that Undo knows of later changes. */
  readonly version?: string | undefined
  /** Its 1-based place in the whole list, where the action moves it. */
  readonly place?: number | undefined
  /** The body that an asset is made for, where the action is about bodies. */
  readonly bodyId?: string | undefined
  /** The jobs that were begun for it, by their ids: Undo gives them up. */
  readonly jobs?: readonly string[] | undefined
}

/** Something to be done to several rows; a held one waits until it can no longer be taken back. */
export interface BulkJob {
  readonly action: string
  readonly items: readonly BulkItem[]
  /** What was chosen for it: a tag, say. */
  readonly choice?: string | undefined
  readonly isHeld: boolean
}

/** What became of the rows: every one of the job is in one of the two. */
export interface BulkOutcome {
  readonly changed: readonly BulkItem[]
  readonly failures: readonly { readonly item: BulkItem; readonly error: unknown }[]
  /** Those that changed, as they stand, where the answer says so. */
  readonly rows?: readonly { readonly id: string }[]
}

interface BulkContext {
  job: BulkJob
  outcome: BulkOutcome
}

type BulkEvent = { type: 'job.undone' } | { type: 'job.released' }

/** `job.finished`: done, as far as the outcome says. `job.reverted`: taken back, as far as the outcome says. */
export type BulkEmitted = { type: 'job.finished' | 'job.reverted'; job: BulkJob; outcome: BulkOutcome }

/**
 * One action on several rows and its Undo. What can be reverted is done at once; what cannot is held until it is released,
 * and nothing has happened where it is undone before.
 */
export const bulkMachine = setup({
  types: {} as { input: BulkJob; context: BulkContext; events: BulkEvent; emitted: BulkEmitted; tags: 'sending' },
  actors: {
    perform: provided<BulkOutcome, BulkJob>('perform'),
    revert: provided<BulkOutcome, { job: BulkJob; items: readonly BulkItem[] }>('revert'),
  },
  guards: {
    isHeld: ({ context }) => context.job.isHeld,
    isNothingChanged: (_, params: { outcome: BulkOutcome }) => params.outcome.changed.length === 0,
  },
  actions: {
    keepOutcome: assign({ outcome: (_, params: { outcome: BulkOutcome }) => params.outcome }),
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
  initial: 'given',
  states: {
    given: { always: [{ guard: 'isHeld', target: 'holding' }, { target: 'performing' }] },
    holding: {
      on: {
        'job.released': 'performing',
        'job.undone': {
          target: 'over',
          actions: {
            type: 'announceReverted',
            params: ({ context }) => ({ outcome: { changed: context.job.items, failures: [] } }),
          },
        },
      },
    },
    performing: {
      tags: 'sending',
      invoke: {
        id: 'perform',
        src: 'perform',
        input: ({ context }) => context.job,
        onDone: [
          {
            guard: { type: 'isNothingChanged', params: ({ event }) => ({ outcome: event.output }) },
            target: 'over',
            actions: { type: 'announceFinished', params: ({ event }) => ({ outcome: event.output }) },
          },
          {
            target: 'done',
            actions: [
              { type: 'keepOutcome', params: ({ event }) => ({ outcome: event.output }) },
              { type: 'announceFinished', params: ({ event }) => ({ outcome: event.output }) },
            ],
          },
        ],
        onError: {
          target: 'over',
          actions: {
            type: 'announceFinished',
            params: ({ context, event }) => ({ outcome: allFailed(context.job.items, event.error) }),
          },
        },
      },
    },
    done: {
      always: { guard: 'isHeld', target: 'over' },
      on: { 'job.undone': 'reverting', 'job.released': 'over' },
    },
    reverting: {
      tags: 'sending',
      invoke: {
        id: 'revert',
        src: 'revert',
        input: ({ context }) => ({ job: context.job, items: context.outcome.changed }),
        onDone: {
          target: 'over',
          actions: { type: 'announceReverted', params: ({ event }) => ({ outcome: event.output }) },
        },
        onError: {
          target: 'over',
          actions: {
            type: 'announceReverted',
            params: ({ context, event }) => ({ outcome: allFailed(context.outcome.changed, event.error) }),
          },
        },
      },
    },
    over: { type: 'final' },
  },
})

const allFailed = (items: readonly BulkItem[], error: unknown): BulkOutcome => ({
  changed: [],
  failures: items.map((item) => ({ item, error })),
})
