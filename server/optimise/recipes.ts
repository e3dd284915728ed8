import type { RecipeName } from '../../src/api/contract/recipes.ts'

/** One model that a recipe makes. */
export interface Level {
  /** Keeps so many of the triangles, 0..1, where the surface moves by no more than `error`, a share of the mesh's size. */
  readonly triangles?: { readonly share: number; readonly error: number }
  /** A texture has so many pixels a side at most. */
  readonly texturePx: number
  readonly textures: 'webp' | 'ktx2'
}

/** What a recipe does. Who changes what comes out of it gives it another `version`: what was made by the old one is made anew. */
export interface Recipe {
  readonly version: number
  /** The finest first. */
  readonly levels: readonly Level[]
  /** Whoever asks for it wants its format, also where that is no smaller. */
  readonly isFormat?: boolean
}

/** The recipes by their names: all of them pack meshes and clips by meshopt. */
export const RECIPE_TABLE: Readonly<Record<RecipeName, Recipe>> = {
  web: { version: 1, levels: [{ texturePx: 1024, textures: 'webp' }] },
  phone: { version: 1, levels: [{ texturePx: 512, textures: 'webp', triangles: { share: 0.5, error: 0.02 } }] },
  lods: {
    version: 1,
    levels: [
      { texturePx: 1024, textures: 'webp', triangles: { share: 0.5, error: 0.005 } },
      { texturePx: 512, textures: 'webp', triangles: { share: 0.25, error: 0.02 } },
    ],
  },
  ktx2: { version: 1, levels: [{ texturePx: 1024, textures: 'ktx2' }], isFormat: true },
}

/** The quality of WebP where it loses something, 1 to 100. */
export const WEBP_QUALITY = 85
