import { assign, emit, setup } from 'xstate'
import type { Row } from './paging.ts'

/** Dialog over a list: its name, and the row it concerns, if any. */
export interface MenuDialog {
  name: string
  row: Row | null
}

interface MenuContext {
  dialog: MenuDialog | null
  error: unknown
}

type MenuEvent =
  | ({ type: 'dialog.opened' } & MenuDialog)
  | { type: 'dialog.confirmed' }
  | { type: 'dialog.closed' }
  | { type: 'action.started' }
  | { type: 'action.failed'; error: unknown }
  | { type: 'failure.dismissed' }

/** `rows.outdated`: a dialog was confirmed, so the shown rows are outdated. */
type MenuEmitted = { type: 'rows.outdated' }

/** Row menus of a list: one dialog at a time, and the error of the last action. */
export const menuMachine = setup({
  types: {} as { context: MenuContext; events: MenuEvent; emitted: MenuEmitted; tags: 'failed' },
  actions: {
    storeDialog: assign({ dialog: (_, { name, row }: MenuDialog) => ({ name, row }) }),
    clearDialog: assign({ dialog: null }),
    announceOutdated: emit({ type: 'rows.outdated' }),
    storeError: assign({ error: (_, params: { error: unknown }) => params.error }),
    clearError: assign({ error: null }),
  },
}).createMachine({
  id: 'menu',
  type: 'parallel',
  context: { dialog: null, error: null },
  states: {
    dialog: {
      initial: 'closed',
      on: {
        'dialog.opened': { target: '.open', actions: { type: 'storeDialog', params: ({ event }) => event } },
      },
      states: {
        closed: {},
        open: {
          exit: 'clearDialog',
          on: {
            'dialog.confirmed': { target: 'closed', actions: 'announceOutdated' },
            'dialog.closed': 'closed',
          },
        },
      },
    },
    outcome: {
      initial: 'idle',
      on: {
        'action.failed': { target: '.failed', actions: { type: 'storeError', params: ({ event }) => event } },
      },
      states: {
        idle: {},
        failed: {
          tags: 'failed',
          on: {
            'action.started': { target: 'idle', actions: 'clearError' },
            'failure.dismissed': { target: 'idle', actions: 'clearError' },
          },
        },
      },
    },
  },
})
