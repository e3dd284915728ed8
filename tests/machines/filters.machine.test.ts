import { expect, test } from 'vitest'
import { filtersMachine } from '../../src/machines/filters.machine.ts'
import { followsRecord } from '../support/model/follow.ts'
import { startWalk } from '../support/walk.ts'
import { filtersModels } from './filters.model.ts'

followsRecord('filters', filtersModels)

test('applying tells the draft', () => {
  const { actor, emitted, happens } = startWalk(filtersMachine)
  happens({ type: 'overlay.opened', filter: { search: 'hat' }, preselected: {} })
  happens({ type: 'filter.changed', field: 'type', value: ['top'] })
  happens({ type: 'filters.applied' })
  expect(emitted).toEqual([{ type: 'draft.applied', filter: { search: 'hat', type: ['top'] } }])
  expect(actor.getSnapshot().value).toBe('closed')
})

test('cancelling tells nothing, and the next opening starts from the list’s own filter', () => {
  const { actor, emitted, happens } = startWalk(filtersMachine)
  happens({ type: 'overlay.opened', filter: { search: 'hat' }, preselected: {} })
  happens({ type: 'filters.cleared' })
  happens({ type: 'overlay.cancelled' })
  happens({ type: 'overlay.opened', filter: { search: 'hat' }, preselected: {} })
  expect(actor.getSnapshot().context.draft).toEqual({ search: 'hat' })
  expect(emitted).toEqual([])
})

test('a change that changes nothing leaves the draft untouched', () => {
  const { actor, happens } = startWalk(filtersMachine)
  happens({ type: 'overlay.opened', filter: { search: 'hat' }, preselected: {} })
  happens({ type: 'filter.changed', field: 'search', value: 'hat' })
  happens({ type: 'filter.changed', field: 'type', value: [] })
  expect(actor.getSnapshot().value).toEqual({ open: 'untouched' })
})

test('a field that is preselected is never left empty', () => {
  const { actor, emitted, happens } = startWalk(filtersMachine)
  happens({ type: 'overlay.opened', filter: {}, preselected: { scope: 'mine' } })
  happens({ type: 'filters.cleared' })
  expect(actor.getSnapshot().value).toEqual({ open: 'untouched' })
  happens({ type: 'filter.changed', field: 'scope', value: 'all' })
  happens({ type: 'filter.changed', field: 'scope', value: '' })
  happens({ type: 'filters.applied' })
  expect(emitted).toEqual([{ type: 'draft.applied', filter: { scope: 'mine' } }])
})
