/** The sharpest and the coarsest ratio for a display: from half the device's ratio up to 2. Spec §9. */
export function ratioRange(device: number): { least: number; most: number } {
  return { least: Math.min(device / 2, 2), most: Math.min(device, 2) }
}

/** For how long at most, in milliseconds, a slow frame keeps the picture coarse: one that a hidden tab held back took minutes. */
const LONGEST_REST = 2_000

/** A frame slower than this, in milliseconds, is slow. */
export const SLOW_FRAME = 34

/**
 * The next ratio after slow frames of `took` milliseconds: coarser by what would make them quick, since a frame takes
 * about as long as it has pixels, but at least by a fifth, at most by half, and never under the range.
 */
export function coarser(ratio: number, device: number, took: number): number {
  const share = Math.min(0.8, Math.max(0.5, Math.sqrt(SLOW_FRAME / took)))
  return Math.max(ratioRange(device).least, ratio * share)
}

/**
 * How many milliseconds after a frame that took `took` nothing moves any more: to change the size waits for all that is being drawn, and
 * between two slow frames of one movement it would be changed for nothing, and back.
 */
export const restAfter = (took: number): number => Math.min(LONGEST_REST, Math.max(250, 3 * took))

/** Watches the display's pixel ratio, which changes with the page's zoom and from one screen to another. */
export function watchRatio(onChange: () => void): { leave: () => void } {
  let query: MediaQueryList
  const watch = () => {
    query = matchMedia(`(resolution: ${devicePixelRatio}dppx)`)
    query.addEventListener('change', changed)
  }
  const changed = () => {
    // A question asks about one ratio only.
    query.removeEventListener('change', changed)
    watch()
    onChange()
  }
  watch()
  return { leave: () => query.removeEventListener('change', changed) }
}
