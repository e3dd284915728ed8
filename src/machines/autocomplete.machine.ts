import { assign, emit, setup } from 'xstate'
import { placeholderActor } from './placeholder-actor.ts'
import {
  type AutocompleteOption,
  findUnknownIds,
  isInvalidInitialValue,
  mergeOptions,
  parseChosenIds,
  toFilterValue,
} from './rules/choices.ts'

export interface AutocompleteInput {
  value: unknown
  multiple: boolean
}

interface AutocompleteContext extends AutocompleteInput {
  /** Chosen ids, in order of choice. */
  ids: readonly string[]
  /** All options loaded so far, which provide the labels of chosen ids. */
  known: AutocompleteOption[]
  text: string
  /** Results of the last search. */
  options: readonly AutocompleteOption[]
  error: unknown
}

type AutocompleteEvent =
  | { type: 'field.opened' }
  | { type: 'field.closed' }
  | { type: 'text.changed'; text: string }
  | { type: 'choice.made'; ids: readonly string[] }
  | { type: 'value.restored'; value: unknown }

/** Autocomplete filter: loads the labels of chosen ids first, then searches for typed text (Spec §4). */
export const autocompleteMachine = setup({
  types: {} as {
    input: AutocompleteInput
    context: AutocompleteContext
    events: AutocompleteEvent
    emitted: { type: 'value.changed'; value: string[] | string | undefined }
    tags: 'busy'
  },
  actors: {
    findByIds: placeholderActor<readonly AutocompleteOption[], { ids: readonly string[] }>('findByIds'),
    search: placeholderActor<readonly AutocompleteOption[], { text: string }>('search'),
  },
  guards: {
    isOdd: ({ context }) => isInvalidInitialValue(context.value, context.multiple),
    hasUnknown: ({ context }) => findUnknownIds(context.ids, context.known).length > 0,
    areOthers: ({ context }, params: { ids: readonly string[] }) => params.ids.join('\n') !== context.ids.join('\n'),
    isOtherText: ({ context }, params: { text: string }) => params.text !== context.text,
  },
  actions: {
    // Spec §8: a console warning. The caller provides this action, because a machine has no side effects of its own.
    warnOfValue: (_, _params: { value: unknown }) => {},
    setIds: assign({ ids: (_, params: { ids: readonly string[] }) => params.ids }),
    announceValue: emit(({ context }) => ({
      type: 'value.changed' as const,
      value: toFilterValue(context.ids, context.multiple),
    })),
    setText: assign({ text: (_, params: { text: string }) => params.text }),
    keepFound: assign(({ context }, params: { found: readonly AutocompleteOption[] }) => ({
      known: mergeOptions(context.known, params.found),
    })),
    keepOptions: assign({
      options: (_, params: { found: readonly AutocompleteOption[] }) => params.found,
      error: null,
    }),
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
    ids: parseChosenIds(input.value, input.multiple),
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
            params: ({ context, event }) => ({ ids: parseChosenIds(event.value, context.multiple) }),
          },
          target: '.given',
          actions: {
            type: 'setIds',
            params: ({ context, event }) => ({ ids: parseChosenIds(event.value, context.multiple) }),
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
            input: ({ context }) => ({ ids: findUnknownIds(context.ids, context.known) }),
            onDone: {
              target: 'known',
              actions: { type: 'keepFound', params: ({ event }) => ({ found: event.output }) },
            },
            // Without a label, the id is shown.
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
