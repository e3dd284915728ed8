import { assign, emit, setup } from 'xstate'
import type { Row } from './rules/paging.ts'

/** What is asked over a list: the name of the question, and the row it is about, if it is about one. */
export interface Question {
  name: string
  row: Row | null
}

interface MenuContext {
  question: Question | null
  /** Why the last action failed. */
  error: unknown
}

type MenuEvent =
  | ({ type: 'question.opened' } & Question)
  | { type: 'question.answered' }
  | { type: 'question.closed' }
  | { type: 'action.begun' }
  | { type: 'action.failed'; error: unknown }
  | { type: 'failure.dismissed' }

/** `rows.outdated`: a question was answered, by which rows are no longer as they are shown. */
type MenuEmitted = { type: 'rows.outdated' }

/** What the menus of a list's rows set off: one question at a time, and what became of the last action. */
export const menuMachine = setup({
  types: {} as { context: MenuContext; events: MenuEvent; emitted: MenuEmitted; tags: 'failed' },
  actions: {
    keepQuestion: assign({ question: (_, { name, row }: Question) => ({ name, row }) }),
    forgetQuestion: assign({ question: null }),
    announceOutdated: emit({ type: 'rows.outdated' }),
    keepError: assign({ error: (_, params: { error: unknown }) => params.error }),
    forgetError: assign({ error: null }),
  },
}).createMachine({
  id: 'menu',
  type: 'parallel',
  context: { question: null, error: null },
  states: {
    question: {
      initial: 'closed',
      on: {
        'question.opened': { target: '.open', actions: { type: 'keepQuestion', params: ({ event }) => event } },
      },
      states: {
        closed: {},
        open: {
          exit: 'forgetQuestion',
          on: {
            'question.answered': { target: 'closed', actions: 'announceOutdated' },
            'question.closed': 'closed',
          },
        },
      },
    },
    outcome: {
      initial: 'well',
      on: {
        'action.failed': { target: '.failed', actions: { type: 'keepError', params: ({ event }) => event } },
      },
      states: {
        well: {},
        failed: {
          tags: 'failed',
          on: {
            'action.begun': { target: 'well', actions: 'forgetError' },
            'failure.dismissed': { target: 'well', actions: 'forgetError' },
          },
        },
      },
    },
  },
})
