/**
 * Lighting in addition to the environment: the specified even light, or three lamps for portraits. The first mode is the default.
 */
export const LIGHTING_MODES = ['even', 'three-point'] as const

export type LightingMode = (typeof LIGHTING_MODES)[number]
