import type { Gaze } from '../../machines/rules/gaze.ts'
import type { Speech } from './extras/ear.ts'
import type { CameraMove, ViewerSettings } from './viewer-settings.ts'

/** What a viewer can do beside the specification, each only where it is asked for: its code comes with the first wish. */
const NAMES = [
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
  'sent',
  'variant',
  'paints',
  'hotspots',
  'surface',
  'highlight',
] as const

/** What a page asked of a viewer's handle; it counts until it is taken back. */
export interface Asked {
  gaze?: Gaze | null
  speech?: Speech | null
  /** Where the camera is sent; another object sends it anew. */
  sent?: { move: CameraMove; atOnce: boolean }
  /** The part whose edges are drawn over it. */
  highlight?: { part: number }
}

/** What is asked for beside the specification. */
export type Extras = Pick<ViewerSettings, Exclude<(typeof NAMES)[number], 'speech' | 'sent' | 'highlight'>> &
  Omit<Asked, 'gaze'>

/** What options and handle ask for, the handle first; null for nothing, so that nothing is fetched. */
export function extrasOf(told: Extras, asked: Asked): Extras | null {
  const wanted = { ...told, ...asked }
  const entries = NAMES.flatMap((name) => (wanted[name] && wanted[name] !== 'lit' ? [[name, wanted[name]]] : []))
  return entries.length > 0 ? (Object.fromEntries(entries) as Extras) : null
}
