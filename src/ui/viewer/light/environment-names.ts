/**
 * Preset environments in the order of the menu (Spec §2). This file does not import three.js, so that an app can list the presets
 * without the 3D code.
 */
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

export type EnvironmentName = (typeof ENVIRONMENTS)[number]

/** Default environment (Spec §2). */
export const DEFAULT_ENVIRONMENT: EnvironmentName = 'city'

/** Returns whether `value` is a preset name. Any other value is a URL. */
export const isEnvironmentName = (value: string): value is EnvironmentName =>
  (ENVIRONMENTS as readonly string[]).includes(value)
