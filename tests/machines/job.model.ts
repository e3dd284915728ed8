import type { Job } from '../../src/api/contract/jobs.ts'
import { jobMachine } from '../../src/machines/job.machine.ts'
import { type Models, model } from '../support/model/model.ts'
import { answers, fails, waits } from '../support/walk.ts'

export const jobWith = (status: Job['status'], progress = 0): Job => ({
  id: 'j1',
  kind: 'icon',
  status,
  progress,
  attempts: 1,
  createdAt: '2026-11-01T08:00:00.000Z',
})

/** Tries the machine out. */
export const jobModels: Models = {
  listeners: { 'task.ended': ['src/ui/asset/use-job.ts'] },
  models: {
    'a job': model({
      machine: jobMachine,
      happenings: [
        { type: 'task.requested', task: 'icon' },
        answers('beginTask', jobWith('queued')),
        answers('beginTask', jobWith('done', 1)),
        answers('beginTask', null),
        fails('beginTask', new Error('locked')),
        answers('readJob', jobWith('running', 0.5)),
        answers('readJob', jobWith('failed')),
        fails('readJob', new Error('gone')),
        waits('pace', 'job.waiting'),
      ],
      sees: ({ job, error }) => [job?.status, error !== null],
      holds: {
        'it is followed exactly while it is at work': ({ value, context: { job } }) =>
          (value === 'waiting' || value === 'reading') === (value !== 'idle' && value !== 'beginning' && job !== null),
      },
    }),
  },
}
