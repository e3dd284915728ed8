import { assign, setup } from 'xstate'
import type { Row } from '../list/paging.ts'
import { placeholderActor } from '../placeholder-actor.ts'

interface PreviewContext {
  row: Row
}

/** `row.changed`: the preview has moved to another row, or the shown row has changed. */
type PreviewEvent = { type: 'row.changed'; row: Row }

/** Time on a row before its model is fetched, in milliseconds, so that passing over rows loads nothing. */
export const MODEL_PREVIEW_DELAY_MS = 250

/** Preview next to a list: shows the picture of the current row immediately, and its model after a delay. */
export const previewMachine = setup({
  types: {} as { context: PreviewContext; events: PreviewEvent; input: { row: Row }; tags: 'modelShown' },
  actors: {
    /** Loads everything the viewer needs except the model. */
    prepareViewer: placeholderActor<void>('prepareViewer'),
  },
  delays: { debounce: MODEL_PREVIEW_DELAY_MS },
  guards: {
    isOtherRow: ({ context }, params: { row: Row }) => params.row.id !== context.row.id,
  },
  actions: {
    storeRow: assign({ row: (_, params: { row: Row }) => params.row }),
  },
}).createMachine({
  id: 'preview',
  context: ({ input }) => ({ row: input.row }),
  initial: 'debouncing',
  on: {
    'row.changed': [
      {
        guard: { type: 'isOtherRow', params: ({ event: { row } }) => ({ row }) },
        target: '.debouncing',
        actions: { type: 'storeRow', params: ({ event: { row } }) => ({ row }) },
      },
      { actions: { type: 'storeRow', params: ({ event: { row } }) => ({ row }) } },
    ],
  },
  states: {
    debouncing: { after: { debounce: 'preparing' } },
    preparing: {
      invoke: { id: 'prepareViewer', src: 'prepareViewer', onDone: 'showingModel', onError: 'showingPicture' },
    },
    showingModel: { tags: 'modelShown' },
    /** The viewer could not be loaded, so the picture remains. */
    showingPicture: {},
  },
})
