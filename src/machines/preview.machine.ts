import { assign, setup } from 'xstate'
import { provided } from './provided.ts'
import type { Row } from './rules/paging.ts'

interface PreviewContext {
  row: Row
}

/** `row.reached`: the row that people are at now, or the same one as it stands now. */
type PreviewEvent = { type: 'row.reached'; row: Row }

/** How long people stay at a row, in milliseconds, before its model is fetched: not while they go through the list. */
export const REST_MS = 250

/** What is shown beside a list of the row that people are at: its picture at once, its model once they stay. */
export const previewMachine = setup({
  types: {} as { context: PreviewContext; events: PreviewEvent; input: { row: Row }; tags: 'drawn' },
  actors: {
    /** Fetches what the viewer needs besides the model. */
    prepare: provided<void>('prepare'),
  },
  delays: { rest: REST_MS },
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
    /** Its picture stays: the viewer could not be had. */
    still: {},
  },
})
