import { type BulkJob, bulkMachine } from '../../src/machines/bulk.machine.ts'
import { type Models, model } from '../support/model/model.ts'
import { answers, fails } from '../support/walk.ts'

export const [a, b] = [
  { id: 'a', name: 'Tide Runner' },
  { id: 'b', name: 'Ferry Cap' },
]
export const job: BulkJob = { action: 'lock', items: [a, b], isHeld: false }
export const refused = new Error('locked')
export const partly = { changed: [a], failures: [{ item: b, error: refused }] }
export const none = {
  changed: [],
  failures: [
    { item: a, error: refused },
    { item: b, error: refused },
  ],
}
export const whole = { changed: [a, b], failures: [] }
export const happenings = [
  { type: 'job.undone' } as const,
  { type: 'job.released' } as const,
  answers('perform', whole),
  answers('perform', partly),
  answers('perform', none),
  fails('perform', refused),
  answers('revert', partly),
  fails('revert', refused),
]

export const held = { ...job, action: 'delete', isHeld: true }

/** Tries the machine out. */
export const bulkModels: Models = {
  listeners: {
    'job.finished': ['src/ui/list/use-bulk-job.ts'],
    'job.reverted': ['src/ui/list/use-bulk-job.ts'],
  },
  models: {
    'a job that can be reverted': model({
      machine: bulkMachine,
      input: job,
      happenings,
      sees: ({ outcome }) => outcome,
      tells: {
        'every row of a job changed or failed': (emitted) =>
          emitted.every(({ job, outcome }) => outcome.changed.length + outcome.failures.length <= job.items.length),
        'a job is finished once': (emitted) => emitted.filter(({ type }) => type === 'job.finished').length <= 1,
      },
    }),
    'a job that is held': model({
      machine: bulkMachine,
      input: held,
      happenings,
      sees: ({ outcome }) => outcome,
    }),
  },
}
