import type { ViewerOptions } from '../viewer/embed/options.ts'
import type { FileOrUrl } from './playground-settings.ts'

/** Second model and layout of a comparison. */
export interface ComparisonSettings {
  other: FileOrUrl | null
  layout: 'side' | 'wipe'
  /** Position of the divider, from 0 (left) to 1 (right). */
  wipe: number
}

export const COMPARISON_LAYOUTS = ['side', 'wipe'] as const

export const NO_COMPARISON: ComparisonSettings = { other: null, layout: 'side', wipe: 0.5 }

/** Distance by which an arrow key moves the divider, as a fraction of the width. */
const WIPE_KEY_STEP = 0.02

/** Returns the divider's position after a key press, or null for other keys. */
export function moveWipeByKey(key: string, wipe: number): number | null {
  const nextWipe = {
    ArrowLeft: wipe - WIPE_KEY_STEP,
    ArrowDown: wipe - WIPE_KEY_STEP,
    ArrowRight: wipe + WIPE_KEY_STEP,
    ArrowUp: wipe + WIPE_KEY_STEP,
    PageUp: wipe + 5 * WIPE_KEY_STEP,
    PageDown: wipe - 5 * WIPE_KEY_STEP,
    Home: 0,
    End: 1,
  }[key]
  return nextWipe === undefined ? null : clampWipe(nextWipe)
}

export const clampWipe = (wipe: number): number => Math.min(1, Math.max(0, wipe))

/** Returns the options that apply to both models. Omits options that are specific to one model or move the camera. */
export function pickComparableOptions(options: Partial<ViewerOptions>): Partial<ViewerOptions> {
  const { spawnEffect: _effect, spawnAnimation: _animation, variant: _variant, paints: _paints, ...rest } = options
  const { autoRotate: _rate, orbit: _orbit, pan: _pan, hotspots: _hotspots, ...sharedOptions } = rest
  return sharedOptions
}
