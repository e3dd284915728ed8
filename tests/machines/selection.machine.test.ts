import { expect, test } from 'vitest'
import { selectionMachine } from '../../src/machines/selection.machine.ts'
import { followsRecord } from '../support/model/follow.ts'
import { startWalk } from '../support/walk.ts'
import { selectionModels } from './selection.model.ts'

followsRecord('selection', selectionModels)

test('a page of other rows leaves nothing selected that is not on it', () => {
  const { actor, happens } = startWalk(selectionMachine)
  happens({ type: 'rows.shown', ids: ['a', 'b', 'c'] })
  happens({ type: 'row.pressed', id: 'a', isRange: false })
  happens({ type: 'row.pressed', id: 'c', isRange: true })
  happens({ type: 'rows.shown', ids: ['c', 'd'] })
  expect(actor.getSnapshot().context.selection.ids).toEqual(['c'])
})

test('all of a longer page are selected once it is here, unless somebody chose otherwise by then', () => {
  const { actor, happens } = startWalk(selectionMachine)
  const selected = () => actor.getSnapshot().context.selection.ids.join('')
  happens({ type: 'rows.shown', ids: ['a', 'b'] })
  happens({ type: 'all.pressed' })
  happens({ type: 'more.wanted', limit: 100 })
  happens({ type: 'rows.shown', ids: ['a', 'b'] })
  happens({ type: 'rows.shown', ids: ['a', 'b', 'c', 'd'] })
  expect(selected()).toBe('abcd')
  happens({ type: 'rows.shown', ids: ['a', 'b', 'c', 'd', 'e'] })
  expect(selected()).toBe('abcd')
  happens({ type: 'more.wanted', limit: 100 })
  happens({ type: 'row.pressed', id: 'a', isRange: false })
  happens({ type: 'rows.shown', ids: ['a', 'b', 'c', 'd', 'e', 'f'] })
  expect(selected()).toBe('bcd')
})
