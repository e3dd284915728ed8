import { RenderError } from './glb.ts'

/**
 * The most pixels that triangles may be tried against in one picture. A picture of an avatar takes thirty million; a few
 * thousand triangles, each as large as the picture, would take minutes.
 */
const MOST_TRIES = 150_000_000

/** Counts the pixels of each triangle's frame before it is drawn. Throws RenderError `too_costly`. */
export function createEffort(most = MOST_TRIES): (columns: number, rows: number) => void {
  let left = most
  return (columns, rows) => {
    left -= Math.max(0, columns) * Math.max(0, rows)
    if (left < 0)
      throw new RenderError('too_costly', 'The model lays too many large triangles over one another to be drawn.')
  }
}
