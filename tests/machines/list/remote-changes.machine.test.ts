import { describe, expect, test } from 'vitest'
import { remoteChangesMachine } from '../../../src/machines/list/remote-changes.machine.ts'
import { delayElapsed, startMachineDriver } from '../../support/machine-driver.ts'
import { describeMachine } from '../../support/model/describe-machine.ts'
import { change, remoteChangesModels } from './remote-changes.model.ts'

describeMachine('remote-changes', remoteChangesModels)

describe("other users' changes", () => {
  test('omit events received before the rows were requested, because the rows include them', () => {
    const walk = startMachineDriver(remoteChangesMachine)
    walk.trigger({ type: 'remoteChange.received', change })
    walk.trigger({ type: 'rows.requested' })
    walk.trigger({ type: 'remoteChange.received', change: 'gap' })
    walk.trigger(delayElapsed('coalesceDelay', 'remote-changes.collecting'))
    expect(walk.actor.getSnapshot().context.shown).toEqual({ events: [], hasGap: true })
  })
})
