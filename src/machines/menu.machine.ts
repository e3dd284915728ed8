import { assign, emit, setup } from 'xstate'
import type { Row } from './rules/paging.ts'

/** Dialog over a list: its name, and the row it concerns, if any. */
export interface MenuDialog {
  name: string
  row: Row | null
}

interface MenuContext {
  question: MenuDialog | null
  error: unknown
}

type MenuEvent =
  | ({ type: 'question.opened' } & MenuDialog)
  | { type: 'question.answered' }
  | { type: 'question.closed' }
  | { type: 'action.begun' }
  | { type: 'action.failed'; error: unknown }
  | { type: 'failure.dismissed' }

/** `rows.outdated`: a dialog was confirmed, so the shown rows are outdated. */
type MenuEmitted = { type: 'rows.outdated' }

/** Row menus of a list: one dialog at a time, and the error of the last action. */
export const menuMachine = setup({
  types: {} as { context: MenuContext; events: MenuEvent; emitted: MenuEmitted; tags: 'failed' },
  actions: {
    keepQuestion: assign({ question: (_, { name, row }: MenuDialog) => ({ name, row }) }),
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
