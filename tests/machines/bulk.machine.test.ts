import { describe, expect, test } from 'vitest'
import { bulkMachine } from '../../src/machines/bulk.machine.ts'
import { actorDone, actorFailed, startMachineDriver } from '../support/machine-driver.ts'
import { describeMachine } from '../support/model/describe-machine.ts'
import { a, bulkModels, failedOutcome, fullOutcome, job, lockedError, partialOutcome } from './bulk.model.ts'

describeMachine('bulk', bulkModels)

describe('reversible bulk job', () => {
  test('runs immediately, and emits the outcomes of the run and of Undo', () => {
    const { emitted, trigger, actor } = startMachineDriver(bulkMachine, { input: job })
    trigger(actorDone('perform', partialOutcome))
    trigger({ type: 'job.undone' })
    trigger(actorDone('revert', { changed: [a], failures: [] }))
    expect(actor.getSnapshot().value).toBe('over')
    expect(emitted).toEqual([
      { type: 'job.finished', job, outcome: partialOutcome },
      { type: 'job.reverted', job, outcome: { changed: [a], failures: [] } },
    ])
  })

  test('reports a failure for every row when the request fails', () => {
    const { emitted, trigger } = startMachineDriver(bulkMachine, { input: job })
    trigger(actorFailed('perform', lockedError))
    expect(emitted).toEqual([{ type: 'job.finished', job, outcome: failedOutcome }])
  })
})

describe('deferred bulk job', () => {
  const held = { ...job, action: 'delete', isDeferred: true }

  test('changes no row when it is undone before it runs', () => {
    const { emitted, trigger, actor } = startMachineDriver(bulkMachine, { input: held })
    trigger({ type: 'job.undone' })
    expect(actor.getSnapshot().value).toBe('over')
    expect(emitted).toEqual([{ type: 'job.reverted', job: held, outcome: fullOutcome }])
  })

  test('runs on the event job.released, and ends without offering Undo', () => {
    const { emitted, trigger, actor } = startMachineDriver(bulkMachine, { input: held })
    trigger({ type: 'job.released' })
    expect(actor.getSnapshot().value).toBe('performing')
    trigger(actorDone('perform', fullOutcome))
    expect(actor.getSnapshot().value).toBe('over')
    expect(emitted).toEqual([{ type: 'job.finished', job: held, outcome: fullOutcome }])
  })
})
