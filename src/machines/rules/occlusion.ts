/** How ambient occlusion may be looked at, in the order offered. Spec §2. */
export const OCCLUSION_MODES = ['Combined', 'AO', 'No AO', 'Split', 'Split AO'] as const

/** One way to look at ambient occlusion. */
export type OcclusionMode = (typeof OCCLUSION_MODES)[number]

/** Occlusion samples, denoise samples and denoise radius of each quality, coarsest first. Spec §2. */
export const OCCLUSION_QUALITIES = {
  Performance: { samples: 8, denoiseSamples: 4, denoiseRadius: 12 },
  Low: { samples: 16, denoiseSamples: 4, denoiseRadius: 12 },
  Medium: { samples: 16, denoiseSamples: 8, denoiseRadius: 12 },
  High: { samples: 64, denoiseSamples: 8, denoiseRadius: 6 },
  Ultra: { samples: 64, denoiseSamples: 16, denoiseRadius: 6 },
} as const

/** The name of a quality. */
export type OcclusionQuality = keyof typeof OCCLUSION_QUALITIES

/** Every number that ambient occlusion is drawn with; `radius` in metres, `denoiseRadius` in pixels. */
export interface OcclusionNumbers {
  samples: number
  radius: number
  denoiseSamples: number
  denoiseRadius: number
  denoiseIterations: number
  intensity: number
  distanceFalloff: number
}

/** What ambient occlusion is drawn with when nothing else is said. Spec §9. */
export const OCCLUSION_DEFAULTS: OcclusionNumbers = {
  samples: 16,
  radius: 5,
  denoiseSamples: 8,
  denoiseRadius: 12,
  denoiseIterations: 2,
  intensity: 5,
  distanceFalloff: 1,
}

/** What a host may say about ambient occlusion: single numbers win over the quality, the quality over the defaults. */
export interface OcclusionOptions extends Partial<OcclusionNumbers> {
  /** Default "Combined". */
  mode?: OcclusionMode
  quality?: OcclusionQuality
  /** Draws the occlusion at half the scale (0.5). Default off. Spec §9. */
  halfResolution?: boolean
  /** Times each frame on the graphics card, where it can. Default off. */
  debug?: boolean
}

/** Ambient occlusion as it will be drawn. */
export interface Occlusion extends OcclusionNumbers {
  mode: OcclusionMode
  halfResolution: boolean
  debug: boolean
}

/** Settles what a host said; null when there is to be none. A name or number that makes no sense is as if unsaid. */
export function occlusionOf(told: boolean | OcclusionOptions | undefined): Occlusion | null {
  if (told === undefined || told === false) return null
  const said: OcclusionOptions = told === true ? {} : told
  const { mode = 'Combined', quality = 'Medium', halfResolution = false, debug = false, ...numbers } = said
  const preset = Object.hasOwn(OCCLUSION_QUALITIES, quality) ? OCCLUSION_QUALITIES[quality] : {}
  const settled = { ...OCCLUSION_DEFAULTS, ...preset }
  for (const name of Object.keys(OCCLUSION_DEFAULTS) as (keyof OcclusionNumbers)[]) {
    const value = numbers[name] ?? -1
    if (Number.isFinite(value) && value >= 0) settled[name] = value
  }
  return {
    ...settled,
    mode: OCCLUSION_MODES.includes(mode) ? mode : 'Combined',
    halfResolution,
    debug,
  }
}
