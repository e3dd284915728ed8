import { assign, emit, setup } from 'xstate'
import { clampPosition } from './reorder.ts'

/** Dragged item. Positions are 1-based in the whole list. The item can be dropped from `first` to `last`. */
interface DragContext {
  id: string
  from: number
  to: number
  first: number
  last: number
}

type DragEvent =
  | { type: 'row.grabbed'; id: string; from: number; first: number; last: number; by: 'pointer' | 'keys' }
  | { type: 'row.dragged'; to: number }
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
    isKeyboardDrag: (_, params: { by: 'pointer' | 'keys' }) => params.by === 'keys',
    isMoved: ({ context }) => context.to !== context.from,
  },
  actions: {
    startDrag: assign((_, { id, from, first, last }: Omit<DragContext, 'to'>) => ({ id, from, to: from, first, last })),
    setPosition: assign(({ context: { first, last } }, params: { to: number }) => ({
      to: clampPosition(params.to, first, last),
    })),
    announceMove: emit(({ context: { id, to } }) => ({ type: 'row.moved' as const, id, position: to })),
  },
}).createMachine({
  id: 'drag',
  meta: { resumes: [] },
  context: { id: '', from: 0, to: 0, first: 0, last: 0 },
  initial: 'idle',
  states: {
    idle: {
      on: {
        'row.grabbed': [
          {
            guard: { type: 'isKeyboardDrag', params: ({ event }) => event },
            target: 'dragging.byKeys',
            actions: { type: 'startDrag', params: ({ event }) => event },
          },
          { target: 'dragging.byPointer', actions: { type: 'startDrag', params: ({ event }) => event } },
        ],
      },
    },
    dragging: {
      initial: 'byPointer',
      on: {
        'row.dragged': { actions: { type: 'setPosition', params: ({ event }) => event } },
        'row.dropped': [{ guard: 'isMoved', target: 'idle', actions: 'announceMove' }, { target: 'idle' }],
        'drag.cancelled': 'idle',
      },
      states: {
        byPointer: {},
        byKeys: {
          on: {
            'row.stepped': {
              actions: { type: 'setPosition', params: ({ context, event }) => ({ to: context.to + event.by }) },
            },
          },
        },
      },
    },
  },
})
