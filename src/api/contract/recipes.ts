/**
 * How a model can be made smaller: `web` packs meshes, clips and textures; `phone` halves its triangles and its textures
 * besides; `lods` are two coarser ones to be shown from afar.
 */
export const RECIPES = ['web', 'phone', 'lods'] as const
export type RecipeName = (typeof RECIPES)[number]
