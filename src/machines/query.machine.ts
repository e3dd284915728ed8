import { assign, setup } from 'xstate'
import { placeholderActor } from './placeholder-actor.ts'

export interface QueryInput {
  /** The query as text, or `null` if there is none yet. */
  query: string | null
  /** Cached response. It is shown immediately and revalidated. */
  cachedValue?: unknown
  /** Debounce time in milliseconds. 0 sends the query immediately. */
  debounceMs?: number
}

interface QueryContext {
  query: string | null
  debounceMs: number
  /** Latest response with its query. Remains until the next response. */
  response: { query: string; value: unknown } | null
  /** Error of the current query. Remains during a retry. */
  error: unknown
}

type QueryEvent =
  | { type: 'query.changed'; query: string; cachedValue?: unknown; debounceMs?: number }
  | { type: 'query.cleared' }
  | { type: 'refresh.requested' }

/** A remote query: debounced, sent, retried, or replaced by another query. */
export const queryMachine = setup({
  types: {} as { input: QueryInput; context: QueryContext; events: QueryEvent; tags: 'busy' | 'failed' },
  actors: { sendQuery: placeholderActor<unknown, { query: string }>('sendQuery') },
  guards: {
    hasQuery: ({ context }) => context.query !== null,
    hasResponse: ({ context }) => context.response !== null,
    isImmediate: ({ context }) => context.debounceMs === 0,
    isCurrentQuery: ({ context }, params: { query: string }) => params.query === context.query,
    isCached: (_, params: { cachedValue?: unknown }) => params.cachedValue !== undefined,
    hasResponseTo: ({ context }, params: { query: string }) => params.query === context.response?.query,
  },
  actions: {
    setQuery: assign((_, { query, debounceMs = 0 }: { query: string; debounceMs?: number }) => ({
      query,
      debounceMs,
      error: null,
    })),
    storeResponse: assign((_, response: { query: string; value: unknown }) => ({ response, error: null })),
    storeError: assign({ error: (_, params: { error: unknown }) => params.error }),
    reset: assign({ query: null, response: null, error: null }),
  },
  delays: { debounce: ({ context }) => context.debounceMs },
}).createMachine({
  id: 'query',
  context: ({ input: { query, cachedValue, debounceMs = 0 } }) => ({
    query,
    debounceMs,
    response: cachedResponse(query, cachedValue),
    error: null,
  }),
  initial: 'starting',
  on: {
    'query.changed': [
      { guard: { type: 'isCurrentQuery', params: ({ event }) => event } },
      {
        guard: { type: 'isCached', params: ({ event }) => event },
        target: '.loading.stale',
        actions: [
          { type: 'setQuery', params: ({ event }) => event },
          { type: 'storeResponse', params: ({ event }) => ({ query: event.query, value: event.cachedValue }) },
        ],
      },
      {
        guard: { type: 'hasResponseTo', params: ({ event }) => event },
        target: '.loaded',
        actions: { type: 'setQuery', params: ({ event }) => event },
      },
      { target: '.debouncing', actions: { type: 'setQuery', params: ({ event }) => event } },
    ],
    'query.cleared': { target: '.idle', actions: 'reset' },
  },
  states: {
    starting: {
      always: [
        { guard: 'hasResponse', target: 'loading.stale' },
        { guard: 'hasQuery', target: 'debouncing' },
        { target: 'idle' },
      ],
    },
    idle: {},
    debouncing: {
      tags: 'busy',
      always: { guard: 'isImmediate', target: 'loading' },
      after: { debounce: 'loading' },
    },
    loading: {
      tags: 'busy',
      invoke: {
        id: 'sendQuery',
        src: 'sendQuery',
        input: ({ context }) => ({ query: currentQuery(context) }),
        onDone: {
          target: 'loaded',
          actions: {
            type: 'storeResponse',
            params: ({ context, event }) => ({ query: currentQuery(context), value: event.output }),
          },
        },
        onError: { target: 'failed', actions: { type: 'storeError', params: ({ event }) => event } },
      },
      initial: 'blank',
      states: {
        // Shown during the request: nothing, a possibly stale response, or the last error.
        blank: {},
        stale: {},
        retrying: { tags: 'failed' },
      },
    },
    loaded: { on: { 'refresh.requested': 'loading.stale' } },
    failed: { tags: 'failed', on: { 'refresh.requested': 'loading.retrying' } },
  },
})

const cachedResponse = (query: string | null, value: unknown): QueryContext['response'] =>
  query !== null && value !== undefined ? { query, value } : null

/** Returns the query, which is never null in the states that call this function. */
const currentQuery = ({ query }: QueryContext) => query ?? ''
