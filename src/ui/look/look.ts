import type { OcclusionMode, OcclusionQuality } from '../../machines/rules/occlusion.ts'
import type { ViewerOptions } from '../viewer/embed/options.ts'
import type { Lighting } from '../viewer/lightings.ts'
import { DEFAULT_ENVIRONMENT } from '../viewer/presets.ts'

/** Switches of the look, in the order they are offered. */
export const SWITCHES = ['shadows', 'float', 'fit', 'snap', 'lockVertical'] as const

/** Picture formats, with what they are called. */
export const FORMATS = { 'image/png': 'PNG', 'image/jpeg': 'JPEG', 'image/webp': 'WebP' } as const
export type Format = keyof typeof FORMATS

/** How a model is looked at; `emotion` by morph target, 0 to 1, `clip` by its place in the model. */
export interface Look extends Record<(typeof SWITCHES)[number], boolean> {
  /** A preset's name, or where a panorama lies. */
  environment: string
  /** A panorama from a file of the person's own. */
  ownEnvironment: { name: string; address: string } | null
  lighting: Lighting
  /** Null: none is drawn. */
  occlusion: OcclusionMode | null
  quality: OcclusionQuality
  wireframe: boolean
  skeleton: boolean
  emotion: Readonly<Record<string, number>>
  clip: number | null
  isPlaying: boolean
  /** How fast the clip runs; 1 as it was made. */
  speed: number
  /** Where the clip was moved to, in seconds; null while it runs on from where it is. */
  clipTime: number | null
  capture: { type: Format; quality: number }
}

/** A model as it comes: fitted, in the city, upright. */
export const PLAIN_LOOK: Look = {
  environment: DEFAULT_ENVIRONMENT,
  ownEnvironment: null,
  // The viewer's own default is the specification's; our pages show models as a portrait is lit.
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

/** What the viewer is told to look so. */
export function optionsOf(look: Look): Partial<ViewerOptions> {
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

/** The look for another model: faces and clips are its own. */
export const forNextModel = (look: Look): Look => ({
  ...look,
  emotion: {},
  clip: null,
  clipTime: null,
  isPlaying: true,
})

/** The ending of a picture's name. */
export const endingOf = (type: Format): string => (type === 'image/jpeg' ? 'jpg' : FORMATS[type].toLowerCase())
