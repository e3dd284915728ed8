import { assign, emit, setup } from 'xstate'
import type { Filter } from '../../api/contract/list.ts'
import { isSameFilter, withField, withPreselected } from './filters.ts'

/** Draft of the filters. The list uses its current filter until the draft is applied. */
interface FiltersContext {
  draft: Filter
  /** Values that fill empty fields. A field with a preselected value cannot be left empty (Spec §4). */
  preselected: Filter
}

type FiltersEvent =
  | { type: 'overlay.opened'; filter: Filter; preselected: Filter }
  | { type: 'filter.changed'; field: string; value: unknown }
  | { type: 'filters.cleared' }
  | { type: 'filters.applied' }
  | { type: 'overlay.cancelled' }

/** The All Filters overlay: edits a draft, which is applied or discarded (Spec §2). */
export const filtersMachine = setup({
  types: {} as {
    context: FiltersContext
    events: FiltersEvent
    emitted: { type: 'draft.applied'; filter: Filter }
  },
  guards: {
    isAnotherDraft: ({ context: { draft, preselected } }, params: { filter: Filter }) =>
      !isSameFilter(withPreselected(params.filter, preselected), draft),
  },
  actions: {
    startDraft: assign((_, { filter, preselected }: { filter: Filter; preselected: Filter }) => ({
      draft: withPreselected(filter, preselected),
      preselected,
    })),
    storeDraft: assign({
      draft: ({ context }, params: { filter: Filter }) => withPreselected(params.filter, context.preselected),
    }),
    announceDraft: emit(({ context }) => ({ type: 'draft.applied' as const, filter: context.draft })),
  },
}).createMachine({
  id: 'filters',
  meta: { resumes: [] },
  context: { draft: {}, preselected: {} },
  initial: 'closed',
  states: {
    closed: {
      on: {
        'overlay.opened': {
          target: 'open',
          actions: { type: 'startDraft', params: ({ event }) => event },
        },
      },
    },
    open: {
      initial: 'untouched',
      on: {
        'filter.changed': {
          guard: {
            type: 'isAnotherDraft',
            params: ({ context, event }) => ({ filter: withField(context.draft, event.field, event.value) }),
          },
          target: '.edited',
          actions: {
            type: 'storeDraft',
            params: ({ context, event }) => ({ filter: withField(context.draft, event.field, event.value) }),
          },
        },
        'filters.cleared': {
          guard: { type: 'isAnotherDraft', params: { filter: {} } },
          target: '.edited',
          actions: { type: 'storeDraft', params: { filter: {} } },
        },
        'filters.applied': { target: 'closed', actions: 'announceDraft' },
        'overlay.cancelled': 'closed',
      },
      states: { untouched: {}, edited: {} },
    },
  },
})
