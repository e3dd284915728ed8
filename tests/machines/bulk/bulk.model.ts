import { type BulkJob, bulkMachine } from '../../../src/machines/bulk/bulk.machine.ts'
import { actorDone, actorFailed } from '../../support/machine-driver.ts'
import { defineModel, type MachineModels } from '../../support/model/model.ts'

export const [a, b] = [
  { id: 'a', name: 'Tide Runner' },
  { id: 'b', name: 'Ferry Cap' },
]
export const job: BulkJob = { action: 'lock', items: [a, b], isDeferred: false }
export const lockedError = new Error('locked')
export const partialOutcome = { changed: [a], failures: [{ item: b, error: lockedError }] }
export const failedOutcome = {
  changed: [],
  failures: [
    { item: a, error: lockedError },
    { item: b, error: lockedError },
  ],
}
export const fullOutcome = { changed: [a, b], failures: [] }
export const bulkEvents = [
  { type: 'job.undone' } as const,
  { type: 'job.released' } as const,
  actorDone('performJob', fullOutcome),
  actorDone('performJob', partialOutcome),
  actorDone('performJob', failedOutcome),
  actorFailed('performJob', lockedError),
  actorDone('revertJob', partialOutcome),
  actorFailed('revertJob', lockedError),
]

export const deferredJob = { ...job, action: 'delete', isDeferred: true }

export const bulkModels: MachineModels = {
  listeners: {
    'job.finished': ['src/ui/list/selection/start-bulk-action.ts'],
    'job.reverted': ['src/ui/list/selection/start-bulk-action.ts'],
  },
  models: {
    'a reversible bulk job': defineModel({
      machine: bulkMachine,
      input: job,
      events: bulkEvents,
      contextKey: ({ outcome }) => outcome,
      emittedInvariants: {
        'every row of a job changed or failed': (emitted) =>
          emitted.every(({ job, outcome }) => outcome.changed.length + outcome.failures.length <= job.items.length),
        'a job is finished once': (emitted) => emitted.filter(({ type }) => type === 'job.finished').length <= 1,
      },
    }),
    'a deferred bulk job': defineModel({
      machine: bulkMachine,
      input: deferredJob,
      events: bulkEvents,
      contextKey: ({ outcome }) => outcome,
      invariants: {
        'an undo sends nothing to the server': (snapshot) => !snapshot.matches('reverting'),
      },
      emittedInvariants: {
        'a job either finishes or is undone, once': (emitted) => emitted.length <= 1,
      },
    }),
  },
}
