import { filtersMachine } from '../../../src/machines/filters/filters.machine.ts'
import { defineModel, type MachineModels } from '../../support/model/model.ts'

export const filtersModels: MachineModels = {
  listeners: {
    'draft.applied': ['src/ui/list/filters/use-filter-overlay.ts'],
  },
  models: {
    filters: defineModel({
      machine: filtersMachine,
      events: [
        { type: 'overlay.opened', filter: { search: 'hat' }, preselected: {} },
        { type: 'overlay.opened', filter: {}, preselected: {} },
        { type: 'filter.changed', field: 'type', value: ['top'] },
        { type: 'filter.changed', field: 'type', value: [] },
        { type: 'filters.cleared' },
        { type: 'filters.applied' },
        { type: 'overlay.cancelled' },
      ],
      contextKey: (context) => context.draft,
      emittedInvariants: {
        'the draft is emitted once for each time it is applied while the overlay is open': (emitted, happenings) => {
          const applied = happenings.filter(
            ({ type }, index) =>
              type === 'filters.applied' &&
              happenings
                .slice(0, index)
                .findLast((before) => /^(overlay\.opened|overlay\.cancelled|filters\.applied)$/.test(before.type))
                ?.type === 'overlay.opened',
          )
          return emitted.length === applied.length
        },
      },
    }),
  },
}
