import { assign, emit, setup } from 'xstate'
import type { Job } from '../api/contract/jobs.ts'
import { placeholderActor } from './placeholder-actor.ts'

/** Result of a poll: existing jobs, and the ids of deleted ones. */
export interface PolledJobs {
  jobs: readonly Job[]
  gone: readonly string[]
}

interface JobWatchContext {
  /** Ids of jobs that may still run. */
  alive: readonly string[]
  /** Finished jobs, collected until all jobs have finished. */
  ended: readonly Job[]
}

type JobWatchEvent = { type: 'job.asked'; id: string } | { type: 'job.ended'; id: string }

/**
 * Watches the jobs requested by this client until all have finished. Polls only while a job runs. Does not report jobs that the
 * user ended, for example by cancelling them.
 */
export const jobWatchMachine = setup({
  types: {} as {
    context: JobWatchContext
    events: JobWatchEvent
    emitted: { type: 'jobs.finished'; jobs: readonly Job[] }
  },
  actors: { readJobs: placeholderActor<PolledJobs, { ids: readonly string[] }>('readJobs') },
  guards: {
    isAlive: ({ context }) => context.alive.length > 0,
    hasNews: ({ context }) => context.ended.length > 0,
  },
  actions: {
    keepAsked: assign(({ context }, { id }: { id: string }) => ({
      alive: [...context.alive.filter((other) => other !== id), id],
      ended: context.ended.filter((job) => job.id !== id),
    })),
    dropEnded: assign(({ context }, { id }: { id: string }) => ({
      alive: context.alive.filter((other) => other !== id),
      ended: context.ended.filter((job) => job.id !== id),
    })),
    keepRead: assign(({ context }, { jobs, gone }: PolledJobs) => {
      const ended = jobs.filter(({ id, status }) => hasEnded(status) && context.alive.includes(id))
      const endedIds = new Set([...ended.map(({ id }) => id), ...gone])
      return { alive: context.alive.filter((id) => !endedIds.has(id)), ended: [...context.ended, ...ended] }
    }),
    tellEnded: emit(({ context }) => ({ type: 'jobs.finished' as const, jobs: context.ended })),
    forgetEnded: assign({ ended: [] }),
  },
  delays: { pause: 3_000 },
}).createMachine({
  id: 'job-watch',
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
