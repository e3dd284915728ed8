import { expect, test } from 'vitest'
import { previewMachine } from '../../src/machines/preview.machine.ts'
import { followsRecord } from '../support/model/follow.ts'
import { startWalk } from '../support/walk.ts'
import { black, boot, cap, previewModels } from './preview.model.ts'

followsRecord('preview', previewModels)

test('the same row as it stands now is taken without waiting anew; another one is waited at', () => {
  const { actor, happens } = startWalk(previewMachine, { input: { row: boot } })
  const state = () => [actor.getSnapshot().value, actor.getSnapshot().context.row]
  expect(state()).toEqual(['resting', boot])
  happens({ type: 'row.reached', row: black })
  expect(state()).toEqual(['resting', black])
  happens({ type: 'row.reached', row: cap })
  expect(state()).toEqual(['resting', cap])
})
