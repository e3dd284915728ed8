import { assign, emit, setup } from 'xstate'
import type { Job } from '../../api/contract/jobs.ts'
import { placeholderActor } from '../placeholder-actor.ts'

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
    startTask: placeholderActor<Job | null, { task: string }>('startTask'),
    readJob: placeholderActor<Job, { id: string }>('readJob'),
  },
  guards: { isActive: ({ context: { job } }) => job?.status === 'queued' || job?.status === 'running' },
  actions: {
    setTask: assign((_, { task }: { task: string }) => ({ task, job: null, error: null })),
    storeJob: assign({ job: (_, params: { job: Job | null }) => params.job }),
    storeError: assign({ error: (_, params: { error: unknown }) => params.error }),
    announceEnd: emit({ type: 'task.ended' }),
  },
  delays: { pollInterval: 1000 },
}).createMachine({
  id: 'job',
  context: { task: '', job: null, error: null },
  initial: 'idle',
  states: {
    idle: {
      on: { 'task.requested': { target: 'starting', actions: { type: 'setTask', params: ({ event }) => event } } },
    },
    starting: {
      tags: 'busy',
      invoke: {
        id: 'startTask',
        src: 'startTask',
        input: ({ context }) => ({ task: context.task }),
        onDone: { target: 'evaluating', actions: { type: 'storeJob', params: ({ event }) => ({ job: event.output }) } },
        onError: { target: 'idle', actions: { type: 'storeError', params: ({ event }) => ({ error: event.error }) } },
      },
    },
    evaluating: {
      always: [
        { guard: 'isActive', target: 'waiting' },
        { target: 'idle', actions: 'announceEnd' },
      ],
    },
    waiting: { tags: 'busy', after: { pollInterval: 'polling' } },
    polling: {
      tags: 'busy',
      invoke: {
        id: 'readJob',
        src: 'readJob',
        input: ({ context }) => ({ id: context.job!.id }),
        onDone: { target: 'evaluating', actions: { type: 'storeJob', params: ({ event }) => ({ job: event.output }) } },
        onError: { target: 'idle', actions: { type: 'storeError', params: ({ event }) => ({ error: event.error }) } },
      },
    },
  },
})
