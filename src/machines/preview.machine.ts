import { assign, setup } from 'xstate'
import { placeholderActor } from './placeholder-actor.ts'
import type { Row } from './rules/paging.ts'

interface PreviewContext {
  row: Row
}

/** `row.reached`: the preview has moved to another row, or the shown row has changed. */
type PreviewEvent = { type: 'row.reached'; row: Row }

/** Time on a row before its model is fetched, in milliseconds, so that passing over rows loads nothing. */
export const MODEL_PREVIEW_DELAY_MS = 250

/** Preview next to a list: shows the picture of the current row immediately, and its model after a delay. */
export const previewMachine = setup({
  types: {} as { context: PreviewContext; events: PreviewEvent; input: { row: Row }; tags: 'drawn' },
  actors: {
    /** Loads everything the viewer needs except the model. */
    prepare: placeholderActor<void>('prepare'),
  },
  delays: { rest: MODEL_PREVIEW_DELAY_MS },
  guards: {
    isAnother: ({ context }, params: { row: Row }) => params.row.id !== context.row.id,
  },
  actions: {
    keepRow: assign({ row: (_, params: { row: Row }) => params.row }),
  },
}).createMachine({
  id: 'preview',
  context: ({ input }) => ({ row: input.row }),
  initial: 'resting',
  on: {
    'row.reached': [
      {
        guard: { type: 'isAnother', params: ({ event: { row } }) => ({ row }) },
        target: '.resting',
        actions: { type: 'keepRow', params: ({ event: { row } }) => ({ row }) },
      },
      { actions: { type: 'keepRow', params: ({ event: { row } }) => ({ row }) } },
    ],
  },
  states: {
    resting: { after: { rest: 'preparing' } },
    preparing: { invoke: { id: 'prepare', src: 'prepare', onDone: 'showing', onError: 'still' } },
    showing: { tags: 'drawn' },
    /** The viewer could not be loaded, so the picture remains. */
    still: {},
  },
})
