import type { VariantRecipe } from '../../src/api/contract/recipes.ts'

export interface RecipeLevel {
  /** Target fraction of triangles, 0 to 1. The surface may move by at most `error`, as a fraction of the mesh size. */
  readonly triangles?: { readonly share: number; readonly error: number }
  readonly texturePx: number
  readonly textures: 'webp' | 'ktx2'
}

/** Optimisation recipe. If its output changes, `version` must be raised, so that existing variants are recreated. */
export interface Recipe {
  readonly version: number
  /** Levels of detail, finest first. */
  readonly levels: readonly RecipeLevel[]
  /** Whether the recipe serves to change the format, even if the result is not smaller. */
  readonly isFormat?: boolean
}

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

export const WEBP_QUALITY = 85
