import { type Camera, projectPoint } from './camera.ts'
import { createFragmentReader, type FragmentReader } from './fragment.ts'
import type { Material } from './material.ts'
import { createPixelBudget } from './pixel-budget.ts'
import type { Surface } from './scene.ts'

/** Surface with its projected vertices: column, row and depth (metres) of each. */
export interface ProjectedSurface {
  surface: Surface
  screen: Float64Array
  reader: FragmentReader
}

/** Visible surface of each sample: depth in metres (Infinity for none), index of the surface, and triangle. */
export interface VisibilityBuffer {
  size: number
  depth: Float32Array
  surface: Uint32Array
  /** Offset of the triangle's corners in its surface's `indices`. */
  triangle: Uint32Array
}

export const NO_SURFACE = 0xffffffff

/** Projects surfaces for a camera. Throws RenderError `too_costly` before drawing starts. */
export function projectSurfaces(camera: Camera, surfaces: readonly Surface[], size: number): ProjectedSurface[] {
  const projected = surfaces.map((surface) => {
    const screen = projectVertices(surface, camera)
    return { surface, screen, reader: createFragmentReader(surface, screen) }
  })
  const spendPixels = createPixelBudget()
  for (const projection of projected) eachTriangle(projection, size, ({ columns, rows }) => spendPixels(columns, rows))
  return projected
}

/**
 * Rasterises the surfaces whose material passes `isShown` into a square of `size` samples. Skips positions below `above`
 * (metres), and samples behind the samples in `before`.
 */
export function rasterise(
  projected: readonly ProjectedSurface[],
  size: number,
  above: number,
  isShown: (material: Material) => boolean,
  before?: VisibilityBuffer,
): VisibilityBuffer {
  const visible: VisibilityBuffer = {
    size,
    depth: before ? before.depth.slice() : new Float32Array(size * size).fill(Infinity),
    surface: new Uint32Array(size * size).fill(NO_SURFACE),
    triangle: new Uint32Array(size * size),
  }
  for (const [index, projection] of projected.entries())
    if (isShown(projection.surface.material))
      eachTriangle(projection, size, (frame) => drawTriangle(visible, projection, index, frame, above))
  return visible
}

function projectVertices({ positions: p }: Surface, camera: Camera): Float64Array {
  const screen = new Float64Array(p.length)
  for (let v = 0; v < p.length; v += 3) screen.set(projectPoint(camera, p[v]!, p[v + 1]!, p[v + 2]!), v)
  return screen
}

/** Visible triangle, twice its signed area (negative for front faces), and its bounds in samples. */
interface TriangleFrame {
  triangle: number
  area: number
  x0: number
  y0: number
  columns: number
  rows: number
}

function eachTriangle(
  { surface, screen: s }: ProjectedSurface,
  size: number,
  visit: (frame: TriangleFrame) => void,
): void {
  const { indices, material } = surface
  const frame: TriangleFrame = { triangle: 0, area: 0, x0: 0, y0: 0, columns: 0, rows: 0 }
  for (let t = 0; t < indices.length; t += 3) {
    const [a, b, c] = [indices[t]! * 3, indices[t + 1]! * 3, indices[t + 2]! * 3]
    const [ax, ay] = [s[a]!, s[a + 1]!]
    const [bx, by] = [s[b]!, s[b + 1]!]
    const [cx, cy] = [s[c]!, s[c + 1]!]
    frame.area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
    if (frame.area === 0 || (frame.area > 0 && !material.doubleSided)) continue
    frame.triangle = t
    frame.x0 = Math.max(0, Math.floor(Math.min(ax, bx, cx)))
    frame.y0 = Math.max(0, Math.floor(Math.min(ay, by, cy)))
    frame.columns = Math.min(size - 1, Math.ceil(Math.max(ax, bx, cx))) - frame.x0 + 1
    frame.rows = Math.min(size - 1, Math.ceil(Math.max(ay, by, cy))) - frame.y0 + 1
    visit(frame)
  }
}

function drawTriangle(
  visible: VisibilityBuffer,
  projected: ProjectedSurface,
  index: number,
  frame: TriangleFrame,
  above: number,
): void {
  const { size, depth } = visible
  const { surface, screen: s, reader } = projected
  const { indices, material, positions } = surface
  const { triangle, area, x0, y0, columns, rows } = frame
  const [a, b, c] = [indices[triangle]! * 3, indices[triangle + 1]! * 3, indices[triangle + 2]! * 3]
  const [ax, ay, az, bx, by, bz] = [s[a]!, s[a + 1]!, s[a + 2]!, s[b]!, s[b + 1]!, s[b + 2]!]
  const [cx, cy, cz] = [s[c]!, s[c + 1]!, s[c + 2]!]
  for (let y = y0; y < y0 + rows; y++)
    for (let x = x0; x < x0 + columns; x++) {
      const [sx, sy] = [x + 0.5, y + 0.5]
      const wa = ((bx - sx) * (cy - sy) - (by - sy) * (cx - sx)) / area
      const wb = ((cx - sx) * (ay - sy) - (cy - sy) * (ax - sx)) / area
      const wc = 1 - wa - wb
      if (wa < 0 || wb < 0 || wc < 0) continue
      const at = y * size + x
      const inverse = wa / az + wb / bz + wc / cz
      const pixelDepth = 1 / inverse
      if (!(pixelDepth < depth[at]!)) continue
      if (above > -Infinity) {
        const [pa, pb, pc] = [positions[a + 1]!, positions[b + 1]!, positions[c + 1]!]
        if ((pa * wa) / az + (pb * wb) / bz + (pc * wc) / cz < above * inverse) continue
      }
      if (!material.opaque) {
        const alpha = reader.alpha(triangle, sx, sy)
        if (alpha < (material.cutoff >= 0 ? material.cutoff : ditherThreshold(x, y))) continue
      }
      depth[at] = pixelDepth
      visible.surface[at] = index
      visible.triangle[at] = triangle
    }
}

/** Alpha thresholds of the samples of a pixel. They are evenly spaced, so the fraction of opaque samples equals the alpha. */
const DITHER_PATTERN = [0, 7, 3, 6, 5, 2, 4, 1, 8]

function ditherThreshold(x: number, y: number): number {
  return (DITHER_PATTERN[(y % 3) * 3 + (x % 3)]! + 0.5) / 9
}
