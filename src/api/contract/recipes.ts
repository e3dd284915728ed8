/**
 * Recipes for a smaller model. `web` compresses meshes, clips and textures. `phone` also halves the triangles and textures.
 * `lods` makes two coarser models for display at a distance. `ktx2` compresses textures so that they stay compressed on the GPU,
 * for programs that read `KHR_texture_basisu`.
 */
export const VARIANT_RECIPES = ['web', 'phone', 'lods', 'ktx2'] as const
export type VariantRecipe = (typeof VARIANT_RECIPES)[number]
