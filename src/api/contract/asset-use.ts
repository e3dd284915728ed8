import * as v from 'valibot'
import { ASSET_TYPES } from './assets.ts'
import { endpoint } from './endpoint.ts'
import { listPage, listParameters } from './list.ts'

/** The files of an asset that are compared by their content. */
export const COMPARED_FILES = ['model', 'icon', 'texture'] as const
export type ComparedFile = (typeof COMPARED_FILES)[number]

/** So many assets are named where many are counted. */
export const MOST_NAMED = 20

/** As much of an asset as tells which it is. */
export const NamedAsset = v.object({
  id: v.string(),
  name: v.string(),
  type: v.picklist(ASSET_TYPES),
  iconUrl: v.optional(v.string()),
})
export type NamedAsset = v.InferOutput<typeof NamedAsset>

/** How many assets, and the oldest {@link MOST_NAMED} of them. */
const Counted = { total: v.number(), assets: v.array(NamedAsset) }

/** Assets whose `field` holds the very same file. */
export const Duplicates = v.object({
  id: v.string(),
  field: v.picklist(COMPARED_FILES),
  url: v.string(),
  ...Counted,
})
export type Duplicates = v.InferOutput<typeof Duplicates>

/** Where an asset is used: in how many applications and wardrobes, as the parent and as the body of which others. */
export const Usage = v.object({
  applications: v.number(),
  wardrobes: v.number(),
  children: v.object(Counted),
  asBody: v.object(Counted),
})
export type Usage = v.InferOutput<typeof Usage>

/** Groups are made anew for each page: no cursor leads from one to the next. */
const { after: _, ...groupParameters } = listParameters(['total'])

/** What assets have to do with each other. */
export const assetUse = {
  duplicates: endpoint({
    method: 'GET',
    path: 'v1/assets/duplicates',
    summary: 'Groups of assets that share the content of a file, the largest first, among those the caller may see.',
    access: ['update', 'Asset'],
    query: v.strictObject({ ...groupParameters, field: v.optional(v.picklist(COMPARED_FILES)) }),
    returns: listPage(Duplicates),
  }),
  usage: endpoint({
    method: 'GET',
    path: 'v1/assets/{id}/usage',
    summary: 'Where an asset is used: what would miss it.',
    access: ['update', 'Asset'],
    returns: Usage,
  }),
}
