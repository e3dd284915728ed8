import { assign, setup } from 'xstate'
import type { AssetEvent } from '../api/contract/events.ts'
import {
  type KnownVersions,
  NO_REMOTE_CHANGES,
  type RemoteChanges,
  type ShownRows,
  withEvent,
  withShownRows,
} from './rules/remote-changes.ts'

interface RemoteChangesContext {
  /** Events received since the rows were requested. */
  heard: RemoteChanges
  /** Events shown to the user. */
  told: RemoteChanges
  /** Known versions of all rows shown so far, on any page of the list. */
  known: KnownVersions
}

type RemoteChangesEvent =
  | { type: 'change.heard'; news: AssetEvent | 'gap' }
  | { type: 'rows.requested' }
  | ({ type: 'rows.shown' } & ShownRows)

/**
 * Other users' changes since a list's rows were requested, collected for a while before they are shown. New rows reset the
 * collected changes, because the rows include them.
 */
export const remoteChangesMachine = setup({
  types: {} as { context: RemoteChangesContext; events: RemoteChangesEvent },
  actions: {
    keepNews: assign({
      heard: ({ context }, params: { news: AssetEvent | 'gap' }) => withEvent(context.heard, params.news),
    }),
    tellNews: assign({ told: ({ context }) => context.heard }),
    forgetNews: assign({ heard: NO_REMOTE_CHANGES, told: NO_REMOTE_CHANGES }),
    keepRows: assign({ known: ({ context }, params: ShownRows) => withShownRows(context.known, params) }),
  },
  // After this delay the rows contain the user's own change, so it is not counted.
  delays: { gathering: 1000 },
}).createMachine({
  id: 'remote-changes',
  context: { heard: NO_REMOTE_CHANGES, told: NO_REMOTE_CHANGES, known: new Map() },
  initial: 'quiet',
  on: {
    'rows.requested': { target: '.quiet', actions: 'forgetNews' },
    'rows.shown': { actions: { type: 'keepRows', params: ({ event }) => event } },
  },
  states: {
    quiet: {
      on: { 'change.heard': { target: 'gathering', actions: { type: 'keepNews', params: ({ event }) => event } } },
    },
    gathering: {
      on: { 'change.heard': { actions: { type: 'keepNews', params: ({ event }) => event } } },
      after: { gathering: { target: 'quiet', actions: 'tellNews' } },
    },
  },
})
