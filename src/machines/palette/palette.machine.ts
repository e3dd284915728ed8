import { assign, setup } from 'xstate'
import { placeholderActor } from '../placeholder-actor.ts'
import {
  mergeSearchResult,
  parseSearchText,
  type SearchEntry,
  type SearchResult,
  type SearchTarget,
} from './palette.ts'

interface PaletteContext {
  /** Raw typed text. */
  typed: string
  /** Items found since the page was loaded, newest first. They are searched on each key press. */
  cachedEntries: readonly SearchEntry<SearchTarget>[]
  /** Error because of which only cached items are searched. */
  error: unknown
}

type PaletteEvent =
  | { type: 'palette.opened' }
  | { type: 'palette.closed' }
  | { type: 'text.changed'; typed: string }
  | { type: 'retry.requested' }

const searchTextOf = ({ typed }: Pick<PaletteContext, 'typed'>) => parseSearchText(typed).text

/**
 * Command palette. Searches cached items on each key press, and the server after a debounce. The first opening requests items
 * without search text. A response to earlier text is ignored.
 */
export const paletteMachine = setup({
  types: {} as { context: PaletteContext; events: PaletteEvent; tags: 'open' | 'busy' | 'failed' },
  actors: { searchItems: placeholderActor<SearchResult, { text: string }>('searchItems') },
  guards: {
    isCacheEmpty: ({ context }) => context.cachedEntries.length === 0,
    isNewSearch: ({ context }, { typed }: { typed: string }) => searchTextOf(context) !== searchTextOf({ typed }),
    needsNoRequest: ({ context }, { typed }: { typed: string }) => {
      const { text, isForActions } = parseSearchText(typed)
      return isForActions || (text === '' && context.cachedEntries.length > 0)
    },
  },
  actions: {
    setTyped: assign((_, { typed }: { typed: string }) => ({ typed })),
    clearError: assign({ error: null }),
    clearTyped: assign({ typed: '', error: null }),
    storeResult: assign(({ context }, { result }: { result: SearchResult }) => ({
      cachedEntries: mergeSearchResult(context.cachedEntries, searchTextOf(context), result),
      error: null,
    })),
    storeError: assign((_, { error }: { error: unknown }) => ({ error })),
  },
  delays: { debounce: 120 },
}).createMachine({
  id: 'palette',
  context: { typed: '', cachedEntries: [], error: null },
  initial: 'closed',
  states: {
    closed: { entry: 'clearTyped', on: { 'palette.opened': 'open' } },
    open: {
      tags: 'open',
      initial: 'starting',
      on: {
        'palette.closed': 'closed',
        'text.changed': [
          {
            guard: { type: 'needsNoRequest', params: ({ event }) => event },
            target: '.idle',
            actions: { type: 'setTyped', params: ({ event }) => event },
          },
          {
            guard: { type: 'isNewSearch', params: ({ event }) => event },
            target: '.debouncing',
            actions: { type: 'setTyped', params: ({ event }) => event },
          },
          // Trailing whitespace does not change the search.
          { actions: { type: 'setTyped', params: ({ event }) => event } },
        ],
      },
      states: {
        starting: { always: [{ guard: 'isCacheEmpty', target: 'searching' }, { target: 'idle' }] },
        idle: { entry: 'clearError' },
        debouncing: { tags: 'busy', entry: 'clearError', after: { debounce: 'searching' } },
        searching: {
          tags: 'busy',
          invoke: {
            id: 'searchItems',
            src: 'searchItems',
            input: ({ context }) => ({ text: searchTextOf(context) }),
            onDone: {
              target: 'searched',
              actions: { type: 'storeResult', params: ({ event }) => ({ result: event.output }) },
            },
            onError: { target: 'failed', actions: { type: 'storeError', params: ({ event }) => event } },
          },
        },
        searched: {},
        failed: { tags: 'failed', on: { 'retry.requested': 'searching' } },
      },
    },
  },
})
