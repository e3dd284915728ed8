import { describe, expect, test } from 'vitest'
import { selectionMachine } from '../../src/machines/selection.machine.ts'
import { startWalk, walkEveryPath } from '../support/walk.ts'

describe('selection', () => {
  walkEveryPath(selectionMachine, {
    happenings: [
      { type: 'rows.shown', ids: ['a', 'b', 'c'] },
      { type: 'rows.shown', ids: ['b'] },
      { type: 'row.pressed', id: 'a', isRange: false },
      { type: 'row.pressed', id: 'c', isRange: true },
      { type: 'all.pressed' },
      { type: 'selection.cleared' },
    ],
    sees: ({ selection, shown }) => [selection.ids.toSorted(), selection.anchor, shown],
    check: ({ actor }) => {
      const { value, context } = actor.getSnapshot()
      expect(value).toBe(context.selection.ids.length > 0 ? 'some' : 'none')
    },
  })
})

test('a page of other rows leaves nothing selected that is not on it', () => {
  const { actor, happens } = startWalk(selectionMachine)
  happens({ type: 'rows.shown', ids: ['a', 'b', 'c'] })
  happens({ type: 'row.pressed', id: 'a', isRange: false })
  happens({ type: 'row.pressed', id: 'c', isRange: true })
  happens({ type: 'rows.shown', ids: ['c', 'd'] })
  expect(actor.getSnapshot().context.selection.ids).toEqual(['c'])
})
