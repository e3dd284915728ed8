import type { Synced } from '../../api/contract/application-assets.ts'
import type { ComparedFile, Duplicates, NamedAsset, Usage } from '../../api/contract/asset-use.ts'
import { COMPARED_FILES } from '../../api/contract/asset-use.ts'
import type { Asset } from '../../api/contract/assets.ts'
import type { Client } from '../../api/contract/client.ts'
import type { contract } from '../../api/contract/index.ts'
import type { Job } from '../../api/contract/jobs.ts'
import { MAX_LIMIT } from '../../api/contract/list.ts'
import type { MorphQueueEntry } from '../../api/contract/morphs.ts'
import type { RecipeName } from '../../api/contract/recipes.ts'
import type { Validation } from '../../api/contract/validation.ts'
import type { Variant } from '../../api/contract/variants.ts'

/** Where an asset is used, and which others share a file with it. */
export interface Uses {
  usage: Usage
  duplicates: readonly { field: ComparedFile; others: readonly NamedAsset[] }[]
}

/** The bodies that there are, and the newest entry of the queue about each that the asset was to be fitted to. */
export interface Fits {
  bodies: readonly Asset[]
  entries: readonly MorphQueueEntry[]
}

/** What the parts of an asset's page ask of the server by themselves. Each rejects with `ApiError`. */
export interface AssetWork {
  /** Has the icon drawn anew from the model. */
  drawIcon: (signal: AbortSignal) => Promise<Job>
  readJob: (id: string, signal: AbortSignal) => Promise<Job>
  /** Checks a model that was sent, before it takes the place of another. */
  validate: (modelUrl: string, signal: AbortSignal) => Promise<Validation>
  variants: (signal: AbortSignal) => Promise<readonly Variant[]>
  /** Has a variant made; `null`: it is there already, or is made for somebody else. */
  makeVariant: (recipe: RecipeName, signal: AbortSignal) => Promise<Job | null>
  uses: (signal: AbortSignal) => Promise<Uses>
  /** What taking everything from the parent again would change. */
  difference: (signal: AbortSignal) => Promise<Synced['changes']>
  fits: (signal: AbortSignal) => Promise<Fits>
  /** Has the asset fitted to a body. */
  fit: (bodyId: string, signal: AbortSignal) => Promise<unknown>
}

/** The {@link AssetWork} on the asset `id`. */
export function assetWork(api: Client<typeof contract>, id: string): AssetWork {
  const { applicationAssets, assets, jobs, morphedAssetQueue, morphedAssets } = api
  return {
    drawIcon: async (signal) => (await assets.generateIcon({ id }, { signal })).job,
    readJob: (job, signal) => jobs.get({ id: job }, { signal }),
    validate: (modelUrl, signal) => assets.validate({ body: { modelUrl } }, { signal }),
    variants: async (signal) => (await assets.variants({ id }, { signal })).data,
    makeVariant: async (recipe, signal) => (await assets.makeVariant({ id, body: { recipe } }, { signal })).job ?? null,
    uses: async (signal) => {
      const [usage, ...groups] = await Promise.all([
        assets.usage({ id }, { signal }),
        ...COMPARED_FILES.map((field) =>
          assets.duplicates({ query: { field, limit: MAX_LIMIT, order: '-total' } }, { signal }),
        ),
      ])
      return { usage, duplicates: groups.flatMap(({ data }) => data).flatMap((group) => othersIn(group, id)) }
    },
    difference: async (signal) =>
      (await applicationAssets.syncWithParent({ id, body: { dryRun: true } }, { signal })).changes,
    fits: async (signal) => {
      const [bodies, entries] = await Promise.all([
        assets.list({ query: { type: ['bodyshape'], limit: MAX_LIMIT, order: 'name' } }, { signal }),
        morphedAssetQueue.list({ query: { assetId: [id], limit: MAX_LIMIT, order: '-createdAt' } }, { signal }),
      ])
      return { bodies: bodies.data.filter((body) => body.id !== id), entries: newestOf(entries.data) }
    },
    fit: (bodyId, signal) => morphedAssets.generate({ body: { assetId: id, bodyId } }, { signal }),
  }
}

/** Those that share a file with the asset; a group names so many of its assets as tell which they are. */
function othersIn({ field, assets }: Duplicates, id: string): Uses['duplicates'] {
  return assets.some((it) => it.id === id) ? [{ field, others: assets.filter((it) => it.id !== id) }] : []
}

/** Of each body the first entry, which is the newest. */
const newestOf = (entries: readonly MorphQueueEntry[]): MorphQueueEntry[] =>
  entries.filter(({ bodyId }, index) => entries.findIndex((it) => it.bodyId === bodyId) === index)
