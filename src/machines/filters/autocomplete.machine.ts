import { assign, emit, setup } from 'xstate'
import { placeholderActor } from '../placeholder-actor.ts'
import {
  type AutocompleteOption,
  findUnknownIds,
  isInvalidInitialValue,
  mergeOptions,
  parseChosenIds,
  toFilterValue,
} from './choices.ts'

export interface AutocompleteInput {
  value: unknown
  multiple: boolean
}

interface AutocompleteContext extends AutocompleteInput {
  /** Chosen ids, in order of choice. */
  ids: readonly string[]
  /** All options loaded so far, which provide the labels of chosen ids. */
  loadedOptions: AutocompleteOption[]
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
    searchOptions: placeholderActor<readonly AutocompleteOption[], { text: string }>('searchOptions'),
  },
  guards: {
    hasInvalidValue: ({ context }) => isInvalidInitialValue(context.value, context.multiple),
    hasUnknownIds: ({ context }) => findUnknownIds(context.ids, context.loadedOptions).length > 0,
    isAnotherChoice: ({ context }, params: { ids: readonly string[] }) =>
      params.ids.join('\n') !== context.ids.join('\n'),
    isAnotherText: ({ context }, params: { text: string }) => params.text !== context.text,
  },
  actions: {
    // Spec §8: a console warning. The caller provides this action, because a machine has no side effects of its own.
    warnOfInvalidValue: (_, _params: { value: unknown }) => {},
    setIds: assign({ ids: (_, params: { ids: readonly string[] }) => params.ids }),
    announceValue: emit(({ context }) => ({
      type: 'value.changed' as const,
      value: toFilterValue(context.ids, context.multiple),
    })),
    setText: assign({ text: (_, params: { text: string }) => params.text }),
    addLoadedOptions: assign(({ context }, params: { found: readonly AutocompleteOption[] }) => ({
      loadedOptions: mergeOptions(context.loadedOptions, params.found),
    })),
    storeOptions: assign({
      options: (_, params: { found: readonly AutocompleteOption[] }) => params.found,
      error: null,
    }),
    storeError: assign({ error: (_, params: { error: unknown }) => params.error }),
    resetSearch: assign({ text: '', options: [], error: null }),
  },
  // Spec §9
  delays: { debounce: 150 },
}).createMachine({
  id: 'autocomplete',
  type: 'parallel',
  context: ({ input }) => ({
    ...input,
    ids: parseChosenIds(input.value, input.multiple),
    loadedOptions: [],
    text: '',
    options: [],
    error: null,
  }),
  states: {
    value: {
      initial: 'starting',
      on: {
        'choice.made': {
          guard: { type: 'isAnotherChoice', params: ({ event }) => event },
          actions: [{ type: 'setIds', params: ({ event }) => event }, 'announceValue'],
        },
        'value.restored': {
          guard: {
            type: 'isAnotherChoice',
            params: ({ context, event }) => ({ ids: parseChosenIds(event.value, context.multiple) }),
          },
          target: '.evaluating',
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
              guard: 'hasInvalidValue',
              target: 'evaluating',
              actions: { type: 'warnOfInvalidValue', params: ({ context }) => ({ value: context.value }) },
            },
            { target: 'evaluating' },
          ],
        },
        evaluating: { always: [{ guard: 'hasUnknownIds', target: 'loadingLabels' }, { target: 'ready' }] },
        loadingLabels: {
          invoke: {
            id: 'findByIds',
            src: 'findByIds',
            input: ({ context }) => ({ ids: findUnknownIds(context.ids, context.loadedOptions) }),
            onDone: {
              target: 'ready',
              actions: { type: 'addLoadedOptions', params: ({ event }) => ({ found: event.output }) },
            },
            // Without a label, the id is shown.
            onError: 'ready',
          },
        },
        ready: {},
      },
    },
    list: {
      initial: 'closed',
      states: {
        closed: { entry: 'resetSearch', on: { 'field.opened': 'open' } },
        open: {
          initial: 'debouncing',
          on: {
            'field.closed': 'closed',
            'text.changed': {
              guard: { type: 'isAnotherText', params: ({ event }) => event },
              target: '.debouncing',
              actions: { type: 'setText', params: ({ event }) => event },
            },
          },
          states: {
            debouncing: { tags: 'busy', after: { debounce: 'searching' } },
            searching: {
              tags: 'busy',
              invoke: {
                id: 'searchOptions',
                src: 'searchOptions',
                input: ({ context }) => ({ text: context.text }),
                onDone: {
                  target: 'loaded',
                  actions: [
                    { type: 'addLoadedOptions', params: ({ event }) => ({ found: event.output }) },
                    { type: 'storeOptions', params: ({ event }) => ({ found: event.output }) },
                  ],
                },
                onError: { target: 'failed', actions: { type: 'storeError', params: ({ event }) => event } },
              },
            },
            loaded: {},
            failed: {},
          },
        },
      },
    },
  },
})
