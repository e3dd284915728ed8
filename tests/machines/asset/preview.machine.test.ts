import { expect, test } from 'vitest'
import { previewMachine } from '../../../src/machines/asset/preview.machine.ts'
import { startMachineDriver } from '../../support/machine-driver.ts'
import { describeMachine } from '../../support/model/describe-machine.ts'
import { boot, cap, changedBoot, previewModels } from './preview.model.ts'

describeMachine('preview', previewModels)

test('stores the latest row during the delay, whether a new version of the same row or another row', () => {
  const { actor, trigger } = startMachineDriver(previewMachine, { input: { row: boot } })
  const state = () => [actor.getSnapshot().value, actor.getSnapshot().context.row]
  expect(state()).toEqual(['debouncing', boot])
  trigger({ type: 'row.changed', row: changedBoot })
  expect(state()).toEqual(['debouncing', changedBoot])
  trigger({ type: 'row.changed', row: cap })
  expect(state()).toEqual(['debouncing', cap])
})
