import { describe, expect, test } from 'vitest'
import { remoteChangesMachine } from '../../src/machines/remote-changes.machine.ts'
import { delayElapsed, startMachineDriver } from '../support/machine-driver.ts'
import { describeMachine } from '../support/model/describe-machine.ts'
import { change, remoteChangesModels } from './remote-changes.model.ts'

describeMachine('remote-changes', remoteChangesModels)

describe("other users' changes", () => {
  test('omit events received before the rows were requested, because the rows include them', () => {
    const walk = startMachineDriver(remoteChangesMachine)
    walk.trigger({ type: 'change.heard', news: change })
    walk.trigger({ type: 'rows.requested' })
    walk.trigger({ type: 'change.heard', news: 'gap' })
    walk.trigger(delayElapsed('gathering', 'remote-changes.gathering'))
    expect(walk.actor.getSnapshot().context.told).toEqual({ events: [], hasGap: true })
  })
})
