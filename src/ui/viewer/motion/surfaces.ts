/** Surface modes. All modes except `lit` are for inspection. */
export const SURFACES = ['lit', 'wireframe', 'normals', 'uv'] as const
export type Surface = (typeof SURFACES)[number]
