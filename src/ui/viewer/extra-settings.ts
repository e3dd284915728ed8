import type { Gaze } from '../../machines/viewer/gaze.ts'
import type { Speech } from './extras/speech-analyser.ts'
import type { CameraMove, ViewerSettings } from './viewer-settings.ts'

/** Viewer options beyond the specification. Their code is fetched when the first of them is used. */
const EXTRA_NAMES = [
  'life',
  'gaze',
  'visemes',
  'speech',
  'framing',
  'target',
  'orbit',
  'pan',
  'autoRotate',
  'yawLimits',
  'elevationLimits',
  'zoomLimits',
  'cameraCommand',
  'variant',
  'paints',
  'hotspots',
  'surface',
  'highlight',
] as const

/** Requests made through a viewer's handle. Each request applies until the caller withdraws it. */
export interface HandleRequests {
  gaze?: Gaze | null
  speech?: Speech | null
  /** Camera move. A new object repeats the move. */
  cameraCommand?: { move: CameraMove; isImmediate: boolean }
  highlight?: { part: number }
}

/** Options beyond the specification that are in effect. */
export type ExtraSettings = Pick<
  ViewerSettings,
  Exclude<(typeof EXTRA_NAMES)[number], 'speech' | 'cameraCommand' | 'highlight'>
> &
  Omit<HandleRequests, 'gaze'>

/**
 * Merges options with requests of the handle, which take precedence. Returns null if nothing is set, so that no code is fetched.
 */
export function resolveExtras(options: ExtraSettings, requests: HandleRequests): ExtraSettings | null {
  const merged = { ...options, ...requests }
  const entries = EXTRA_NAMES.flatMap((name) => (merged[name] && merged[name] !== 'lit' ? [[name, merged[name]]] : []))
  return entries.length > 0 ? (Object.fromEntries(entries) as ExtraSettings) : null
}
