/** How a model is lit beside its environment: evenly, as specified, or as a portrait is. The first is the usual one. */
export const LIGHTINGS = ['even', 'three-point'] as const

/** The name of a way to light. */
export type Lighting = (typeof LIGHTINGS)[number]
