import type { Synced } from '../../api/contract/application-assets.ts'
import type { ComparedFile, Duplicates, NamedAsset, Usage } from '../../api/contract/asset-use.ts'
import { COMPARED_FILES } from '../../api/contract/asset-use.ts'
import type { Asset, ChangelogEntry } from '../../api/contract/assets.ts'
import type { Client } from '../../api/contract/client.ts'
import type { contract } from '../../api/contract/index.ts'
import type { Job } from '../../api/contract/jobs.ts'
import { MAX_LIMIT } from '../../api/contract/list.ts'
import type { MorphQueueEntry } from '../../api/contract/morphs.ts'
import type { PresentPerson } from '../../api/contract/presence.ts'
import type { RecipeName } from '../../api/contract/recipes.ts'
import type { Validation } from '../../api/contract/validation.ts'
import type { Variant } from '../../api/contract/variants.ts'
import { readBodies } from '../read-bodies.ts'

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

/** Who else is at the asset: so many are named, `total` there are. */
export interface Present {
  people: readonly PresentPerson[]
  total: number
}

/** Tells one page of a browser from another: never an id of anybody, and another after a reload. */
const TAB = Math.random().toString(36).slice(2)

/** A part of an asset's history, newest first, and where it goes on, if it does. */
export interface Entries {
  entries: readonly ChangelogEntry[]
  next?: string | undefined
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
  /** The history from a place on. */
  entriesAfter: (cursor: string, signal: AbortSignal) => Promise<Entries>
  /** Says that one is there, and answers who else is. */
  beHere: (is: 'looking' | 'editing', signal: AbortSignal) => Promise<Present>
  /** Says that one left, also while the page goes. */
  beGone: () => Promise<unknown>
}

/** The {@link AssetWork} on the asset `id`. */
export function assetWork(api: Client<typeof contract>, id: string): AssetWork {
  const { applicationAssets, assets, jobs, morphedAssetQueue, morphedAssets, presence } = api
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
        readBodies(assets, signal),
        morphedAssetQueue.list({ query: { assetId: [id], limit: MAX_LIMIT, order: '-createdAt' } }, { signal }),
      ])
      return { bodies: bodies.filter((body) => body.id !== id), entries: newestOf(entries.data) }
    },
    fit: (bodyId, signal) => morphedAssets.generate({ body: { assetId: id, bodyId } }, { signal }),
    entriesAfter: async (after, signal) => {
      const { data, pagination } = await assets.changelog({ id, query: { limit: MAX_LIMIT, after } }, { signal })
      return { entries: data, next: pagination.nextCursor }
    },
    beHere: (is, signal) => presence.announce({ id, body: { tab: TAB, is } }, { signal }),
    beGone: () => presence.announce({ id, body: { tab: TAB, is: 'gone' } }, { keepalive: true }),
  }
}

/** Those that share a file with the asset; a group names so many of its assets as tell which they are. */
function othersIn({ field, assets }: Duplicates, id: string): Uses['duplicates'] {
  return assets.some((it) => it.id === id) ? [{ field, others: assets.filter((it) => it.id !== id) }] : []
}

/** Of each body the first entry, which is the newest. */
const newestOf = (entries: readonly MorphQueueEntry[]): MorphQueueEntry[] =>
  entries.filter(({ bodyId }, index) => entries.findIndex((it) => it.bodyId === bodyId) === index)
