/** Surface modes. All but `lit` serve inspection. */
export const SURFACES = ['lit', 'wireframe', 'normals', 'uv'] as const
export type Surface = (typeof SURFACES)[number]
