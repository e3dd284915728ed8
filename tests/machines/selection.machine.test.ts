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
