import { describe, expect, test } from 'vitest'
import { bulkMachine } from '../../../src/machines/bulk/bulk.machine.ts'
import { actorDone, actorFailed, startMachineDriver } from '../../support/machine-driver.ts'
import { describeMachine } from '../../support/model/describe-machine.ts'
import { a, bulkModels, failedOutcome, fullOutcome, job, lockedError, partialOutcome } from './bulk.model.ts'

describeMachine('bulk', bulkModels)

describe('reversible bulk job', () => {
  test('runs immediately, and emits the outcomes of the run and of Undo', () => {
    const { emitted, trigger, actor } = startMachineDriver(bulkMachine, { input: job })
    trigger(actorDone('performJob', partialOutcome))
    trigger({ type: 'job.undone' })
    trigger(actorDone('revertJob', { changed: [a], failures: [] }))
    expect(actor.getSnapshot().value).toBe('finished')
    expect(emitted).toEqual([
      { type: 'job.finished', job, outcome: partialOutcome },
      { type: 'job.reverted', job, outcome: { changed: [a], failures: [] } },
    ])
  })

  test('reports a failure for every row when the request fails', () => {
    const { emitted, trigger } = startMachineDriver(bulkMachine, { input: job })
    trigger(actorFailed('performJob', lockedError))
    expect(emitted).toEqual([{ type: 'job.finished', job, outcome: failedOutcome }])
  })
})

describe('deferred bulk job', () => {
  const deferredJob = { ...job, action: 'delete', isDeferred: true }

  test('changes no row when it is undone before it runs', () => {
    const { emitted, trigger, actor } = startMachineDriver(bulkMachine, { input: deferredJob })
    trigger({ type: 'job.undone' })
    expect(actor.getSnapshot().value).toBe('finished')
    expect(emitted).toEqual([{ type: 'job.reverted', job: deferredJob, outcome: fullOutcome }])
  })

  test('runs on the event job.released, and ends without offering Undo', () => {
    const { emitted, trigger, actor } = startMachineDriver(bulkMachine, { input: deferredJob })
    trigger({ type: 'job.released' })
    expect(actor.getSnapshot().value).toBe('running')
    trigger(actorDone('performJob', fullOutcome))
    expect(actor.getSnapshot().value).toBe('finished')
    expect(emitted).toEqual([{ type: 'job.finished', job: deferredJob, outcome: fullOutcome }])
  })
})
