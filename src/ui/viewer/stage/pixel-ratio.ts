/** Returns the range of pixel ratios for a display: from half the device's ratio up to 2 (Spec §9). */
export function pixelRatioRangeFor(device: number): { min: number; max: number } {
  return { min: Math.min(device / 2, 2), max: Math.min(device, 2) }
}

/** Maximum delay before the full ratio is restored, in milliseconds. In a hidden tab, frames can take minutes. */
const MAX_REST_MS = 2_000

export const SLOW_FRAME_MS = 34

/**
 * Returns the next lower ratio after slow frames of `frameMs` milliseconds. Frame time grows with the number of pixels. One step
 * lowers the ratio by a fifth to a half, but not below the range.
 */
export function reducePixelRatio(ratio: number, device: number, frameMs: number): number {
  const factor = Math.min(0.8, Math.max(0.5, Math.sqrt(SLOW_FRAME_MS / frameMs)))
  return Math.max(pixelRatioRangeFor(device).min, ratio * factor)
}

/**
 * Returns the delay in milliseconds, after a frame that took `frameMs`, until the scene counts as still. A resize waits for all
 * pending drawing, so a resize between two slow frames of one movement would waste time.
 */
export const stillDelayMsAfter = (frameMs: number): number => Math.min(MAX_REST_MS, Math.max(250, 3 * frameMs))

/** Calls `onChange` when the display's pixel ratio changes, as with page zoom or on another screen. */
export function watchPixelRatio(onChange: () => void): { stop: () => void } {
  let query: MediaQueryList
  const watchCurrent = () => {
    query = matchMedia(`(resolution: ${devicePixelRatio}dppx)`)
    query.addEventListener('change', onRatioChange)
  }
  const onRatioChange = () => {
    // A media query matches one ratio only.
    query.removeEventListener('change', onRatioChange)
    watchCurrent()
    onChange()
  }
  watchCurrent()
  return { stop: () => query.removeEventListener('change', onRatioChange) }
}
