import type { Job } from '../../../src/api/contract/jobs.ts'
import { jobWatchMachine } from '../../../src/machines/watch/job-watch.machine.ts'
import { actorDone, actorFailed, delayElapsed } from '../../support/machine-driver.ts'
import { defineModel, type MachineModels } from '../../support/model/model.ts'

export const job = (id: string, status: Job['status']): Job => ({
  id,
  kind: 'icon',
  status,
  progress: 0,
  attempts: 1,
  createdAt: '2026-11-01T08:00:00.000Z',
})

export const jobWatchModels: MachineModels = {
  listeners: { 'jobs.finished': ['src/ui/watch/use-finished-jobs.ts'] },
  models: {
    'jobs requested in this tab': defineModel({
      machine: jobWatchMachine,
      events: [
        { type: 'job.started', id: 'a' },
        { type: 'job.started', id: 'b' },
        { type: 'job.ended', id: 'a' },
        { type: 'job.ended', id: 'b' },
        delayElapsed('pollInterval', 'job-watch.waiting'),
        actorDone('readJobs', { jobs: [job('a', 'done'), job('b', 'running')], deletedIds: [] }),
        actorDone('readJobs', { jobs: [job('b', 'failed')], deletedIds: ['a'] }),
        actorFailed('readJobs', new Error('gone')),
      ],
      contextKey: ({ activeIds, finishedJobs }) => [activeIds, finishedJobs.map(({ id }) => id)],
      invariants: {
        'an idle watch has no active and no finished jobs': ({ value, context }) =>
          value !== 'idle' || (context.activeIds.length === 0 && context.finishedJobs.length === 0),
      },
      emittedInvariants: {
        'only ended jobs are emitted': (emitted) =>
          emitted.every(({ jobs }) => jobs.length > 0 && jobs.every(({ status }) => status !== 'running')),
      },
    }),
  },
}
