/** Lighting modes in addition to the environment: the specified even light, or portrait lighting. The first is the default. */
export const LIGHTINGS = ['even', 'three-point'] as const

/** Name of a lighting mode. */
export type Lighting = (typeof LIGHTINGS)[number]
