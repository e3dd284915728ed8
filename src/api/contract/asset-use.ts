import * as v from 'valibot'
import { ASSET_TYPES } from './assets.ts'
import { endpoint } from './endpoint.ts'
import { listPage, listParameters } from './list.ts'

/** Files of an asset that are compared by content. */
export const COMPARED_FILES = ['model', 'icon', 'texture'] as const
export type ComparedFile = (typeof COMPARED_FILES)[number]

/** Maximum number of assets that are listed by name next to a total. */
export const MAX_ASSET_SUMMARIES = 20

export const AssetSummary = v.object({
  id: v.string(),
  name: v.string(),
  type: v.picklist(ASSET_TYPES),
  iconUrl: v.optional(v.string()),
})
export type AssetSummary = v.InferOutput<typeof AssetSummary>

/** Total number of assets, and the oldest {@link MAX_ASSET_SUMMARIES} of them. */
const CountedAssets = { total: v.number(), assets: v.array(AssetSummary) }

/** Assets whose `field` refers to the same file content. */
export const DuplicateGroup = v.object({
  id: v.string(),
  field: v.picklist(COMPARED_FILES),
  url: v.string(),
  ...CountedAssets,
})
export type DuplicateGroup = v.InferOutput<typeof DuplicateGroup>

/**
 * References to an asset: number of applications and wardrobes that contain it, and the assets that use it as parent or as body.
 */
export const AssetUsageCounts = v.object({
  applications: v.number(),
  wardrobes: v.number(),
  children: v.object(CountedAssets),
  asBody: v.object(CountedAssets),
})
export type AssetUsageCounts = v.InferOutput<typeof AssetUsageCounts>

/** Parameters of a list of groups. There is no cursor, because the server recomputes the groups for each request. */
const { after: _, ...groupParameters } = listParameters(['total'])

export const assetUse = {
  duplicates: endpoint({
    method: 'GET',
    path: 'v1/assets/duplicates',
    summary: 'List assets that share a file',
    description:
      'Groups of assets whose files have the same content, the largest group first. Only assets that the caller may read.',
    access: ['update', 'Asset'],
    query: v.strictObject({ ...groupParameters, field: v.optional(v.picklist(COMPARED_FILES)) }),
    returns: listPage(DuplicateGroup),
  }),
  usage: endpoint({
    method: 'GET',
    path: 'v1/assets/{id}/usage',
    summary: 'Get where an asset is used',
    access: ['update', 'Asset'],
    returns: AssetUsageCounts,
  }),
}
