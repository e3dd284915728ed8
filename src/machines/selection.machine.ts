import { assign, emit, setup } from 'xstate'
import { limitToShown, NO_SELECTION, type Selection, toggleAll, toggleRange, toggleRow } from './rules/selection.ts'

interface SelectionContext {
  selection: Selection
  shown: readonly string[]
}

type SelectionEvent =
  | { type: 'row.pressed'; id: string; isRange: boolean }
  | { type: 'all.pressed' }
  | { type: 'selection.cleared' }
  /** Requests a page of up to `limit` rows, and selects all rows of that page once loaded. */
  | { type: 'more.wanted'; limit: number }
  | { type: 'rows.shown'; ids: readonly string[] }

/** `page.wanted`: the list should show up to `limit` rows so that they can be selected. */
export type SelectionEmitted = { type: 'page.wanted'; limit: number }

/**
 * Selection of rows in a list: single rows, ranges, all rows of a page, or all rows of a longer page once loaded. Only shown rows
 * can be selected.
 */
export const selectionMachine = setup({
  types: {} as { context: SelectionContext; events: SelectionEvent; emitted: SelectionEmitted },
  guards: {
    isAnySelected: ({ context }) => context.selection.ids.length > 0,
    isMore: ({ context }, { ids }: { ids: readonly string[] }) => ids.length > context.shown.length,
    isSame: ({ context }, { ids }: { ids: readonly string[] }) => ids.join() === context.shown.join(),
    isShown: ({ context }, { id }: { id: string }) => context.shown.includes(id),
  },
  actions: {
    toggleRow: assign(({ context: { selection, shown } }, { id, isRange }: { id: string; isRange: boolean }) => ({
      selection: isRange ? toggleRange(selection, id, shown) : toggleRow(selection, id),
    })),
    toggleAll: assign(({ context: { selection, shown } }) => ({ selection: toggleAll(selection, shown) })),
    selectAll: assign(({ context: { shown } }) => ({ selection: toggleAll(NO_SELECTION, shown) })),
    announcePage: emit((_, { limit }: { limit: number }) => ({ type: 'page.wanted' as const, limit })),
    clear: assign({ selection: NO_SELECTION }),
    keepShown: assign(({ context }, { ids }: { ids: readonly string[] }) => ({
      shown: ids,
      selection: limitToShown(context.selection, ids),
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
    some: {
      initial: 'chosen',
      on: {
        'more.wanted': { target: '.growing', actions: { type: 'announcePage', params: ({ event }) => event } },
      },
      states: {
        chosen: {},
        growing: {
          on: {
            'rows.shown': [
              {
                guard: { type: 'isMore', params: ({ event }) => event },
                target: '#selection.some.chosen',
                actions: [{ type: 'keepShown', params: ({ event }) => event }, 'selectAll'],
              },
              // The same rows, rendered again.
              {
                guard: { type: 'isSame', params: ({ event }) => event },
                actions: { type: 'keepShown', params: ({ event }) => event },
              },
            ],
          },
        },
      },
    },
    deciding: { always: [{ guard: 'isAnySelected', target: 'some' }, { target: 'none' }] },
  },
})
