import type { Job } from '../../src/api/contract/jobs.ts'
import { finishedMachine } from '../../src/machines/finished.machine.ts'
import { type Models, model } from '../support/model/model.ts'
import { answers, fails, waits } from '../support/walk.ts'

export const job = (id: string, status: Job['status']): Job => ({
  id,
  kind: 'icon',
  status,
  progress: 0,
  attempts: 1,
  createdAt: '2026-11-01T08:00:00.000Z',
})

/** Tries the machine out. */
export const finishedModels: Models = {
  listeners: { 'jobs.finished': ['src/ui/watch/use-finished.ts'] },
  models: {
    'jobs that were asked for here': model({
      machine: finishedMachine,
      happenings: [
        { type: 'job.asked', id: 'a' },
        { type: 'job.asked', id: 'b' },
        { type: 'job.ended', id: 'a' },
        { type: 'job.ended', id: 'b' },
        waits('pause', 'finished.waiting'),
        answers('readJobs', { jobs: [job('a', 'done'), job('b', 'running')], gone: [] }),
        answers('readJobs', { jobs: [job('b', 'failed')], gone: ['a'] }),
        fails('readJobs', new Error('gone')),
      ],
      sees: ({ alive, ended }) => [alive, ended.map(({ id }) => id)],
      holds: {
        'nothing is looked after where no job is alive': ({ value, context }) =>
          value !== 'idle' || (context.alive.length === 0 && context.ended.length === 0),
      },
      tells: {
        'only what has ended is told': (emitted) =>
          emitted.every(({ jobs }) => jobs.length > 0 && jobs.every(({ status }) => status !== 'running')),
      },
    }),
  },
}
