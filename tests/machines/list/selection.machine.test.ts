import { expect, test } from 'vitest'
import { selectionMachine } from '../../../src/machines/list/selection.machine.ts'
import { startMachineDriver } from '../../support/machine-driver.ts'
import { describeMachine } from '../../support/model/describe-machine.ts'
import { selectionModels } from './selection.model.ts'

describeMachine('selection', selectionModels)

test('deselects rows that are not on the new page', () => {
  const { actor, trigger } = startMachineDriver(selectionMachine)
  trigger({ type: 'rows.shown', ids: ['a', 'b', 'c'] })
  trigger({ type: 'row.pressed', id: 'a', isRange: false })
  trigger({ type: 'row.pressed', id: 'c', isRange: true })
  trigger({ type: 'rows.shown', ids: ['c', 'd'] })
  expect(actor.getSnapshot().context.selection.ids).toEqual(['c'])
})

test('selects all rows of a larger page once it is loaded, unless the selection has changed since', () => {
  const { actor, trigger } = startMachineDriver(selectionMachine)
  const selected = () => actor.getSnapshot().context.selection.ids.join('')
  trigger({ type: 'rows.shown', ids: ['a', 'b'] })
  trigger({ type: 'all.pressed' })
  trigger({ type: 'more.requested', limit: 100 })
  trigger({ type: 'rows.shown', ids: ['a', 'b'] })
  trigger({ type: 'rows.shown', ids: ['a', 'b', 'c', 'd'] })
  expect(selected()).toBe('abcd')
  trigger({ type: 'rows.shown', ids: ['a', 'b', 'c', 'd', 'e'] })
  expect(selected()).toBe('abcd')
  trigger({ type: 'more.requested', limit: 100 })
  trigger({ type: 'row.pressed', id: 'a', isRange: false })
  trigger({ type: 'rows.shown', ids: ['a', 'b', 'c', 'd', 'e', 'f'] })
  expect(selected()).toBe('bcd')
})
