import { assign, emit, setup } from 'xstate'
import type { Application } from '../api/contract/applications.ts'
import type { Asset, ChangelogEntry, NewAsset } from '../api/contract/assets.ts'
import type { Tag } from '../api/contract/tags.ts'
import { provided } from './provided.ts'
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

interface AssetContext {
  id: string
  page: AssetPage | null
  /** What the last attempt failed with; `null` once something worked. */
  error: unknown
  /** The change being saved, kept until it is. */
  change: AssetChange
  /** Counts how often the details settled anew: by a save, or by taking the other person's version. */
  saves: number
}

type AssetEvent =
  | { type: 'retry.requested' }
  | { type: 'lock.toggled' }
  | { type: 'change.submitted'; change: AssetChange }
  /** After a conflict: the other person's version stands, or mine is saved over it. */
  | { type: 'theirs.taken' }
  | { type: 'mine.kept' }
  | { type: 'removal.requested' }

/** One asset's page: loaded, then locked or unlocked, changed or deleted; a change to an old version is never lost. */
export const assetMachine = setup({
  types: {} as {
    input: { id: string }
    context: AssetContext
    events: AssetEvent
    emitted: { type: 'asset.saved' } | { type: 'asset.removed' }
    tags: 'busy'
  },
  actors: {
    loadAsset: provided<AssetPage, { id: string }>('loadAsset'),
    setLock: provided<AssetPage, { id: string; locked: boolean }>('setLock'),
    saveAsset: provided<AssetPage, { id: string; change: AssetChange; updatedAt: string }>('saveAsset'),
    removeAsset: provided<void, { id: string }>('removeAsset'),
  },
  guards: {
    isMissing: (_, params: { error: unknown }) => isMissing(params.error),
    isStale: (_, params: { error: unknown }) => isStale(params.error),
    isLocked: (_, params: { error: unknown }) => isLocked(params.error),
  },
  actions: {
    keepPage: assign({ page: (_, params: { page: AssetPage }) => params.page, error: null }),
    renewPage: assign({ page: (_, params: { page: AssetPage }) => params.page }),
    keepError: assign({ error: (_, params: { error: unknown }) => params.error }),
    keepChange: assign({ change: (_, params: { change: AssetChange }) => params.change, error: null }),
    settleChange: assign({ change: {}, saves: ({ context }) => context.saves + 1 }),
    forgetError: assign({ error: null }),
    announceSaved: emit({ type: 'asset.saved' }),
    announceRemoved: emit({ type: 'asset.removed' }),
  },
}).createMachine({
  id: 'asset',
  context: ({ input }) => ({ id: input.id, page: null, error: null, change: {}, saves: 0 }),
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
          { target: 'failed', actions: { type: 'keepError', params: ({ event }) => ({ error: event.error }) } },
        ],
      },
    },
    missing: {},
    failed: { on: { 'retry.requested': 'loading' } },
    shown: {
      initial: 'settled',
      states: {
        settled: {
          on: {
            'lock.toggled': 'relocking',
            'change.submitted': {
              target: 'saving',
              actions: { type: 'keepChange', params: ({ event }) => ({ change: event.change }) },
            },
            'removal.requested': 'removing',
          },
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
              actions: { type: 'keepError', params: ({ event }) => ({ error: event.error }) },
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
              target: 'settled',
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
                actions: { type: 'keepError', params: ({ event }) => ({ error: event.error }) },
              },
              {
                target: 'settled',
                actions: { type: 'keepError', params: ({ event }) => ({ error: event.error }) },
              },
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
              actions: { type: 'renewPage', params: ({ event }) => ({ page: event.output }) },
            },
            onError: 'settled',
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
            onError: {
              target: 'settled',
              actions: { type: 'keepError', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        conflicted: {
          on: {
            'theirs.taken': { target: 'settled', actions: ['settleChange', 'announceSaved'] },
            'mine.kept': 'saving',
          },
        },
        removing: {
          tags: 'busy',
          entry: 'forgetError',
          invoke: {
            id: 'removeAsset',
            src: 'removeAsset',
            input: ({ context }) => ({ id: context.id }),
            onDone: { target: '#asset.removed', actions: 'announceRemoved' },
            onError: {
              target: 'settled',
              actions: { type: 'keepError', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
      },
    },
    removed: { type: 'final' },
  },
})
