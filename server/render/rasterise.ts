import { type Camera, project } from './camera.ts'
import { createEffort } from './effort.ts'
import { createReader, type Reader } from './fragment.ts'
import type { Material } from './material.ts'
import type { Surface } from './scene.ts'

/** A surface with where its vertices stand in the picture: column, row and depth (metres) each. */
export interface Drawn {
  surface: Surface
  screen: Float64Array
  reader: Reader
}

/** What the camera meets at each sample: depth in metres (Infinity: nothing), and of which surface which triangle. */
export interface Visible {
  size: number
  depth: Float32Array
  surface: Uint32Array
  /** Where the triangle's corners begin among its surface's indices. */
  triangle: Uint32Array
}

/** The `surface` of a sample at which nothing is. */
export const NOTHING = 0xffffffff

/** Surfaces as a camera sees them. Throws RenderError `too_costly` before anything is drawn, so that what costs too much costs little. */
export function drawnBy(camera: Camera, surfaces: readonly Surface[], size: number): Drawn[] {
  const drawn = surfaces.map((surface) => {
    const screen = projected(surface, camera)
    return { surface, screen, reader: createReader(surface, screen) }
  })
  const spend = createEffort()
  for (const it of drawn) eachTriangle(it, size, ({ columns, rows }) => spend(columns, rows))
  return drawn
}

/**
 * Finds what the camera meets of the surfaces whose material `isShown`, in a square of `size` samples; nothing below
 * `above` (metres), and nothing that lies behind `before`.
 */
export function rasterise(
  drawn: readonly Drawn[],
  size: number,
  above: number,
  isShown: (material: Material) => boolean,
  before?: Visible,
): Visible {
  const visible: Visible = {
    size,
    depth: before ? before.depth.slice() : new Float32Array(size * size).fill(Infinity),
    surface: new Uint32Array(size * size).fill(NOTHING),
    triangle: new Uint32Array(size * size),
  }
  for (const [index, it] of drawn.entries())
    if (isShown(it.surface.material)) eachTriangle(it, size, (frame) => drawTriangle(visible, it, index, frame, above))
  return visible
}

function projected({ positions: p }: Surface, camera: Camera): Float64Array {
  const screen = new Float64Array(p.length)
  for (let v = 0; v < p.length; v += 3) screen.set(project(camera, p[v]!, p[v + 1]!, p[v + 2]!), v)
  return screen
}

/** A triangle that is seen, twice its area (below 0 from its front), and the samples around it. */
interface Frame {
  triangle: number
  area: number
  x0: number
  y0: number
  columns: number
  rows: number
}

/** Every triangle of a surface that faces the camera or has two sides. */
function eachTriangle({ surface, screen: s }: Drawn, size: number, visit: (frame: Frame) => void): void {
  const { indices, material } = surface
  const frame: Frame = { triangle: 0, area: 0, x0: 0, y0: 0, columns: 0, rows: 0 }
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

function drawTriangle(visible: Visible, drawn: Drawn, index: number, frame: Frame, above: number): void {
  const { size, depth } = visible
  const { surface, screen: s, reader } = drawn
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
      const here = 1 / inverse
      if (!(here < depth[at]!)) continue
      if (above > -Infinity) {
        const [pa, pb, pc] = [positions[a + 1]!, positions[b + 1]!, positions[c + 1]!]
        if ((pa * wa) / az + (pb * wb) / bz + (pc * wc) / cz < above * inverse) continue
      }
      if (!material.opaque) {
        const alpha = reader.alpha(triangle, sx, sy)
        if (alpha < (material.cutoff >= 0 ? material.cutoff : threshold(x, y))) continue
      }
      depth[at] = here
      visible.surface[at] = index
      visible.triangle[at] = triangle
    }
}

/** Glass as a screen door: an even pattern of thresholds, so that averaging samples gives back the alpha. */
const DOOR = [0, 7, 3, 6, 5, 2, 4, 1, 8]

function threshold(x: number, y: number): number {
  return (DOOR[(y % 3) * 3 + (x % 3)]! + 0.5) / 9
}
