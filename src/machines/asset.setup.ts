import { assign, emit, setup } from 'xstate'
import type { Application } from '../api/contract/applications.ts'
import type { ApplicationPlacement, Asset, AssetChange, ChangelogEntry } from '../api/contract/assets.ts'
import type { AssetEvent as RemoteEvent } from '../api/contract/events.ts'
import type { Tag } from '../api/contract/tags.ts'
import { placeholderActor } from './placeholder-actor.ts'
import { hasConflict } from './rules/asset-change.ts'
import { type AssetCommand, undoCommandFor } from './rules/asset-commands.ts'
import { isLocked, isNotFound, isStaleWrite } from './rules/asset-errors.ts'
import { countRemoteChanges } from './rules/remote-changes.ts'

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
  seen: Asset | null
  page: AssetPage | null
  /** Error of the last attempt, or `null` after a success. */
  error: unknown
  /** Last submitted change; empty once saved or discarded. */
  change: AssetChange
  /** Change submitted during another request. */
  waiting: SubmittedChange | null
  /** Running command and the command that undoes it. An undo cannot be undone itself. */
  command: { command: AssetCommand; undo: AssetCommand | null } | null
  /** Queued commands, in order. */
  next: readonly PendingCommand[]
  /** Latest change event or gap, until the page is reloaded. */
  heard: RemoteEvent | 'gap' | null
}

type AssetEvent =
  | { type: 'retry.requested' }
  | { type: 'lock.toggled'; reason?: string }
  | ({ type: 'command.requested' } & PendingCommand)
  /** The asset was changed by any user, or events may have been missed. */
  | { type: 'change.heard'; news: RemoteEvent | 'gap' }
  | ({ type: 'change.submitted' } & SubmittedChange)
  /** Resolution of a conflict: accept the other user's version, or overwrite it. */
  | { type: 'theirs.taken' }
  | { type: 'mine.kept' }

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
    input: { id: string; seen?: Asset | undefined }
    context: AssetContext
    events: AssetEvent
    emitted: AssetEmitted
    tags: 'busy'
  },
  actors: {
    loadAsset: placeholderActor<AssetPage, { id: string }>('loadAsset'),
    setLock: placeholderActor<AssetPage, { id: string; locked: boolean; reason?: string }>('setLock'),
    perform: placeholderActor<AssetPage, { id: string; command: AssetCommand; updatedAt: string }>('perform'),
    saveAsset: placeholderActor<AssetPage, { id: string; change: AssetChange; updatedAt: string }>('saveAsset'),
  },
  guards: {
    isMissing: (_, params: { error: unknown }) => isNotFound(params.error),
    isStale: (_, params: { error: unknown }) => isStaleWrite(params.error),
    isLocked: (_, params: { error: unknown }) => isLocked(params.error),
    hasNews: ({ context: { heard, page } }) => heard !== null && (heard === 'gap' || isUnseenChange(heard, page)),
    hasNext: ({ context: { next } }) => next.length > 0,
    isWaiting: ({ context: { waiting } }) => waiting !== null,
    isOvertaken: ({ context: { page } }, { submitted }: { submitted: SubmittedChange | null }) =>
      submitted !== null && page !== null && hasConflict(submitted.change, submitted.base, page.asset),
  },
  actions: {
    keepPage: assign({ page: (_, params: { page: AssetPage }) => params.page, error: null }),
    renewPage: assign({ page: (_, params: { page: AssetPage }) => params.page }),
    keepError: assign({ error: (_, params: { error: unknown }) => params.error }),
    keepChange: assign({ change: (_, params: { change: AssetChange }) => params.change, error: null }),
    keepWaiting: assign({ waiting: (_, { change, base }: SubmittedChange) => ({ change, base }) }),
    takeUpWaiting: assign({
      change: ({ context: { waiting, change } }) => waiting?.change ?? change,
      waiting: null,
      error: null,
    }),
    keepNext: assign({
      next: ({ context: { next } }, { command, isUndo = false }: PendingCommand) => [...next, { command, isUndo }],
    }),
    beginNext: assign(({ context: { page, next } }) => {
      const [nextCommand, ...rest] = next
      const undo = page === null || nextCommand!.isUndo ? null : undoCommandFor(nextCommand!.command, page)
      return { command: { command: nextCommand!.command, undo }, next: rest }
    }),
    keepHeard: assign({ heard: (_, params: { news: RemoteEvent | 'gap' }) => params.news }),
    forgetHeard: assign({ heard: null }),
    settleChange: assign({ change: {} }),
    forgetError: assign({ error: null }),
    announceSaved: emit({ type: 'change.saved' }),
    announceRefused: emit(({ context: { error } }) => ({ type: 'change.refused' as const, error })),
    announceDone: emit(({ context: { command } }) => ({ type: 'command.done' as const, ...command! })),
    announceCommandRefused: emit((_, { error }: { error: unknown }) => ({ type: 'command.refused' as const, error })),
  },
  delays: {
    // Duration of the "saved" message.
    moment: 60_000,
    // Combines the several events that one change produces.
    gathering: 300,
  },
})

/** Returns whether an event is newer than the page. An event as old as the page stems from the user's own change. */
const isUnseenChange = (event: RemoteEvent, page: AssetPage | null): boolean =>
  page !== null && countRemoteChanges([event], new Map([[page.asset.id, page.asset.updatedAt]]), new Set()) > 0
