import { assign, emit, setup } from 'xstate'
import type { Job } from '../../api/contract/jobs.ts'
import { placeholderActor } from '../placeholder-actor.ts'

/** Result of a poll: existing jobs, and the ids of deleted ones. */
export interface PolledJobs {
  jobs: readonly Job[]
  deletedIds: readonly string[]
}

interface JobWatchContext {
  /** Ids of jobs that may still run. */
  activeIds: readonly string[]
  /** Finished jobs, collected until all jobs have finished. */
  finishedJobs: readonly Job[]
}

type JobWatchEvent = { type: 'job.started'; id: string } | { type: 'job.ended'; id: string }

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
    hasActiveJobs: ({ context }) => context.activeIds.length > 0,
    hasFinishedJobs: ({ context }) => context.finishedJobs.length > 0,
  },
  actions: {
    addJob: assign(({ context }, { id }: { id: string }) => ({
      activeIds: [...context.activeIds.filter((other) => other !== id), id],
      finishedJobs: context.finishedJobs.filter((job) => job.id !== id),
    })),
    removeJob: assign(({ context }, { id }: { id: string }) => ({
      activeIds: context.activeIds.filter((other) => other !== id),
      finishedJobs: context.finishedJobs.filter((job) => job.id !== id),
    })),
    storePolledJobs: assign(({ context }, { jobs, deletedIds }: PolledJobs) => {
      const finished = jobs.filter(({ id, status }) => hasEnded(status) && context.activeIds.includes(id))
      const endedIds = new Set([...finished.map(({ id }) => id), ...deletedIds])
      return {
        activeIds: context.activeIds.filter((id) => !endedIds.has(id)),
        finishedJobs: [...context.finishedJobs, ...finished],
      }
    }),
    announceFinishedJobs: emit(({ context }) => ({ type: 'jobs.finished' as const, jobs: context.finishedJobs })),
    clearFinishedJobs: assign({ finishedJobs: [] }),
  },
  delays: { pollInterval: 3_000 },
}).createMachine({
  id: 'job-watch',
  context: { activeIds: [], finishedJobs: [] },
  initial: 'idle',
  on: {
    'job.started': { actions: { type: 'addJob', params: ({ event }) => event } },
    'job.ended': { actions: { type: 'removeJob', params: ({ event }) => event } },
  },
  states: {
    idle: {
      on: { 'job.started': { target: 'waiting', actions: { type: 'addJob', params: ({ event }) => event } } },
    },
    waiting: { after: { pollInterval: [{ guard: 'hasActiveJobs', target: 'polling' }, { target: 'evaluating' }] } },
    polling: {
      invoke: {
        id: 'readJobs',
        src: 'readJobs',
        input: ({ context }) => ({ ids: context.activeIds }),
        onDone: { target: 'evaluating', actions: { type: 'storePolledJobs', params: ({ event }) => event.output } },
        onError: 'waiting',
      },
    },
    evaluating: {
      always: [
        { guard: 'hasActiveJobs', target: 'waiting' },
        { guard: 'hasFinishedJobs', actions: ['announceFinishedJobs', 'clearFinishedJobs'] },
        { target: 'idle' },
      ],
    },
  },
})

const hasEnded = (status: Job['status']) => status === 'done' || status === 'failed'
