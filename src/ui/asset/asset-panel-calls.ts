import type { SyncResult } from '../../api/contract/application-assets.ts'
import type { AssetSummary, AssetUsageCounts, ComparedFile, DuplicateGroup } from '../../api/contract/asset-use.ts'
import { COMPARED_FILES } from '../../api/contract/asset-use.ts'
import type { Asset, ChangelogEntry } from '../../api/contract/assets.ts'
import type { Client } from '../../api/contract/client.ts'
import type { contract } from '../../api/contract/index.ts'
import type { Job } from '../../api/contract/jobs.ts'
import { MAX_LIST_LIMIT } from '../../api/contract/list.ts'
import type { MorphQueueEntry } from '../../api/contract/morphs.ts'
import type { VariantRecipe } from '../../api/contract/recipes.ts'
import type { FileValidationResult } from '../../api/contract/validation.ts'
import type { Variant } from '../../api/contract/variants.ts'
import { fetchBodies } from '../fetch-bodies.ts'
import type { PresenceCalls } from '../presence/use-presence.ts'

/** Uses of an asset, and the other assets that have a file in common with the asset. */
export interface UsageAndDuplicates {
  usage: AssetUsageCounts
  duplicates: readonly { field: ComparedFile; others: readonly AssetSummary[] }[]
}

/** Available bodies, and the newest fitting job of the asset for each. */
export interface AssetMorphs {
  bodies: readonly Asset[]
  entries: readonly MorphQueueEntry[]
}

/**
 * Random id of this browser tab, sent when the tab reports that the user has an asset open. Identifies no user and changes on
 * reload.
 */
const TAB_ID = Math.random().toString(36).slice(2)

/** Part of an asset's history, newest first, with the cursor of the next part. */
export interface ChangelogSlice {
  entries: readonly ChangelogEntry[]
  next?: string | undefined
}

/** API calls of the panels on an asset's page. Each rejects with `ApiError`. */
export interface AssetPanelCalls extends PresenceCalls {
  generateIcon: (signal: AbortSignal) => Promise<Job>
  readJob: (id: string, signal: AbortSignal) => Promise<Job>
  validate: (modelUrl: string, signal: AbortSignal) => Promise<FileValidationResult>
  variants: (signal: AbortSignal) => Promise<readonly Variant[]>
  /** Starts a job that makes a variant. Resolves with `null` if the variant exists or another user's job is making it. */
  makeVariant: (recipe: VariantRecipe, signal: AbortSignal) => Promise<Job | null>
  usage: (signal: AbortSignal) => Promise<UsageAndDuplicates>
  /** Returns the changes that a synchronisation with the parent would make. */
  previewParentSync: (signal: AbortSignal) => Promise<SyncResult['changes']>
  morphs: (signal: AbortSignal) => Promise<AssetMorphs>
  generateMorph: (bodyId: string, signal: AbortSignal) => Promise<unknown>
  entriesAfter: (cursor: string, signal: AbortSignal) => Promise<ChangelogSlice>
}

export function createAssetPanelCalls(api: Client<typeof contract>, id: string): AssetPanelCalls {
  const { applicationAssets, assets, jobs, morphedAssetQueue, morphedAssets, presence } = api
  return {
    generateIcon: async (signal) => (await assets.generateIcon({ id }, { signal })).job,
    readJob: (job, signal) => jobs.get({ id: job }, { signal }),
    validate: (modelUrl, signal) => assets.validate({ body: { modelUrl } }, { signal }),
    variants: async (signal) => (await assets.variants({ id }, { signal })).data,
    makeVariant: async (recipe, signal) => (await assets.makeVariant({ id, body: { recipe } }, { signal })).job ?? null,
    usage: async (signal) => {
      const [usage, ...groups] = await Promise.all([
        assets.usage({ id }, { signal }),
        ...COMPARED_FILES.map((field) =>
          assets.duplicates({ query: { field, limit: MAX_LIST_LIMIT, order: '-total' } }, { signal }),
        ),
      ])
      return { usage, duplicates: groups.flatMap(({ data }) => data).flatMap((group) => duplicatesIn(group, id)) }
    },
    previewParentSync: async (signal) =>
      (await applicationAssets.syncWithParent({ id, body: { dryRun: true } }, { signal })).changes,
    morphs: async (signal) => {
      const [bodies, entries] = await Promise.all([
        fetchBodies(assets, signal),
        morphedAssetQueue.list({ query: { assetId: [id], limit: MAX_LIST_LIMIT, order: '-createdAt' } }, { signal }),
      ])
      return { bodies: bodies.filter((body) => body.id !== id), entries: newestPerBody(entries.data) }
    },
    generateMorph: (bodyId, signal) => morphedAssets.generate({ body: { assetId: id, bodyId } }, { signal }),
    entriesAfter: async (after, signal) => {
      const { data, pagination } = await assets.changelog({ id, query: { limit: MAX_LIST_LIMIT, after } }, { signal })
      return { entries: data, next: pagination.nextCursor }
    },
    announcePresence: (activity, signal) => presence.announce({ id, body: { tab: TAB_ID, is: activity } }, { signal }),
    announceLeave: () => presence.announce({ id, body: { tab: TAB_ID, is: 'gone' } }, { keepalive: true }),
  }
}

/** Returns the other assets of a group of duplicates. Returns none if the group's list does not contain asset `id`. */
function duplicatesIn({ field, assets }: DuplicateGroup, id: string): UsageAndDuplicates['duplicates'] {
  return assets.some((asset) => asset.id === id) ? [{ field, others: assets.filter((asset) => asset.id !== id) }] : []
}

/** Returns the first entry of each body, which is the newest. */
const newestPerBody = (entries: readonly MorphQueueEntry[]): MorphQueueEntry[] =>
  entries.filter(({ bodyId }, index) => entries.findIndex((other) => other.bodyId === bodyId) === index)
