import type { ViewerOptions } from '../viewer/embed/options.ts'
import type { Given } from './playground.ts'

/** How two models are compared: what stands beside the first, and how. */
export interface Comparing {
  other: Given | null
  layout: 'side' | 'wipe'
  /** Where the line between them is, from 0 to 1. */
  wipe: number
}

export const LAYOUTS = ['side', 'wipe'] as const

/** Nothing to compare with yet. */
export const NOT_COMPARING: Comparing = { other: null, layout: 'side', wipe: 0.5 }

/** How far a key moves the line. */
const STEP = 0.02

/** Where a key moves the line to; null where it means nothing. */
export function wipeByKey(key: string, wipe: number): number | null {
  const to = {
    ArrowLeft: wipe - STEP,
    ArrowDown: wipe - STEP,
    ArrowRight: wipe + STEP,
    ArrowUp: wipe + STEP,
    PageUp: wipe + 5 * STEP,
    PageDown: wipe - 5 * STEP,
    Home: 0,
    End: 1,
  }[key]
  return to === undefined ? null : heldWipe(to)
}

/** Within the stage. */
export const heldWipe = (wipe: number): number => Math.min(1, Math.max(0, wipe))

/** What two models are told alike: nothing that only one of them has, and no camera that the other would not follow. */
export function comparable(options: Partial<ViewerOptions>): Partial<ViewerOptions> {
  const { spawnEffect: _effect, spawnAnimation: _animation, variant: _variant, paints: _paints, ...rest } = options
  const { autoRotate: _rate, orbit: _orbit, pan: _pan, hotspots: _hotspots, ...alike } = rest
  return alike
}
