import { assign, setup } from 'xstate'
import type { ListPage, ListQuery } from '../api/contract/list.ts'
import { provided } from './provided.ts'
import { pageWanted, type Trail, trailFrom, withTrailPage } from './rules/neighbours.ts'
import type { Row } from './rules/paging.ts'

interface NeighboursContext {
  /** What is open. */
  id: string
  /** `null`: it was not opened from a list. */
  trail: Trail | null
}

type NeighboursEvent =
  | { type: 'trail.found'; query: ListQuery; page: ListPage<Row> }
  | { type: 'thing.shown'; id: string }

/** What stands before and after a thing in the list it was opened from; asks for the next page in time. */
export const neighboursMachine = setup({
  types: {} as { input: { id: string }; context: NeighboursContext; events: NeighboursEvent },
  actors: { loadPage: provided<ListPage<Row>, { query: ListQuery }>('loadPage') },
  guards: { lacksPage: ({ context: { trail, id } }) => pageWanted(trail, id) !== null },
  actions: {
    keepList: assign({
      trail: (_, { query, page }: { query: ListQuery; page: ListPage<Row> }) => trailFrom(query, page),
    }),
    keepPage: assign({
      trail: ({ context }, { page }: { page: ListPage<Row> }) => context.trail && withTrailPage(context.trail, page),
    }),
    keepThing: assign({ id: (_, { id }: { id: string }) => id }),
  },
}).createMachine({
  id: 'neighbours',
  context: ({ input }) => ({ id: input.id, trail: null }),
  initial: 'settled',
  on: {
    'trail.found': { target: '.settled', actions: { type: 'keepList', params: ({ event }) => event } },
    'thing.shown': { actions: { type: 'keepThing', params: ({ event }) => event } },
  },
  states: {
    settled: { always: { guard: 'lacksPage', target: 'loading' } },
    loading: {
      invoke: {
        id: 'loadPage',
        src: 'loadPage',
        input: ({ context: { trail, id } }) => ({ query: { ...trail!.query, page: pageWanted(trail, id)! } }),
        onDone: { target: 'settled', actions: { type: 'keepPage', params: ({ event }) => ({ page: event.output }) } },
        onError: 'failed',
      },
    },
    // What is held goes on working; the next step asks again.
    failed: {
      on: { 'thing.shown': { target: 'settled', actions: { type: 'keepThing', params: ({ event }) => event } } },
    },
  },
})
