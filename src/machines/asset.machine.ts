import { assign, emit, setup } from 'xstate'
import type { Application } from '../api/contract/applications.ts'
import type { Asset, ChangelogEntry, NewAsset } from '../api/contract/assets.ts'
import type { Tag } from '../api/contract/tags.ts'
import { provided } from './provided.ts'
import { isOvertaken } from './rules/asset-change.ts'
import { isLocked, isMissing, isStale } from './rules/asset-failure.ts'

/** An asset with what its page names beside it: the first page of its history, newest first, its applications and tags. */
export interface AssetPage {
  asset: Asset
  history: ChangelogEntry[]
  applications: Application[]
  tags: Tag[]
}

/** A change to an asset's details: only the fields that differ. */
export type AssetChange = Partial<NewAsset>

/** A change and what it was made to, field by field. */
export interface SubmittedChange {
  change: AssetChange
  base: AssetChange
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
}

type AssetEvent =
  | { type: 'retry.requested' }
  | { type: 'lock.toggled' }
  | ({ type: 'change.submitted' } & SubmittedChange)
  /** After a conflict: the other person's version stands, or mine is saved over it. */
  | { type: 'theirs.taken' }
  | { type: 'mine.kept' }

/** Every submitted change is answered once: it is saved (or the other person's version was chosen), or it failed. */
type AssetEmitted = { type: 'change.saved' } | { type: 'change.refused'; error: unknown }

const keepingError = {
  type: 'keepError',
  params: ({ event }: { event: { error: unknown } }) => ({ error: event.error }),
} as const

/** One asset's page: loaded, then locked or unlocked, changed or deleted; a change to an old version is never lost. */
export const assetMachine = setup({
  types: {} as {
    input: { id: string; seen?: Asset | undefined }
    context: AssetContext
    events: AssetEvent
    emitted: AssetEmitted
    tags: 'busy'
  },
  actors: {
    loadAsset: provided<AssetPage, { id: string }>('loadAsset'),
    setLock: provided<AssetPage, { id: string; locked: boolean }>('setLock'),
    saveAsset: provided<AssetPage, { id: string; change: AssetChange; updatedAt: string }>('saveAsset'),
  },
  guards: {
    isMissing: (_, params: { error: unknown }) => isMissing(params.error),
    isStale: (_, params: { error: unknown }) => isStale(params.error),
    isLocked: (_, params: { error: unknown }) => isLocked(params.error),
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
    settleChange: assign({ change: {} }),
    forgetError: assign({ error: null }),
    announceSaved: emit({ type: 'change.saved' }),
    announceRefused: emit(({ context: { error } }) => ({ type: 'change.refused' as const, error })),
  },
  // How long it is told that something was saved.
  delays: { moment: 60_000 },
}).createMachine({
  id: 'asset',
  context: ({ input }) => ({
    id: input.id,
    seen: input.seen ?? null,
    page: null,
    error: null,
    change: {},
    waiting: null,
  }),
  initial: 'loading',
  states: {
    loading: {
      tags: 'busy',
      invoke: {
        id: 'loadAsset',
        src: 'loadAsset',
        input: ({ context }) => ({ id: context.id }),
        onDone: { target: 'shown', actions: { type: 'keepPage', params: ({ event }) => ({ page: event.output }) } },
        onError: [
          { guard: { type: 'isMissing', params: ({ event }) => ({ error: event.error }) }, target: 'missing' },
          { target: 'failed', actions: keepingError },
        ],
      },
    },
    missing: {},
    failed: { on: { 'retry.requested': 'loading' } },
    shown: {
      initial: 'settled',
      // What is under way goes first; a change that was submitted meanwhile is saved after it.
      on: {
        'change.submitted': { actions: { type: 'keepWaiting', params: ({ event }) => event } },
      },
      states: {
        settled: {
          initial: 'idle',
          always: [
            // Somebody else changed the same meanwhile: it must not be written over unseen.
            {
              guard: { type: 'isOvertaken', params: ({ context }) => ({ submitted: context.waiting }) },
              target: 'conflicted',
              actions: 'takeUpWaiting',
            },
            { guard: 'isWaiting', target: 'saving', actions: 'takeUpWaiting' },
          ],
          on: {
            'lock.toggled': 'relocking',
            'change.submitted': [
              {
                guard: { type: 'isOvertaken', params: ({ event }) => ({ submitted: event }) },
                target: 'conflicted',
                actions: { type: 'keepChange', params: ({ event }) => event },
              },
              { target: 'saving', actions: { type: 'keepChange', params: ({ event }) => event } },
            ],
          },
          states: { idle: {}, justSaved: { after: { moment: 'idle' } } },
        },
        relocking: {
          tags: 'busy',
          entry: 'forgetError',
          invoke: {
            id: 'setLock',
            src: 'setLock',
            input: ({ context: { id, page } }) => ({ id, locked: !page?.asset.locked }),
            onDone: {
              target: 'settled',
              actions: { type: 'keepPage', params: ({ event }) => ({ page: event.output }) },
            },
            onError: {
              target: 'settled',
              actions: keepingError,
            },
          },
        },
        saving: {
          tags: 'busy',
          invoke: {
            id: 'saveAsset',
            src: 'saveAsset',
            input: ({ context: { id, change, page } }) => ({ id, change, updatedAt: page?.asset.updatedAt ?? '' }),
            onDone: {
              target: 'settled.justSaved',
              actions: [
                { type: 'keepPage', params: ({ event }) => ({ page: event.output }) },
                'settleChange',
                'announceSaved',
              ],
            },
            onError: [
              { guard: { type: 'isStale', params: ({ event }) => ({ error: event.error }) }, target: 'comparing' },
              {
                guard: { type: 'isLocked', params: ({ event }) => ({ error: event.error }) },
                target: 'catchingUp',
                actions: keepingError,
              },
              { target: 'settled', actions: [keepingError, 'announceRefused'] },
            ],
          },
        },
        // Locked by somebody else: the page shows it as it is now, what was typed stays, the reason too.
        catchingUp: {
          tags: 'busy',
          invoke: {
            id: 'loadAsset',
            src: 'loadAsset',
            input: ({ context }) => ({ id: context.id }),
            onDone: {
              target: 'settled',
              actions: [{ type: 'renewPage', params: ({ event }) => ({ page: event.output }) }, 'announceRefused'],
            },
            onError: { target: 'settled', actions: 'announceRefused' },
          },
        },
        comparing: {
          tags: 'busy',
          invoke: {
            id: 'loadAsset',
            src: 'loadAsset',
            input: ({ context }) => ({ id: context.id }),
            onDone: {
              target: 'conflicted',
              actions: { type: 'keepPage', params: ({ event }) => ({ page: event.output }) },
            },
            onError: { target: 'settled', actions: [keepingError, 'announceRefused'] },
          },
        },
        conflicted: {
          on: {
            'theirs.taken': { target: 'settled', actions: ['settleChange', 'announceSaved'] },
            'mine.kept': 'saving',
          },
        },
      },
    },
  },
})
