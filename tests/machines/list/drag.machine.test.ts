import { expect, test } from 'vitest'
import { dragMachine } from '../../../src/machines/list/drag.machine.ts'
import { startMachineDriver } from '../../support/machine-driver.ts'
import { describeMachine } from '../../support/model/describe-machine.ts'
import { dragModels, rowGrabbed } from './drag.model.ts'

describeMachine('drag', dragModels)

test('limits a dragged row to positions of the rows shown, and emits its position on drop', () => {
  const { actor, emitted, trigger } = startMachineDriver(dragMachine)
  trigger({ ...rowGrabbed, by: 'keys' })
  for (const by of [1, 1, 1, 1]) trigger({ type: 'row.stepped', by })
  expect(actor.getSnapshot().context.to).toBe(5)
  trigger({ type: 'row.dropped' })
  trigger({ ...rowGrabbed, by: 'pointer' })
  trigger({ type: 'row.dragged', to: -7 })
  trigger({ type: 'row.dropped' })
  expect(emitted).toEqual([
    { type: 'row.moved', id: 'c', position: 5 },
    { type: 'row.moved', id: 'c', position: 1 },
  ])
})

test('emits no move after a cancel or a drop at the original position', () => {
  const { emitted, trigger } = startMachineDriver(dragMachine)
  trigger({ ...rowGrabbed, by: 'pointer' })
  trigger({ type: 'row.dragged', to: 5 })
  trigger({ type: 'drag.cancelled' })
  trigger({ ...rowGrabbed, by: 'keys' })
  trigger({ type: 'row.stepped', by: 1 })
  trigger({ type: 'row.stepped', by: -1 })
  trigger({ type: 'row.dropped' })
  expect(emitted).toEqual([])
})
