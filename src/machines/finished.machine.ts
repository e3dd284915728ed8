import { assign, emit, setup } from 'xstate'
import type { Job } from '../api/contract/jobs.ts'
import { provided } from './provided.ts'

/** How jobs stand that were asked about: those that answered, and the ids of those that are there no more. */
export interface JobsRead {
  jobs: readonly Job[]
  gone: readonly string[]
}

interface FinishedContext {
  /** The ids of those that may be alive. */
  alive: readonly string[]
  /** Those that ended, until all have. */
  ended: readonly Job[]
}

type FinishedEvent = { type: 'job.asked'; id: string } | { type: 'job.ended'; id: string }

/**
 * The jobs that were asked for here, until all of them have ended: looked after while one is alive, and not otherwise. What
 * the person ended themselves is not told.
 */
export const finishedMachine = setup({
  types: {} as {
    context: FinishedContext
    events: FinishedEvent
    emitted: { type: 'jobs.finished'; jobs: readonly Job[] }
  },
  actors: { readJobs: provided<JobsRead, { ids: readonly string[] }>('readJobs') },
  guards: {
    isAlive: ({ context }) => context.alive.length > 0,
    hasNews: ({ context }) => context.ended.length > 0,
  },
  actions: {
    keepAsked: assign(({ context }, { id }: { id: string }) => ({
      alive: [...context.alive.filter((one) => one !== id), id],
      ended: context.ended.filter((job) => job.id !== id),
    })),
    dropEnded: assign(({ context }, { id }: { id: string }) => ({
      alive: context.alive.filter((one) => one !== id),
      ended: context.ended.filter((job) => job.id !== id),
    })),
    keepRead: assign(({ context }, { jobs, gone }: JobsRead) => {
      const ended = jobs.filter(({ id, status }) => hasEnded(status) && context.alive.includes(id))
      const over = new Set([...ended.map(({ id }) => id), ...gone])
      return { alive: context.alive.filter((id) => !over.has(id)), ended: [...context.ended, ...ended] }
    }),
    tellEnded: emit(({ context }) => ({ type: 'jobs.finished' as const, jobs: context.ended })),
    forgetEnded: assign({ ended: [] }),
  },
  delays: { pause: 3_000 },
}).createMachine({
  id: 'finished',
  context: { alive: [], ended: [] },
  initial: 'idle',
  on: {
    'job.asked': { actions: { type: 'keepAsked', params: ({ event }) => event } },
    'job.ended': { actions: { type: 'dropEnded', params: ({ event }) => event } },
  },
  states: {
    idle: {
      on: { 'job.asked': { target: 'waiting', actions: { type: 'keepAsked', params: ({ event }) => event } } },
    },
    waiting: { after: { pause: [{ guard: 'isAlive', target: 'reading' }, { target: 'telling' }] } },
    reading: {
      invoke: {
        id: 'readJobs',
        src: 'readJobs',
        input: ({ context }) => ({ ids: context.alive }),
        onDone: { target: 'telling', actions: { type: 'keepRead', params: ({ event }) => event.output } },
        onError: 'waiting',
      },
    },
    telling: {
      always: [
        { guard: 'isAlive', target: 'waiting' },
        { guard: 'hasNews', actions: ['tellEnded', 'forgetEnded'] },
        { target: 'idle' },
      ],
    },
  },
})

const hasEnded = (status: Job['status']) => status === 'done' || status === 'failed'
