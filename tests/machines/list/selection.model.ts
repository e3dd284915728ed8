import { selectionMachine } from '../../../src/machines/list/selection.machine.ts'
import { defineModel, type MachineModels } from '../../support/model/model.ts'

export const selectionModels: MachineModels = {
  listeners: { 'limit.requested': ['src/ui/list/use-list-workspace.ts'] },
  models: {
    selection: defineModel({
      machine: selectionMachine,
      events: [
        { type: 'rows.shown', ids: ['a', 'b', 'c'] },
        { type: 'rows.shown', ids: ['b'] },
        { type: 'row.pressed', id: 'a', isRange: false },
        { type: 'row.pressed', id: 'c', isRange: true },
        { type: 'all.pressed' },
        { type: 'selection.cleared' },
        { type: 'more.requested', limit: 100 },
      ],
      contextKey: ({ selection, shown }) => [selection.ids.toSorted(), selection.anchor, shown],
      invariants: {
        'rows are selected if and only if the state is a selection': ({ value, context }) =>
          (typeof value === 'object') === context.selection.ids.length > 0,
        'only shown rows are selected': ({ context }) =>
          context.selection.ids.every((id) => context.shown.includes(id)),
      },
    }),
  },
}
