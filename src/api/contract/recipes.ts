/**
 * How a model can be made smaller: `web` packs meshes, clips and textures; `phone` halves its triangles and its textures
 * besides; `lods` are two coarser ones to be shown from afar; `ktx2` packs textures so that graphics cards keep them packed,
 * for programs that read `KHR_texture_basisu`.
 */
export const RECIPES = ['web', 'phone', 'lods', 'ktx2'] as const
export type RecipeName = (typeof RECIPES)[number]
