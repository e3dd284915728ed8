import { assign, setup } from 'xstate'
import { amongShown, NO_SELECTION, type Selection, toggleAll, toggleRange, toggleRow } from './rules/selection.ts'

/** The selection and the ids of the rows shown, in their order. */
interface SelectionContext {
  selection: Selection
  shown: readonly string[]
}

type SelectionEvent =
  | { type: 'row.pressed'; id: string; isRange: boolean }
  | { type: 'all.pressed' }
  | { type: 'selection.cleared' }
  | { type: 'rows.shown'; ids: readonly string[] }

/** Which rows of a list are selected: one by one, by ranges, all of a page; only what is shown can be. */
export const selectionMachine = setup({
  types: {} as { context: SelectionContext; events: SelectionEvent },
  guards: {
    isAnySelected: ({ context }) => context.selection.ids.length > 0,
    isShown: ({ context }, { id }: { id: string }) => context.shown.includes(id),
  },
  actions: {
    toggleRow: assign(({ context: { selection, shown } }, { id, isRange }: { id: string; isRange: boolean }) => ({
      selection: isRange ? toggleRange(selection, id, shown) : toggleRow(selection, id),
    })),
    toggleAll: assign(({ context: { selection, shown } }) => ({ selection: toggleAll(selection, shown) })),
    clear: assign({ selection: NO_SELECTION }),
    keepShown: assign(({ context }, { ids }: { ids: readonly string[] }) => ({
      shown: ids,
      selection: amongShown(context.selection, ids),
    })),
  },
}).createMachine({
  id: 'selection',
  meta: { resumes: [] },
  context: { selection: NO_SELECTION, shown: [] },
  initial: 'none',
  on: {
    'row.pressed': {
      guard: { type: 'isShown', params: ({ event }) => event },
      target: '.deciding',
      actions: { type: 'toggleRow', params: ({ event }) => event },
    },
    'all.pressed': { target: '.deciding', actions: 'toggleAll' },
    'selection.cleared': { target: '.none', actions: 'clear' },
    'rows.shown': { target: '.deciding', actions: { type: 'keepShown', params: ({ event }) => event } },
  },
  states: {
    none: {},
    some: {},
    deciding: { always: [{ guard: 'isAnySelected', target: 'some' }, { target: 'none' }] },
  },
})
