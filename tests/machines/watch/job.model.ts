import type { Job } from '../../../src/api/contract/jobs.ts'
import { jobMachine } from '../../../src/machines/watch/job.machine.ts'
import { actorDone, actorFailed, delayElapsed } from '../../support/machine-driver.ts'
import { defineModel, type MachineModels } from '../../support/model/model.ts'

export const jobWith = (status: Job['status'], progress = 0): Job => ({
  id: 'j1',
  kind: 'icon',
  status,
  progress,
  attempts: 1,
  createdAt: '2026-11-01T08:00:00.000Z',
})

export const jobModels: MachineModels = {
  listeners: { 'task.ended': ['src/ui/use-job.ts'] },
  models: {
    'a job': defineModel({
      machine: jobMachine,
      events: [
        { type: 'task.requested', task: 'icon' },
        actorDone('startTask', jobWith('queued')),
        actorDone('startTask', jobWith('done', 1)),
        actorDone('startTask', null),
        actorFailed('startTask', new Error('locked')),
        actorDone('readJob', jobWith('running', 0.5)),
        actorDone('readJob', jobWith('failed')),
        actorFailed('readJob', new Error('gone')),
        delayElapsed('pollInterval', 'job.waiting'),
      ],
      contextKey: ({ job, error }) => [job?.status, error !== null],
      invariants: {
        'a job is polled if and only if it is active': ({ value, context: { job } }) =>
          (value === 'waiting' || value === 'polling') === (value !== 'idle' && value !== 'starting' && job !== null),
      },
    }),
  },
}
