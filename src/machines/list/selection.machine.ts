import { assign, emit, setup } from 'xstate'
import { limitToShown, NO_SELECTION, type Selection, toggleAll, toggleRange, toggleRow } from './selection.ts'

interface SelectionContext {
  selection: Selection
  shown: readonly string[]
}

type SelectionEvent =
  | { type: 'row.pressed'; id: string; isRange: boolean }
  | { type: 'all.pressed' }
  | { type: 'selection.cleared' }
  /** Requests a page of up to `limit` rows, and selects all rows of that page once loaded. */
  | { type: 'more.requested'; limit: number }
  | { type: 'rows.shown'; ids: readonly string[] }

/** `limit.requested`: the list should show up to `limit` rows so that they can be selected. */
export type SelectionEmitted = { type: 'limit.requested'; limit: number }

/**
 * Selection of rows in a list: single rows, ranges, all rows of a page, or all rows of a longer page once loaded. Only shown rows
 * can be selected.
 */
export const selectionMachine = setup({
  types: {} as { context: SelectionContext; events: SelectionEvent; emitted: SelectionEmitted },
  guards: {
    hasSelection: ({ context }) => context.selection.ids.length > 0,
    hasMoreRows: ({ context }, { ids }: { ids: readonly string[] }) => ids.length > context.shown.length,
    hasSameRows: ({ context }, { ids }: { ids: readonly string[] }) => ids.join() === context.shown.join(),
    isShown: ({ context }, { id }: { id: string }) => context.shown.includes(id),
  },
  actions: {
    toggleRow: assign(({ context: { selection, shown } }, { id, isRange }: { id: string; isRange: boolean }) => ({
      selection: isRange ? toggleRange(selection, id, shown) : toggleRow(selection, id),
    })),
    toggleAll: assign(({ context: { selection, shown } }) => ({ selection: toggleAll(selection, shown) })),
    selectAll: assign(({ context: { shown } }) => ({ selection: toggleAll(NO_SELECTION, shown) })),
    announceLimit: emit((_, { limit }: { limit: number }) => ({ type: 'limit.requested' as const, limit })),
    clearSelection: assign({ selection: NO_SELECTION }),
    storeShown: assign(({ context }, { ids }: { ids: readonly string[] }) => ({
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
      target: '.evaluating',
      actions: { type: 'toggleRow', params: ({ event }) => event },
    },
    'all.pressed': { target: '.evaluating', actions: 'toggleAll' },
    'selection.cleared': { target: '.none', actions: 'clearSelection' },
    'rows.shown': { target: '.evaluating', actions: { type: 'storeShown', params: ({ event }) => event } },
  },
  states: {
    none: {},
    some: {
      initial: 'settled',
      on: {
        'more.requested': { target: '.extending', actions: { type: 'announceLimit', params: ({ event }) => event } },
      },
      states: {
        settled: {},
        extending: {
          on: {
            'rows.shown': [
              {
                guard: { type: 'hasMoreRows', params: ({ event }) => event },
                target: '#selection.some.settled',
                actions: [{ type: 'storeShown', params: ({ event }) => event }, 'selectAll'],
              },
              // The same rows, rendered again.
              {
                guard: { type: 'hasSameRows', params: ({ event }) => event },
                actions: { type: 'storeShown', params: ({ event }) => event },
              },
            ],
          },
        },
      },
    },
    evaluating: { always: [{ guard: 'hasSelection', target: 'some' }, { target: 'none' }] },
  },
})
