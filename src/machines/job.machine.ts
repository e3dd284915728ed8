import { assign, emit, setup } from 'xstate'
import type { Job } from '../api/contract/jobs.ts'
import { placeholderActor } from './placeholder-actor.ts'

interface JobContext {
  /** Task to start, in the caller's format. */
  task: string
  /** Last known state. `null` before the start, and if no job was needed or another user's job makes the result. */
  job: Job | null
  error: unknown
}

type JobEvent = { type: 'task.requested'; task: string }

export const jobMachine = setup({
  types: {} as {
    context: JobContext
    events: JobEvent
    emitted: { type: 'task.ended' }
    tags: 'busy'
  },
  actors: {
    beginTask: placeholderActor<Job | null, { task: string }>('beginTask'),
    readJob: placeholderActor<Job, { id: string }>('readJob'),
  },
  guards: { isAlive: ({ context: { job } }) => job?.status === 'queued' || job?.status === 'running' },
  actions: {
    keepTask: assign((_, { task }: { task: string }) => ({ task, job: null, error: null })),
    keepJob: assign({ job: (_, params: { job: Job | null }) => params.job }),
    keepError: assign({ error: (_, params: { error: unknown }) => params.error }),
    announceEnd: emit({ type: 'task.ended' }),
  },
  delays: { pace: 1000 },
}).createMachine({
  id: 'job',
  context: { task: '', job: null, error: null },
  initial: 'idle',
  states: {
    idle: {
      on: { 'task.requested': { target: 'beginning', actions: { type: 'keepTask', params: ({ event }) => event } } },
    },
    beginning: {
      tags: 'busy',
      invoke: {
        id: 'beginTask',
        src: 'beginTask',
        input: ({ context }) => ({ task: context.task }),
        onDone: { target: 'judging', actions: { type: 'keepJob', params: ({ event }) => ({ job: event.output }) } },
        onError: { target: 'idle', actions: { type: 'keepError', params: ({ event }) => ({ error: event.error }) } },
      },
    },
    judging: {
      always: [
        { guard: 'isAlive', target: 'waiting' },
        { target: 'idle', actions: 'announceEnd' },
      ],
    },
    waiting: { tags: 'busy', after: { pace: 'reading' } },
    reading: {
      tags: 'busy',
      invoke: {
        id: 'readJob',
        src: 'readJob',
        input: ({ context }) => ({ id: context.job!.id }),
        onDone: { target: 'judging', actions: { type: 'keepJob', params: ({ event }) => ({ job: event.output }) } },
        onError: { target: 'idle', actions: { type: 'keepError', params: ({ event }) => ({ error: event.error }) } },
      },
    },
  },
})
