/** Display modes of ambient occlusion, in menu order. Spec §2. */
export const OCCLUSION_MODES = ['Combined', 'AO', 'No AO', 'Split', 'Split AO'] as const

export type OcclusionMode = (typeof OCCLUSION_MODES)[number]

/** Occlusion samples, denoise samples and denoise radius by quality, lowest first. Spec §2. */
export const OCCLUSION_QUALITIES = {
  Performance: { samples: 8, denoiseSamples: 4, denoiseRadius: 12 },
  Low: { samples: 16, denoiseSamples: 4, denoiseRadius: 12 },
  Medium: { samples: 16, denoiseSamples: 8, denoiseRadius: 12 },
  High: { samples: 64, denoiseSamples: 8, denoiseRadius: 6 },
  Ultra: { samples: 64, denoiseSamples: 16, denoiseRadius: 6 },
} as const

export type OcclusionQuality = keyof typeof OCCLUSION_QUALITIES

/** Numeric parameters of ambient occlusion. `radius` is in metres, `denoiseRadius` in pixels. */
export interface OcclusionParameters {
  samples: number
  radius: number
  denoiseSamples: number
  denoiseRadius: number
  denoiseIterations: number
  intensity: number
  distanceFalloff: number
}

/** Default parameters of ambient occlusion. Spec §9. */
export const OCCLUSION_DEFAULTS: OcclusionParameters = {
  samples: 16,
  radius: 5,
  denoiseSamples: 8,
  denoiseRadius: 12,
  denoiseIterations: 2,
  intensity: 5,
  distanceFalloff: 1,
}

/** Options of a host page. Individual numbers override the quality, which overrides the defaults. */
export interface OcclusionOptions extends Partial<OcclusionParameters> {
  /** Default: "Combined". */
  mode?: OcclusionMode
  quality?: OcclusionQuality
  /** Renders the occlusion at half resolution (0.5). Default: off. Spec §9. */
  halfResolution?: boolean
  /** Measures GPU time per frame, where supported. Default: off. */
  debug?: boolean
}

export interface OcclusionSettings extends OcclusionParameters {
  mode: OcclusionMode
  halfResolution: boolean
  debug: boolean
}

/** Resolves a host's options. Returns null if occlusion is off. Invalid names and numbers are ignored. */
export function resolveOcclusion(input: boolean | OcclusionOptions | undefined): OcclusionSettings | null {
  if (input === undefined || input === false) return null
  const options: OcclusionOptions = input === true ? {} : input
  const { mode = 'Combined', quality = 'Medium', halfResolution = false, debug = false, ...numbers } = options
  const preset = Object.hasOwn(OCCLUSION_QUALITIES, quality) ? OCCLUSION_QUALITIES[quality] : {}
  const result = { ...OCCLUSION_DEFAULTS, ...preset }
  for (const name of Object.keys(OCCLUSION_DEFAULTS) as (keyof OcclusionParameters)[]) {
    const value = numbers[name] ?? -1
    if (Number.isFinite(value) && value >= 0) result[name] = value
  }
  return {
    ...result,
    mode: OCCLUSION_MODES.includes(mode) ? mode : 'Combined',
    halfResolution,
    debug,
  }
}
