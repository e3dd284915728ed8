import { expect, test } from 'vitest'
import { filtersMachine } from '../../../src/machines/filters/filters.machine.ts'
import { startMachineDriver } from '../../support/machine-driver.ts'
import { describeMachine } from '../../support/model/describe-machine.ts'
import { filtersModels } from './filters.model.ts'

describeMachine('filters', filtersModels)

test('emits the draft when it is applied', () => {
  const { actor, emitted, trigger } = startMachineDriver(filtersMachine)
  trigger({ type: 'overlay.opened', filter: { search: 'hat' }, preselected: {} })
  trigger({ type: 'filter.changed', field: 'type', value: ['top'] })
  trigger({ type: 'filters.applied' })
  expect(emitted).toEqual([{ type: 'draft.applied', filter: { search: 'hat', type: ['top'] } }])
  expect(actor.getSnapshot().value).toBe('closed')
})

test('emits nothing on cancel, and starts the next draft from the applied filter of the list', () => {
  const { actor, emitted, trigger } = startMachineDriver(filtersMachine)
  trigger({ type: 'overlay.opened', filter: { search: 'hat' }, preselected: {} })
  trigger({ type: 'filters.cleared' })
  trigger({ type: 'overlay.cancelled' })
  trigger({ type: 'overlay.opened', filter: { search: 'hat' }, preselected: {} })
  expect(actor.getSnapshot().context.draft).toEqual({ search: 'hat' })
  expect(emitted).toEqual([])
})

test('does not count setting a field to its present value as a change of the draft', () => {
  const { actor, trigger } = startMachineDriver(filtersMachine)
  trigger({ type: 'overlay.opened', filter: { search: 'hat' }, preselected: {} })
  trigger({ type: 'filter.changed', field: 'search', value: 'hat' })
  trigger({ type: 'filter.changed', field: 'type', value: [] })
  expect(actor.getSnapshot().value).toEqual({ open: 'untouched' })
})

test('restores the preselected value of a field that is cleared', () => {
  const { actor, emitted, trigger } = startMachineDriver(filtersMachine)
  trigger({ type: 'overlay.opened', filter: {}, preselected: { scope: 'mine' } })
  trigger({ type: 'filters.cleared' })
  expect(actor.getSnapshot().value).toEqual({ open: 'untouched' })
  trigger({ type: 'filter.changed', field: 'scope', value: 'all' })
  trigger({ type: 'filter.changed', field: 'scope', value: '' })
  trigger({ type: 'filters.applied' })
  expect(emitted).toEqual([{ type: 'draft.applied', filter: { scope: 'mine' } }])
})
