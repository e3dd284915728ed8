import { describe, expect, test } from 'vitest'
import { reportMachine } from '../../../src/machines/new-asset/report.machine.ts'
import { actorDone, actorFailed, startMachineDriver } from '../../support/machine-driver.ts'
import { describeMachine } from '../../support/model/describe-machine.ts'
import { input, report, reportModels } from './report.model.ts'

describeMachine('report', reportModels)

describe('model report', () => {
  test('restarts from the beginning when retried after a failure', () => {
    const walk = startMachineDriver(reportMachine, { input })
    walk.trigger({ type: 'reading.advanced', share: 0.5 })
    walk.trigger(actorFailed('createReport', new Error('gone')))
    walk.trigger({ type: 'retry.requested' })
    expect(walk.actor.getSnapshot().context.share).toBe(0)
    walk.trigger(actorDone('createReport', report))
    expect(walk.actor.getSnapshot().context.report).toBe(report)
  })
})
