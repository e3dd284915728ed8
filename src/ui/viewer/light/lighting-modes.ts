/** Lighting modes in addition to the environment: the specified even light, or portrait lighting. The first is the default. */
export const LIGHTING_MODES = ['even', 'three-point'] as const

/** Name of a lighting mode. */
export type LightingMode = (typeof LIGHTING_MODES)[number]
