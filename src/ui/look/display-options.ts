import type { OcclusionMode, OcclusionQuality } from '../../machines/viewer/occlusion.ts'
import type { ViewerOptions } from '../viewer/embed/options.ts'
import { DEFAULT_ENVIRONMENT } from '../viewer/light/environment-names.ts'
import type { LightingMode } from '../viewer/light/lighting-modes.ts'

/** Boolean display options, in display order. */
export const BOOLEAN_DISPLAY_OPTIONS = ['shadows', 'float', 'fit', 'snap', 'lockVertical'] as const

export const PICTURE_FORMATS = { 'image/png': 'PNG', 'image/jpeg': 'JPEG', 'image/webp': 'WebP' } as const
export type PictureFormat = keyof typeof PICTURE_FORMATS

/** Display options of a model. `emotion` has a value from 0 to 1 for each morph target; `clip` is an index. */
export interface DisplayOptions extends Record<(typeof BOOLEAN_DISPLAY_OPTIONS)[number], boolean> {
  /** Preset name, or URL of a panorama. */
  environment: string
  ownEnvironment: { name: string; address: string } | null
  lighting: LightingMode
  /** Null disables ambient occlusion. */
  occlusion: OcclusionMode | null
  quality: OcclusionQuality
  wireframe: boolean
  skeleton: boolean
  emotion: Readonly<Record<string, number>>
  clip: number | null
  isPlaying: boolean
  /** Playback speed of the clip; 1 is normal. */
  speed: number
  /** Time to which the user moved the clip, in seconds. Null while the clip plays normally. */
  clipTime: number | null
  capture: { type: PictureFormat; quality: number }
}

export const DEFAULT_DISPLAY_OPTIONS: DisplayOptions = {
  environment: DEFAULT_ENVIRONMENT,
  ownEnvironment: null,
  // Portrait lighting. The viewer's own default follows the specification and differs.
  lighting: 'three-point',
  shadows: true,
  float: false,
  fit: true,
  snap: false,
  lockVertical: true,
  occlusion: null,
  quality: 'Medium',
  wireframe: false,
  skeleton: false,
  emotion: {},
  clip: null,
  isPlaying: true,
  speed: 1,
  clipTime: null,
  // Spec §9: capture default image/png at quality 0.1.
  capture: { type: 'image/png', quality: 0.1 },
}

export function toViewerOptions(look: DisplayOptions): Partial<ViewerOptions> {
  const { environment, lighting, shadows, float, fit, snap, lockVertical, wireframe, skeleton, emotion, clip } = look
  return {
    environment,
    lighting,
    shadows,
    float,
    fit,
    snap,
    lockVertical,
    ...(look.occlusion && { occlusion: { mode: look.occlusion, quality: look.quality } }),
    ...(wireframe && { wireframe }),
    ...(skeleton && { skeleton }),
    ...(Object.keys(emotion).length > 0 && { emotion }),
    ...(clip !== null && { clip, clipPlaying: look.isPlaying, ...(look.speed !== 1 && { clipSpeed: look.speed }) }),
    ...(clip !== null && look.clipTime !== null && { clipTime: look.clipTime }),
  }
}

/** Resets the display options that belong to one model: emotions and clips. */
export const resetForNextModel = (look: DisplayOptions): DisplayOptions => ({
  ...look,
  emotion: {},
  clip: null,
  clipTime: null,
  isPlaying: true,
})

export const fileExtensionOf = (type: PictureFormat): string =>
  type === 'image/jpeg' ? 'jpg' : PICTURE_FORMATS[type].toLowerCase()
