import type { VariantRecipe } from '../../src/api/contract/recipes.ts'

export interface RecipeLevel {
  /** Target share of triangles, 0..1, while the surface moves by at most `error`, a share of the mesh size. */
  readonly triangles?: { readonly share: number; readonly error: number }
  /** Maximum width and height of a texture, in pixels. */
  readonly texturePx: number
  readonly textures: 'webp' | 'ktx2'
}

/** Optimisation recipe. A change of its output requires a new `version`, so that existing variants are recreated. */
export interface Recipe {
  readonly version: number
  /** Finest first. */
  readonly levels: readonly RecipeLevel[]
  /** Set if users want the format itself, even if the result is not smaller. */
  readonly isFormat?: boolean
}

/** Recipes by name. All compress meshes and clips with meshopt. */
export const RECIPE_TABLE: Readonly<Record<VariantRecipe, Recipe>> = {
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

/** Quality of lossy WebP, 1 to 100. */
export const WEBP_QUALITY = 85
