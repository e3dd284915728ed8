import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { ASSET_TYPES, GENDERS } from '../../src/api/contract/assets.ts'

const CatalogueAsset = v.object({
  key: v.string(),
  name: v.string(),
  type: v.picklist(ASSET_TYPES),
  gender: v.picklist(GENDERS),
  model: v.string(),
  /** Base colour by material name, such as `#c4511f`. Replaces the colour in the model. */
  colours: v.optional(v.record(v.string(), v.string()), {}),
  /** Path of a picture of the model in these colours, below the demo folder. */
  thumbnail: v.optional(v.string()),
  body: v.optional(v.string()),
  tags: v.optional(v.array(v.string()), []),
})
/** Cage of a body. `body` is the key of the body. Without a type, the cage is for the whole body. */
const CatalogueCage = v.object({
  name: v.string(),
  gender: v.picklist(GENDERS),
  body: v.string(),
  assetType: v.optional(v.picklist(ASSET_TYPES)),
  model: v.string(),
})
export type CatalogueCage = v.InferOutput<typeof CatalogueCage>

export type CatalogueAsset = v.InferOutput<typeof CatalogueAsset>

/** Catalogue written by `npm run demo-models`, with the fields that seeding needs. */
export const Catalogue = v.object({
  assets: v.array(CatalogueAsset),
  /** Body models by key. All assets of a body have the same model, in different colours. */
  bodies: v.optional(v.array(v.object({ key: v.string(), model: v.string() })), []),
  cages: v.optional(v.array(CatalogueCage), []),
})
export type Catalogue = v.InferOutput<typeof Catalogue> & {
  read: (path: string) => Promise<Uint8Array>
}

/** Reads the catalogue of a demo folder. Returns undefined if there is none. Rejects if the catalogue is invalid. */
export async function readCatalogue(folder: string): Promise<Catalogue | undefined> {
  const text = await readFile(join(folder, 'catalogue.json'), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  return { ...v.parse(Catalogue, JSON.parse(text)), read: (path) => readFile(join(folder, path)) }
}
