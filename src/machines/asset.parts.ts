import { assign, emit, setup } from 'xstate'
import type { Application } from '../api/contract/applications.ts'
import type { Asset, AssetChange, AssetLink, ChangelogEntry } from '../api/contract/assets.ts'
import type { AssetEvent as Told } from '../api/contract/events.ts'
import type { Tag } from '../api/contract/tags.ts'
import { provided } from './provided.ts'
import { isOvertaken } from './rules/asset-change.ts'
import { type AssetCommand, undoOf } from './rules/asset-commands.ts'
import { isLocked, isMissing, isStale } from './rules/asset-failure.ts'
import { countNews } from './rules/news.ts'

/** An asset with what its page names beside it: the first page of its history, newest first, its places, and what there is. */
export interface AssetPage {
  asset: Asset
  history: ChangelogEntry[]
  /** Where the history goes on, and how long it is in all, where that is not all of it. */
  earlier?: { cursor: string; total: number }
  /** Its places in applications, by their names. */
  links: AssetLink[]
  /** The applications, tags and bodies that there are. */
  applications: Application[]
  tags: Tag[]
  bodies: Pick<Asset, 'id' | 'name'>[]
}

/** A change of the fields that differ, and what it was made to, field by field. */
export interface SubmittedChange {
  change: AssetChange
  base: AssetChange
}

/** Something to be done beside the details; `isUndo`: it takes back what was done. */
interface WantedCommand {
  command: AssetCommand
  isUndo?: boolean
}

interface AssetContext {
  id: string
  /** What a list showed of the asset a moment ago, until the page is there. */
  seen: Asset | null
  page: AssetPage | null
  /** What the last attempt failed with; `null` once something worked. */
  error: unknown
  /** The change being saved, kept until it is. */
  change: AssetChange
  /** A change that was submitted while something else was under way. */
  waiting: SubmittedChange | null
  /** What is being done beside the details, and what takes it back; what takes something back is not taken back itself. */
  command: { command: AssetCommand; undo: AssetCommand | null } | null
  /** What else is to be done, in this order, once what is under way is done. */
  next: readonly WantedCommand[]
  /** The last that was told of others, until the page was asked for anew. */
  heard: Told | 'gap' | null
}

type AssetEvent =
  | { type: 'retry.requested' }
  /** Why it is to be locked, where somebody says so. */
  | { type: 'lock.toggled'; reason?: string }
  | ({ type: 'command.requested' } & WantedCommand)
  /** The asset was changed, by whomever; or some changes may have been missed. */
  | { type: 'change.heard'; news: Told | 'gap' }
  | ({ type: 'change.submitted' } & SubmittedChange)
  /** After a conflict: the other person's version stands, or mine is saved over it. */
  | { type: 'theirs.taken' }
  | { type: 'mine.kept' }

/**
 * Every submitted change is answered once: it is saved (or the other person's version was chosen), or it failed. So is every
 * command that was begun; `undo` takes it back.
 */
type AssetEmitted =
  | { type: 'change.saved' }
  | { type: 'change.refused'; error: unknown }
  | { type: 'command.done'; command: AssetCommand; undo: AssetCommand | null }
  | { type: 'command.refused'; error: unknown }

/** What the machine of an asset's page is made of: its actors, guards, actions and delays. */
export const assetSetup = setup({
  types: {} as {
    input: { id: string; seen?: Asset | undefined }
    context: AssetContext
    events: AssetEvent
    emitted: AssetEmitted
    tags: 'busy'
  },
  actors: {
    loadAsset: provided<AssetPage, { id: string }>('loadAsset'),
    setLock: provided<AssetPage, { id: string; locked: boolean; reason?: string }>('setLock'),
    perform: provided<AssetPage, { id: string; command: AssetCommand; updatedAt: string }>('perform'),
    saveAsset: provided<AssetPage, { id: string; change: AssetChange; updatedAt: string }>('saveAsset'),
  },
  guards: {
    isMissing: (_, params: { error: unknown }) => isMissing(params.error),
    isStale: (_, params: { error: unknown }) => isStale(params.error),
    isLocked: (_, params: { error: unknown }) => isLocked(params.error),
    hasNews: ({ context: { heard, page } }) => heard !== null && (heard === 'gap' || isNews(heard, page)),
    hasNext: ({ context: { next } }) => next.length > 0,
    isWaiting: ({ context: { waiting } }) => waiting !== null,
    isOvertaken: ({ context: { page } }, { submitted }: { submitted: SubmittedChange | null }) =>
      submitted !== null && page !== null && isOvertaken(submitted.change, submitted.base, page.asset),
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
      next: ({ context: { next } }, { command, isUndo = false }: WantedCommand) => [...next, { command, isUndo }],
    }),
    beginNext: assign(({ context: { page, next } }) => {
      const [wanted, ...others] = next
      const undo = page === null || wanted!.isUndo ? null : undoOf(wanted!.command, page)
      return { command: { command: wanted!.command, undo }, next: others }
    }),
    keepHeard: assign({ heard: (_, params: { news: Told | 'gap' }) => params.news }),
    forgetHeard: assign({ heard: null }),
    settleChange: assign({ change: {} }),
    forgetError: assign({ error: null }),
    announceSaved: emit({ type: 'change.saved' }),
    announceRefused: emit(({ context: { error } }) => ({ type: 'change.refused' as const, error })),
    announceDone: emit(({ context: { command } }) => ({ type: 'command.done' as const, ...command! })),
    announceCommandRefused: emit((_, { error }: { error: unknown }) => ({ type: 'command.refused' as const, error })),
  },
  delays: {
    // How long it is told that something was saved.
    moment: 60_000,
    // One change is told in several events.
    gathering: 300,
  },
})

/** Whether the page does not show yet what was told; what is as young as the page is its own. */
const isNews = (heard: Told, page: AssetPage | null): boolean =>
  page !== null && countNews([heard], new Map([[page.asset.id, page.asset.updatedAt]]), new Set()) > 0
