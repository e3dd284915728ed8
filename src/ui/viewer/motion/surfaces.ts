/** Surface modes: lit as usual, or three modes for inspection. */
export const SURFACES = ['lit', 'wireframe', 'normals', 'uv'] as const
export type Surface = (typeof SURFACES)[number]
