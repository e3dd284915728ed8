import { RenderError } from './glb.ts'

/** Maximum number of pixel tests against triangles in one picture. An avatar takes 30 million. */
const MAX_TESTED_PIXELS = 150_000_000

/** Returns a function that counts each triangle's bounding box before it is drawn. Throws RenderError `too_costly`. */
export function createPixelBudget(maxPixels = MAX_TESTED_PIXELS): (columns: number, rows: number) => void {
  let remaining = maxPixels
  return (columns, rows) => {
    remaining -= Math.max(0, columns) * Math.max(0, rows)
    if (remaining < 0)
      throw new RenderError('too_costly', 'The model has too many large overlapping triangles to be rendered.')
  }
}
