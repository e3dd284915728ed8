/** The sharpest and the coarsest ratio for a display: from half the device's ratio up to 2. Spec §9. */
export function ratioRange(device: number): { least: number; most: number } {
  return { least: Math.min(device / 2, 2), most: Math.min(device, 2) }
}

/** A frame slower than this, in milliseconds, is slow. */
export const SLOW_FRAME = 34

/** The next ratio after slow frames: a fifth coarser, never under the range. */
export const coarser = (ratio: number, device: number): number => Math.max(ratioRange(device).least, ratio * 0.8)
