import { assign, emit, setup } from 'xstate'
import type { Application } from '../../api/contract/applications.ts'
import type { ApplicationPlacement, Asset, AssetChange, ChangelogEntry } from '../../api/contract/assets.ts'
import type { AssetEvent as RemoteEvent } from '../../api/contract/events.ts'
import type { Tag } from '../../api/contract/tags.ts'
import { countRemoteChanges } from '../list/remote-changes.ts'
import { placeholderActor } from '../placeholder-actor.ts'
import { hasConflict } from './asset-change.ts'
import { type AssetCommand, undoCommandFor } from './asset-commands.ts'
import { isLocked, isNotFound, isStaleWrite } from './asset-errors.ts'

/** Data of an asset's page. `history` contains the newest entries, newest first. */
export interface AssetPage {
  asset: Asset
  history: ChangelogEntry[]
  /** Cursor of the next history entries, and total length of the history. Absent if `history` is complete. */
  earlier?: { cursor: string; total: number }
  /** Links to applications, sorted by application name. */
  links: ApplicationPlacement[]
  /** All applications, tags and bodies. */
  applications: Application[]
  tags: Tag[]
  bodies: Pick<Asset, 'id' | 'name'>[]
}

/** Changed fields, and the values they were based on. */
export interface SubmittedChange {
  change: AssetChange
  base: AssetChange
}

/** Command to run. `isUndo`: the command undoes an earlier command. */
interface PendingCommand {
  command: AssetCommand
  isUndo?: boolean
}

interface AssetContext {
  id: string
  /** Asset as a list showed it, until the page is loaded. */
  placeholder: Asset | null
  page: AssetPage | null
  /** Error of the last attempt, or `null` after a success. */
  error: unknown
  /** Last submitted change; empty once saved or discarded. */
  change: AssetChange
  /** Change submitted during another request. */
  pendingChange: SubmittedChange | null
  /** Running command and the command that undoes it. An undo cannot be undone itself. */
  command: { command: AssetCommand; undo: AssetCommand | null } | null
  /** Queued commands, in order. */
  queuedCommands: readonly PendingCommand[]
  /** Latest change event or gap, until the page is reloaded. */
  remoteChange: RemoteEvent | 'gap' | null
}

type AssetEvent =
  | { type: 'retry.requested' }
  | { type: 'lock.toggled'; reason?: string }
  | ({ type: 'command.requested' } & PendingCommand)
  /** Any user changed the asset, or events may have been missed. */
  | { type: 'remoteChange.received'; change: RemoteEvent | 'gap' }
  | ({ type: 'change.submitted' } & SubmittedChange)
  /** Resolution of a conflict: accept the other user's version, or overwrite it. */
  | { type: 'remoteVersion.accepted' }
  | { type: 'overwrite.confirmed' }

/**
 * Every submitted change results in one event: `change.saved` (also if the user accepts the other version) or `change.refused`.
 * Every started command results in `command.done` or `command.refused`. `undo` is the command that undoes `command`.
 */
type AssetEmitted =
  | { type: 'change.saved' }
  | { type: 'change.refused'; error: unknown }
  | { type: 'command.done'; command: AssetCommand; undo: AssetCommand | null }
  | { type: 'command.refused'; error: unknown }

export const assetSetup = setup({
  types: {} as {
    input: { id: string; placeholder?: Asset | undefined }
    context: AssetContext
    events: AssetEvent
    emitted: AssetEmitted
    tags: 'busy'
  },
  actors: {
    loadAsset: placeholderActor<AssetPage, { id: string }>('loadAsset'),
    setLock: placeholderActor<AssetPage, { id: string; locked: boolean; reason?: string }>('setLock'),
    runCommand: placeholderActor<AssetPage, { id: string; command: AssetCommand; updatedAt: string }>('runCommand'),
    saveAsset: placeholderActor<AssetPage, { id: string; change: AssetChange; updatedAt: string }>('saveAsset'),
  },
  guards: {
    isMissing: (_, params: { error: unknown }) => isNotFound(params.error),
    isStale: (_, params: { error: unknown }) => isStaleWrite(params.error),
    isLocked: (_, params: { error: unknown }) => isLocked(params.error),
    hasRemoteChange: ({ context: { remoteChange, page } }) =>
      remoteChange !== null && (remoteChange === 'gap' || isUnseenChange(remoteChange, page)),
    hasQueuedCommand: ({ context }) => context.queuedCommands.length > 0,
    hasPendingChange: ({ context }) => context.pendingChange !== null,
    isConflicting: ({ context: { page } }, { submitted }: { submitted: SubmittedChange | null }) =>
      submitted !== null && page !== null && hasConflict(submitted.change, submitted.base, page.asset),
  },
  actions: {
    storePage: assign({ page: (_, params: { page: AssetPage }) => params.page, error: null }),
    refreshPage: assign({ page: (_, params: { page: AssetPage }) => params.page }),
    storeError: assign({ error: (_, params: { error: unknown }) => params.error }),
    storeChange: assign({ change: (_, params: { change: AssetChange }) => params.change, error: null }),
    storePendingChange: assign({ pendingChange: (_, { change, base }: SubmittedChange) => ({ change, base }) }),
    takePendingChange: assign({
      change: ({ context: { pendingChange, change } }) => pendingChange?.change ?? change,
      pendingChange: null,
      error: null,
    }),
    enqueueCommand: assign({
      queuedCommands: ({ context }, { command, isUndo = false }: PendingCommand) => [
        ...context.queuedCommands,
        { command, isUndo },
      ],
    }),
    startNextCommand: assign(({ context: { page, queuedCommands } }) => {
      const [nextCommand, ...rest] = queuedCommands
      const undo = page === null || nextCommand!.isUndo ? null : undoCommandFor(nextCommand!.command, page)
      return { command: { command: nextCommand!.command, undo }, queuedCommands: rest }
    }),
    storeRemoteChange: assign({ remoteChange: (_, params: { change: RemoteEvent | 'gap' }) => params.change }),
    clearRemoteChange: assign({ remoteChange: null }),
    clearChange: assign({ change: {} }),
    clearError: assign({ error: null }),
    announceSavedChange: emit({ type: 'change.saved' }),
    announceRefusedChange: emit(({ context: { error } }) => ({ type: 'change.refused' as const, error })),
    announceCompletedCommand: emit(({ context: { command } }) => ({ type: 'command.done' as const, ...command! })),
    announceRefusedCommand: emit((_, { error }: { error: unknown }) => ({ type: 'command.refused' as const, error })),
  },
  delays: {
    // Duration of the "saved" message.
    savedMessageDuration: 60_000,
    // Combines the several events that one change produces.
    coalesceDelay: 300,
  },
})

/** Returns whether an event is newer than the page. An event as old as the page stems from the user's own change. */
const isUnseenChange = (event: RemoteEvent, page: AssetPage | null): boolean =>
  page !== null && countRemoteChanges([event], new Map([[page.asset.id, page.asset.updatedAt]]), new Set()) > 0
