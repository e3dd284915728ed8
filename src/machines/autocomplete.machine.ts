import { assign, emit, setup } from 'xstate'
import { provided } from './provided.ts'
import { type Found, filterValue, idsOf, isOddValue, unknownIds, withFound } from './rules/choices.ts'

/** What starts an autocomplete: the filter's value as it stands, and whether it takes several. */
export interface AutocompleteInput {
  value: unknown
  multiple: boolean
}

interface AutocompleteContext extends AutocompleteInput {
  /** The chosen ids, in the order they were chosen. */
  ids: readonly string[]
  /** Everything that was looked up or found so far, so that a chosen id keeps its words. */
  known: Found[]
  text: string
  /** What the last search found. */
  options: readonly Found[]
  error: unknown
}

type AutocompleteEvent =
  | { type: 'field.opened' }
  | { type: 'field.closed' }
  | { type: 'text.changed'; text: string }
  | { type: 'choice.made'; ids: readonly string[] }
  | { type: 'value.restored'; value: unknown }

/** An autocomplete filter: the words of chosen ids are looked up first, then what is typed is searched for (Spec §4). */
export const autocompleteMachine = setup({
  types: {} as {
    input: AutocompleteInput
    context: AutocompleteContext
    events: AutocompleteEvent
    emitted: { type: 'value.changed'; value: string[] | string | undefined }
    tags: 'busy'
  },
  actors: {
    findByIds: provided<readonly Found[], { ids: readonly string[] }>('findByIds'),
    search: provided<readonly Found[], { text: string }>('search'),
  },
  guards: {
    isOdd: ({ context }) => isOddValue(context.value, context.multiple),
    hasUnknown: ({ context }) => unknownIds(context.ids, context.known).length > 0,
    areOthers: ({ context }, params: { ids: readonly string[] }) => params.ids.join('\n') !== context.ids.join('\n'),
    isOtherText: ({ context }, params: { text: string }) => params.text !== context.text,
  },
  actions: {
    // Spec §8: handed in where the machine is bound, because a machine has no console.
    warnOfValue: (_, _params: { value: unknown }) => {},
    setIds: assign({ ids: (_, params: { ids: readonly string[] }) => params.ids }),
    announceValue: emit(({ context }) => ({
      type: 'value.changed' as const,
      value: filterValue(context.ids, context.multiple),
    })),
    setText: assign({ text: (_, params: { text: string }) => params.text }),
    keepFound: assign(({ context }, params: { found: readonly Found[] }) => ({
      known: withFound(context.known, params.found),
    })),
    keepOptions: assign({ options: (_, params: { found: readonly Found[] }) => params.found, error: null }),
    keepError: assign({ error: (_, params: { error: unknown }) => params.error }),
    forgetSearch: assign({ text: '', options: [], error: null }),
  },
  // Spec §9
  delays: { debounce: 150 },
}).createMachine({
  id: 'autocomplete',
  type: 'parallel',
  context: ({ input }) => ({
    ...input,
    ids: idsOf(input.value, input.multiple),
    known: [],
    text: '',
    options: [],
    error: null,
  }),
  states: {
    value: {
      initial: 'starting',
      on: {
        'choice.made': {
          guard: { type: 'areOthers', params: ({ event }) => event },
          actions: [{ type: 'setIds', params: ({ event }) => event }, 'announceValue'],
        },
        'value.restored': {
          guard: {
            type: 'areOthers',
            params: ({ context, event }) => ({ ids: idsOf(event.value, context.multiple) }),
          },
          target: '.given',
          actions: {
            type: 'setIds',
            params: ({ context, event }) => ({ ids: idsOf(event.value, context.multiple) }),
          },
        },
      },
      states: {
        starting: {
          always: [
            {
              guard: 'isOdd',
              target: 'given',
              actions: { type: 'warnOfValue', params: ({ context }) => ({ value: context.value }) },
            },
            { target: 'given' },
          ],
        },
        given: { always: [{ guard: 'hasUnknown', target: 'lookingUp' }, { target: 'known' }] },
        lookingUp: {
          invoke: {
            id: 'findByIds',
            src: 'findByIds',
            input: ({ context }) => ({ ids: unknownIds(context.ids, context.known) }),
            onDone: {
              target: 'known',
              actions: { type: 'keepFound', params: ({ event }) => ({ found: event.output }) },
            },
            // Without its words an id stands for itself.
            onError: 'known',
          },
        },
        known: {},
      },
    },
    list: {
      initial: 'closed',
      states: {
        closed: { entry: 'forgetSearch', on: { 'field.opened': 'open' } },
        open: {
          initial: 'waiting',
          on: {
            'field.closed': 'closed',
            'text.changed': {
              guard: { type: 'isOtherText', params: ({ event }) => event },
              target: '.waiting',
              actions: { type: 'setText', params: ({ event }) => event },
            },
          },
          states: {
            waiting: { tags: 'busy', after: { debounce: 'searching' } },
            searching: {
              tags: 'busy',
              invoke: {
                id: 'search',
                src: 'search',
                input: ({ context }) => ({ text: context.text }),
                onDone: {
                  target: 'found',
                  actions: [
                    { type: 'keepFound', params: ({ event }) => ({ found: event.output }) },
                    { type: 'keepOptions', params: ({ event }) => ({ found: event.output }) },
                  ],
                },
                onError: { target: 'failed', actions: { type: 'keepError', params: ({ event }) => event } },
              },
            },
            found: {},
            failed: {},
          },
        },
      },
    },
  },
})
