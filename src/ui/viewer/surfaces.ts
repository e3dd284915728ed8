/** How a model's surface can be drawn: as it is lit, or for who examines it. */
export const SURFACES = ['lit', 'wireframe', 'normals', 'uv'] as const
export type Surface = (typeof SURFACES)[number]
