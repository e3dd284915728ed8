import { assign, setup } from 'xstate'
import { provided } from './provided.ts'
import { type Entry, type FoundThings, readWanted, type Thing, withFoundThings } from './rules/palette.ts'

interface PaletteContext {
  /** What is typed, as it is typed. */
  typed: string
  /** Everything that was found since the page was loaded, newest first: it answers at once. */
  held: readonly Entry<Thing>[]
  /** Why the text as it stands is answered by what is held alone. */
  error: unknown
}

type PaletteEvent =
  | { type: 'palette.opened' }
  | { type: 'palette.closed' }
  | { type: 'text.changed'; typed: string }
  | { type: 'answer.requested' }

const textOf = ({ typed }: Pick<PaletteContext, 'typed'>) => readWanted(typed).text

/**
 * The command palette: what is held answers each key at once, and the server is asked after a rest. The first time it
 * is asked for what there is anyway; an answer to an earlier text is never heard.
 */
export const paletteMachine = setup({
  types: {} as { context: PaletteContext; events: PaletteEvent; tags: 'open' | 'busy' | 'failed' },
  actors: { findThings: provided<FoundThings, { text: string }>('findThings') },
  guards: {
    holdsNothing: ({ context }) => context.held.length === 0,
    isOther: ({ context }, { typed }: { typed: string }) => textOf(context) !== textOf({ typed }),
    needsNoAnswer: ({ context }, { typed }: { typed: string }) => {
      const { text, isForActions } = readWanted(typed)
      return isForActions || (text === '' && context.held.length > 0)
    },
  },
  actions: {
    setTyped: assign((_, { typed }: { typed: string }) => ({ typed })),
    forgetError: assign({ error: null }),
    forgetTyped: assign({ typed: '', error: null }),
    keepFound: assign(({ context }, { found }: { found: FoundThings }) => ({
      held: withFoundThings(context.held, textOf(context), found),
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
          // A space more asks for nothing else.
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
            input: ({ context }) => ({ text: textOf(context) }),
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
