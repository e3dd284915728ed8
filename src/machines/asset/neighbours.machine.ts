import { assign, setup } from 'xstate'
import type { ListPage, ListQuery } from '../../api/contract/list.ts'
import type { Row } from '../list/paging.ts'
import { placeholderActor } from '../placeholder-actor.ts'
import { type ListTrail, pageNumberToLoad, trailFrom, withTrailPage } from './neighbours.ts'

interface NeighboursContext {
  id: string
  /** `null`: the item was not opened from a list. */
  trail: ListTrail | null
}

type NeighboursEvent =
  | { type: 'list.found'; query: ListQuery; page: ListPage<Row> }
  | { type: 'item.shown'; id: string }

/** Previous and next item in the list from which an item was opened. Loads further pages of the list in advance. */
export const neighboursMachine = setup({
  types: {} as { input: { id: string }; context: NeighboursContext; events: NeighboursEvent },
  actors: { loadPage: placeholderActor<ListPage<Row>, { query: ListQuery }>('loadPage') },
  guards: { needsPage: ({ context: { trail, id } }) => pageNumberToLoad(trail, id) !== null },
  actions: {
    storeList: assign({
      trail: (_, { query, page }: { query: ListQuery; page: ListPage<Row> }) => trailFrom(query, page),
    }),
    storePage: assign({
      trail: ({ context }, { page }: { page: ListPage<Row> }) => context.trail && withTrailPage(context.trail, page),
    }),
    setItem: assign({ id: (_, { id }: { id: string }) => id }),
  },
}).createMachine({
  id: 'neighbours',
  context: ({ input }) => ({ id: input.id, trail: null }),
  initial: 'settled',
  on: {
    'list.found': { target: '.settled', actions: { type: 'storeList', params: ({ event }) => event } },
    'item.shown': { actions: { type: 'setItem', params: ({ event }) => event } },
  },
  states: {
    settled: { always: { guard: 'needsPage', target: 'loading' } },
    loading: {
      invoke: {
        id: 'loadPage',
        src: 'loadPage',
        input: ({ context: { trail, id } }) => ({ query: { ...trail!.query, page: pageNumberToLoad(trail, id)! } }),
        onDone: { target: 'settled', actions: { type: 'storePage', params: ({ event }) => ({ page: event.output }) } },
        onError: 'failed',
      },
    },
    // Loaded rows remain usable. The next navigation retries.
    failed: {
      on: { 'item.shown': { target: 'settled', actions: { type: 'setItem', params: ({ event }) => event } } },
    },
  },
})
