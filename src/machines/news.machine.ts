import { assign, setup } from 'xstate'
import type { AssetEvent } from '../api/contract/events.ts'
import { type Known, type News, NO_NEWS, type ShownRows, withEvent, withRows } from './rules/news.ts'

interface NewsContext {
  /** All that was heard since the rows were asked for. */
  heard: News
  /** What of it is told. */
  told: News
  /** What is known of every row that was shown: another page forgets nothing. */
  known: Known
}

type NewsEvent =
  | { type: 'change.heard'; news: AssetEvent | 'gap' }
  | { type: 'rows.requested' }
  | ({ type: 'rows.shown' } & ShownRows)

/**
 * What others changed since a list's rows were asked for, gathered for a while before it is told. It begins anew with the
 * next rows, because what was heard before is in them.
 */
export const newsMachine = setup({
  types: {} as { context: NewsContext; events: NewsEvent },
  actions: {
    keepNews: assign({
      heard: ({ context }, params: { news: AssetEvent | 'gap' }) => withEvent(context.heard, params.news),
    }),
    tellNews: assign({ told: ({ context }) => context.heard }),
    forgetNews: assign({ heard: NO_NEWS, told: NO_NEWS }),
    keepRows: assign({ known: ({ context }, params: ShownRows) => withRows(context.known, params) }),
  },
  // One's own change is in the rows by then.
  delays: { gathering: 1000 },
}).createMachine({
  id: 'news',
  context: { heard: NO_NEWS, told: NO_NEWS, known: new Map() },
  initial: 'quiet',
  on: {
    'rows.requested': { target: '.quiet', actions: 'forgetNews' },
    'rows.shown': { actions: { type: 'keepRows', params: ({ event }) => event } },
  },
  states: {
    quiet: {
      on: { 'change.heard': { target: 'gathering', actions: { type: 'keepNews', params: ({ event }) => event } } },
    },
    gathering: {
      on: { 'change.heard': { actions: { type: 'keepNews', params: ({ event }) => event } } },
      after: { gathering: { target: 'quiet', actions: 'tellNews' } },
    },
  },
})
