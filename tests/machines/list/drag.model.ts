import { dragMachine } from '../../../src/machines/list/drag.machine.ts'
import { defineModel, type MachineModels } from '../../support/model/model.ts'

export const rowGrabbed = { type: 'row.grabbed', id: 'c', from: 3, first: 1, last: 5 } as const

export const dragModels: MachineModels = {
  listeners: {
    'row.moved': [
      'src/ui/list/reorder/use-row-drag.ts',
      'src/ui/list/table/use-column-drag.ts',
      'src/ui/list/reorder/ReorderAnnouncer.tsx',
    ],
  },
  models: {
    'a dragged row': defineModel({
      machine: dragMachine,
      events: [
        { ...rowGrabbed, by: 'pointer' },
        { ...rowGrabbed, by: 'keys' },
        { type: 'row.dragged', to: 1 },
        { type: 'row.dragged', to: 3 },
        { type: 'row.stepped', by: 1 },
        { type: 'row.stepped', by: -1 },
        { type: 'row.dropped' },
        { type: 'drag.cancelled' },
      ],
      contextKey: ({ id, from, to }) => [id, from, to],
      invariants: {
        'the position stays within the rows that are shown': ({ context: { to, first, last } }) =>
          to >= first && to <= last,
      },
      emittedInvariants: {
        'a row moves at most once for each time it is dropped': (emitted, happenings) =>
          emitted.length <= happenings.filter(({ type }) => type === 'row.dropped').length,
      },
    }),
  },
}
