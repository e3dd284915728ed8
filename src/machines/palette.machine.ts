import { assign, setup } from 'xstate'
import { placeholderActor } from './placeholder-actor.ts'
import {
  mergeSearchResult,
  parseSearchText,
  type SearchEntry,
  type SearchResult,
  type SearchTarget,
} from './rules/palette.ts'

interface PaletteContext {
  /** Raw typed text. */
  typed: string
  /** Items found since the page was loaded, newest first. They are searched on each key press. */
  held: readonly SearchEntry<SearchTarget>[]
  /** Error because of which only cached items are searched. */
  error: unknown
}

type PaletteEvent =
  | { type: 'palette.opened' }
  | { type: 'palette.closed' }
  | { type: 'text.changed'; typed: string }
  | { type: 'answer.requested' }

const searchTextOf = ({ typed }: Pick<PaletteContext, 'typed'>) => parseSearchText(typed).text

/**
 * Command palette. Searches cached items on each key press, and the server after a debounce. The first opening requests items
 * without search text. A response to earlier text is ignored.
 */
export const paletteMachine = setup({
  types: {} as { context: PaletteContext; events: PaletteEvent; tags: 'open' | 'busy' | 'failed' },
  actors: { findThings: placeholderActor<SearchResult, { text: string }>('findThings') },
  guards: {
    holdsNothing: ({ context }) => context.held.length === 0,
    isOther: ({ context }, { typed }: { typed: string }) => searchTextOf(context) !== searchTextOf({ typed }),
    needsNoAnswer: ({ context }, { typed }: { typed: string }) => {
      const { text, isForActions } = parseSearchText(typed)
      return isForActions || (text === '' && context.held.length > 0)
    },
  },
  actions: {
    setTyped: assign((_, { typed }: { typed: string }) => ({ typed })),
    forgetError: assign({ error: null }),
    forgetTyped: assign({ typed: '', error: null }),
    keepFound: assign(({ context }, { found }: { found: SearchResult }) => ({
      held: mergeSearchResult(context.held, searchTextOf(context), found),
      error: null,
    })),
    keepError: assign((_, { error }: { error: unknown }) => ({ error })),
  },
  delays: { rest: 120 },
}).createMachine({
  id: 'palette',
  context: { typed: '', held: [], error: null },
  initial: 'closed',
  states: {
    closed: { entry: 'forgetTyped', on: { 'palette.opened': 'open' } },
    open: {
      tags: 'open',
      initial: 'starting',
      on: {
        'palette.closed': 'closed',
        'text.changed': [
          {
            guard: { type: 'needsNoAnswer', params: ({ event }) => event },
            target: '.idle',
            actions: { type: 'setTyped', params: ({ event }) => event },
          },
          {
            guard: { type: 'isOther', params: ({ event }) => event },
            target: '.resting',
            actions: { type: 'setTyped', params: ({ event }) => event },
          },
          // Trailing whitespace does not change the search.
          { actions: { type: 'setTyped', params: ({ event }) => event } },
        ],
      },
      states: {
        starting: { always: [{ guard: 'holdsNothing', target: 'asking' }, { target: 'idle' }] },
        idle: { entry: 'forgetError' },
        resting: { tags: 'busy', entry: 'forgetError', after: { rest: 'asking' } },
        asking: {
          tags: 'busy',
          invoke: {
            id: 'findThings',
            src: 'findThings',
            input: ({ context }) => ({ text: searchTextOf(context) }),
            onDone: {
              target: 'answered',
              actions: { type: 'keepFound', params: ({ event }) => ({ found: event.output }) },
            },
            onError: { target: 'failed', actions: { type: 'keepError', params: ({ event }) => event } },
          },
        },
        answered: {},
        failed: { tags: 'failed', on: { 'answer.requested': 'asking' } },
      },
    },
  },
})
