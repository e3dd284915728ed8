import { assign, emit, setup } from 'xstate'
import { clampPosition } from './rules/reorder.ts'

/** Dragged item. Positions are 1-based in the whole list. The item can be dropped from `first` to `last`. */
interface DragContext {
  id: string
  from: number
  to: number
  first: number
  last: number
}

type DragEvent =
  | { type: 'row.lifted'; id: string; from: number; first: number; last: number; by: 'pointer' | 'keys' }
  | { type: 'row.carried'; to: number }
  | { type: 'row.stepped'; by: number }
  | { type: 'row.dropped' }
  | { type: 'drag.cancelled' }

/** Drag of a row by its handle or a column by its header, by pointer, touch or arrow keys. Ends in a drop or a cancel. */
export const dragMachine = setup({
  types: {} as {
    context: DragContext
    events: DragEvent
    emitted: { type: 'row.moved'; id: string; position: number }
  },
  guards: {
    isByKeys: (_, params: { by: 'pointer' | 'keys' }) => params.by === 'keys',
    isElsewhere: ({ context }) => context.to !== context.from,
  },
  actions: {
    lift: assign((_, { id, from, first, last }: Omit<DragContext, 'to'>) => ({ id, from, to: from, first, last })),
    carry: assign(({ context: { first, last } }, params: { to: number }) => ({
      to: clampPosition(params.to, first, last),
    })),
    announceMove: emit(({ context: { id, to } }) => ({ type: 'row.moved' as const, id, position: to })),
  },
}).createMachine({
  id: 'drag',
  meta: { resumes: [] },
  context: { id: '', from: 0, to: 0, first: 0, last: 0 },
  initial: 'resting',
  states: {
    resting: {
      on: {
        'row.lifted': [
          {
            guard: { type: 'isByKeys', params: ({ event }) => event },
            target: 'held.byKeys',
            actions: { type: 'lift', params: ({ event }) => event },
          },
          { target: 'held.byPointer', actions: { type: 'lift', params: ({ event }) => event } },
        ],
      },
    },
    held: {
      initial: 'byPointer',
      on: {
        'row.carried': { actions: { type: 'carry', params: ({ event }) => event } },
        'row.dropped': [{ guard: 'isElsewhere', target: 'resting', actions: 'announceMove' }, { target: 'resting' }],
        'drag.cancelled': 'resting',
      },
      states: {
        byPointer: {},
        byKeys: {
          on: {
            'row.stepped': {
              actions: { type: 'carry', params: ({ context, event }) => ({ to: context.to + event.by }) },
            },
          },
        },
      },
    },
  },
})
