import { dragMachine } from '../../src/machines/drag.machine.ts'
import { type Models, model } from '../support/model/model.ts'

export const lifted = { type: 'row.lifted', id: 'c', from: 3, first: 1, last: 5 } as const

/** Tries the machine out. */
export const dragModels: Models = {
  listeners: {
    'row.moved': ['src/ui/list/use-row-drag.ts', 'src/ui/list/use-column-drag.ts', 'src/ui/list/ReorderVoice.tsx'],
  },
  models: {
    'a row in the hand': model({
      machine: dragMachine,
      happenings: [
        { ...lifted, by: 'pointer' },
        { ...lifted, by: 'keys' },
        { type: 'row.carried', to: 1 },
        { type: 'row.carried', to: 3 },
        { type: 'row.stepped', by: 1 },
        { type: 'row.stepped', by: -1 },
        { type: 'row.dropped' },
        { type: 'drag.cancelled' },
      ],
      sees: ({ id, from, to }) => [id, from, to],
    }),
  },
}
