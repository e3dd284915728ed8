import { assign, setup } from 'xstate'
import type { AssetEvent } from '../../api/contract/events.ts'
import {
  type KnownVersions,
  NO_REMOTE_CHANGES,
  type RemoteChanges,
  type ShownRows,
  withEvent,
  withShownRows,
} from './remote-changes.ts'

interface RemoteChangesContext {
  /** Events received since the rows were requested. */
  received: RemoteChanges
  /** Events shown to the user. */
  shown: RemoteChanges
  /** Known versions of all rows shown so far, on any page of the list. */
  knownVersions: KnownVersions
}

type RemoteChangesEvent =
  | { type: 'remoteChange.received'; change: AssetEvent | 'gap' }
  | { type: 'rows.requested' }
  | ({ type: 'rows.shown' } & ShownRows)

/**
 * Other users' changes since a list's rows were requested, collected for a while before they are shown. New rows reset the
 * collected changes, because the rows include them.
 */
export const remoteChangesMachine = setup({
  types: {} as { context: RemoteChangesContext; events: RemoteChangesEvent },
  actions: {
    addChange: assign({
      received: ({ context }, params: { change: AssetEvent | 'gap' }) => withEvent(context.received, params.change),
    }),
    showChanges: assign({ shown: ({ context }) => context.received }),
    clearChanges: assign({ received: NO_REMOTE_CHANGES, shown: NO_REMOTE_CHANGES }),
    storeVersions: assign({
      knownVersions: ({ context }, params: ShownRows) => withShownRows(context.knownVersions, params),
    }),
  },
  // After this delay the rows contain the user's own change, so it is not counted.
  delays: { coalesceDelay: 1000 },
}).createMachine({
  id: 'remote-changes',
  context: { received: NO_REMOTE_CHANGES, shown: NO_REMOTE_CHANGES, knownVersions: new Map() },
  initial: 'idle',
  on: {
    'rows.requested': { target: '.idle', actions: 'clearChanges' },
    'rows.shown': { actions: { type: 'storeVersions', params: ({ event }) => event } },
  },
  states: {
    idle: {
      on: {
        'remoteChange.received': { target: 'collecting', actions: { type: 'addChange', params: ({ event }) => event } },
      },
    },
    collecting: {
      on: { 'remoteChange.received': { actions: { type: 'addChange', params: ({ event }) => event } } },
      after: { coalesceDelay: { target: 'idle', actions: 'showChanges' } },
    },
  },
})
