import { selectionMachine } from '../../src/machines/selection.machine.ts'
import { type Models, model } from '../support/model/model.ts'

/** Tries the machine out. */
export const selectionModels: Models = {
  listeners: { 'page.wanted': ['src/ui/list/use-work.ts'] },
  models: {
    selection: model({
      machine: selectionMachine,
      happenings: [
        { type: 'rows.shown', ids: ['a', 'b', 'c'] },
        { type: 'rows.shown', ids: ['b'] },
        { type: 'row.pressed', id: 'a', isRange: false },
        { type: 'row.pressed', id: 'c', isRange: true },
        { type: 'all.pressed' },
        { type: 'selection.cleared' },
        { type: 'more.wanted', limit: 100 },
      ],
      sees: ({ selection, shown }) => [selection.ids.toSorted(), selection.anchor, shown],
      holds: {
        'there are some exactly while it says so': ({ value, context }) =>
          (typeof value === 'object') === context.selection.ids.length > 0,
        'nothing is selected that is not shown': ({ context }) =>
          context.selection.ids.every((id) => context.shown.includes(id)),
      },
    }),
  },
}
