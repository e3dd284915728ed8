import { RenderError } from './glb.ts'

/**
 * Maximum pixels tested against triangles in one picture. An avatar takes 30 million. A few thousand full-screen triangles would
 * take minutes.
 */
const MAX_TESTED_PIXELS = 150_000_000

/** Returns a budget that is charged with each triangle's bounding box before it is drawn. Throws RenderError `too_costly`. */
export function createPixelBudget(maxPixels = MAX_TESTED_PIXELS): (columns: number, rows: number) => void {
  let remaining = maxPixels
  return (columns, rows) => {
    remaining -= Math.max(0, columns) * Math.max(0, rows)
    if (remaining < 0)
      throw new RenderError('too_costly', 'The model has too many large overlapping triangles to be rendered.')
  }
}
