import { filtersMachine } from '../../src/machines/filters.machine.ts'
import { type Models, model } from '../support/model/model.ts'

/** Tries the machine out. */
export const filtersModels: Models = {
  listeners: {
    'draft.applied': ['src/ui/list/use-filters.ts'],
  },
  models: {
    filters: model({
      machine: filtersMachine,
      happenings: [
        { type: 'overlay.opened', filter: { search: 'hat' }, preselected: {} },
        { type: 'overlay.opened', filter: {}, preselected: {} },
        { type: 'filter.changed', field: 'type', value: ['top'] },
        { type: 'filter.changed', field: 'type', value: [] },
        { type: 'filters.cleared' },
        { type: 'filters.applied' },
        { type: 'overlay.cancelled' },
      ],
      sees: (context) => context.draft,
      tells: {
        'the draft is told once for each time it is applied while it is open': (emitted, happenings) => {
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
