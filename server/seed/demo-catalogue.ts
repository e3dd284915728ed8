import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { ASSET_TYPES, GENDERS } from '../../src/api/contract/assets.ts'

const CatalogueAsset = v.object({
  key: v.string(),
  name: v.string(),
  type: v.picklist(ASSET_TYPES),
  gender: v.picklist(GENDERS),
  /** Path of a GLB below the demo folder. */
  model: v.string(),
  /** Base colour by material name, such as `#c4511f`; replaces the model's own. */
  colours: v.optional(v.record(v.string(), v.string()), {}),
  /** Path of a picture below the demo folder, rendered from the model in these colours. */
  thumbnail: v.optional(v.string()),
  /** Key of the body it is fitted to. */
  body: v.optional(v.string()),
  tags: v.optional(v.array(v.string()), []),
})
/** A cage of a body, by the body's key; without a type it is for the whole body. */
const CatalogueCage = v.object({
  name: v.string(),
  gender: v.picklist(GENDERS),
  body: v.string(),
  assetType: v.optional(v.picklist(ASSET_TYPES)),
  model: v.string(),
})
export type CatalogueCage = v.InferOutput<typeof CatalogueCage>

export type CatalogueAsset = v.InferOutput<typeof CatalogueAsset>

/** Catalogue written by `npm run demo-models`, as far as the seed needs it. */
export const Catalogue = v.object({
  assets: v.array(CatalogueAsset),
  /** Figures, each with the model that all its assets have, whatever their colours. */
  bodies: v.optional(v.array(v.object({ key: v.string(), model: v.string() })), []),
  cages: v.optional(v.array(CatalogueCage), []),
})
export type Catalogue = v.InferOutput<typeof Catalogue> & {
  /** Reads a file named in the catalogue. */
  read: (path: string) => Promise<Uint8Array>
}

/** Reads the catalogue of a demo folder. Returns undefined where there is none. Rejects where it is invalid. */
export async function readCatalogue(folder: string): Promise<Catalogue | undefined> {
  const text = await readFile(join(folder, 'catalogue.json'), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  return { ...v.parse(Catalogue, JSON.parse(text)), read: (path) => readFile(join(folder, path)) }
}
