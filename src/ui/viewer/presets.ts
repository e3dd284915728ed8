/** The environments known by name, in the order they are offered. Spec §2. Three-free, so that an app can list them. */
export const ENVIRONMENTS = [
  'hub',
  'sunset',
  'dawn',
  'night',
  'warehouse',
  'forest',
  'apartment',
  'studio',
  'city',
  'park',
  'lobby',
] as const

/** The name of an environment. */
export type EnvironmentName = (typeof ENVIRONMENTS)[number]

/** The environment shown when none is asked for. Spec §2. */
export const DEFAULT_ENVIRONMENT: EnvironmentName = 'city'

/** Whether `value` is one of the names; anything else is a file location. */
export const isEnvironmentName = (value: string): value is EnvironmentName =>
  (ENVIRONMENTS as readonly string[]).includes(value)
