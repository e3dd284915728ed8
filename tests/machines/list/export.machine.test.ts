import { expect, test } from 'vitest'
import { exportMachine } from '../../../src/machines/list/export.machine.ts'
import { actorDone, actorFailed, startMachineDriver } from '../../support/machine-driver.ts'
import { describeMachine } from '../../support/model/describe-machine.ts'
import { exportModels } from './export.model.ts'

describeMachine('export', exportModels)

test('emits the error of a failed export, and resets the progress for each export', () => {
  const { emitted, trigger, actor } = startMachineDriver(exportMachine)
  trigger({ type: 'export.requested', format: 'json' })
  trigger({ type: 'page.written', written: 100, total: 250 })
  trigger({ type: 'page.written', written: 250, total: 250 })
  trigger(actorDone('writeFile'))
  trigger({ type: 'export.requested', format: 'csv' })
  const error = new Error('gone')
  trigger(actorFailed('writeFile', error))
  expect(emitted).toEqual([{ type: 'export.failed', error }])
  expect(actor.getSnapshot().context).toEqual({ format: 'csv', written: 0, total: 0 })
})

test('ignores pages written after the export was cancelled', () => {
  const { emitted, trigger, actor } = startMachineDriver(exportMachine)
  trigger({ type: 'export.requested', format: 'csv' })
  trigger({ type: 'export.cancelled' })
  trigger({ type: 'page.written', written: 100, total: 250 })
  expect([actor.getSnapshot().value, actor.getSnapshot().context.written, emitted]).toEqual(['idle', 0, []])
})
