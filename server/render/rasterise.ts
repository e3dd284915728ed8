import { type Camera, project } from './camera.ts'
import { createEffort } from './effort.ts'
import type { Material } from './material.ts'
import type { Surface } from './scene.ts'

/** What the camera meets at each sample: depth in metres (Infinity: nothing), world normal, linear colour, material. */
export interface Samples {
  size: number
  depth: Float32Array
  normal: Float32Array
  colour: Float32Array
  material: Uint16Array
  materials: Material[]
}

/**
 * Draws surfaces into a square of `size` samples with a depth buffer; nothing below `above` (metres) is drawn. Throws
 * RenderError `too_costly`.
 */
export function rasterise(surfaces: readonly Surface[], camera: Camera, size: number, above: number): Samples {
  const samples: Samples = {
    size,
    depth: new Float32Array(size * size).fill(Infinity),
    normal: new Float32Array(size * size * 3),
    colour: new Float32Array(size * size * 3),
    material: new Uint16Array(size * size),
    materials: surfaces.map((surface) => surface.material),
  }
  const spend = createEffort()
  // Everything is counted before anything is drawn, so that what costs too much costs little.
  for (const surface of surfaces) eachTriangle(surface, camera, size, (_, { columns, rows }) => spend(columns, rows))
  for (const [index, surface] of surfaces.entries()) {
    const pixel = pixelWriter(samples, surface, index, above)
    eachTriangle(surface, camera, size, (screen, frame) => drawTriangle(size, screen, frame, pixel))
  }
  return samples
}

function projected({ positions: p }: Surface, camera: Camera): Float64Array {
  const screen = new Float64Array(p.length)
  for (let v = 0; v < p.length; v += 3) screen.set(project(camera, p[v]!, p[v + 1]!, p[v + 2]!), v)
  return screen
}

/** The corners of a triangle that is seen, whether from its front, and the pixels around it. */
interface Frame {
  corners: readonly [number, number, number]
  area: number
  x0: number
  y0: number
  columns: number
  rows: number
}

/** Every triangle of a surface that faces the camera or has two sides, with where its corners stand in the picture. */
function eachTriangle(
  surface: Surface,
  camera: Camera,
  size: number,
  visit: (screen: Float64Array, frame: Frame) => void,
): void {
  const { indices, material } = surface
  const s = projected(surface, camera)
  for (let t = 0; t < indices.length; t += 3) {
    const corners = [indices[t]!, indices[t + 1]!, indices[t + 2]!] as const
    const [ax, ay] = [s[corners[0] * 3]!, s[corners[0] * 3 + 1]!]
    const [bx, by] = [s[corners[1] * 3]!, s[corners[1] * 3 + 1]!]
    const [cx, cy] = [s[corners[2] * 3]!, s[corners[2] * 3 + 1]!]
    const area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
    if (area === 0 || (area > 0 && !material.doubleSided)) continue
    const x0 = Math.max(0, Math.floor(Math.min(ax, bx, cx)))
    const y0 = Math.max(0, Math.floor(Math.min(ay, by, cy)))
    const columns = Math.min(size - 1, Math.ceil(Math.max(ax, bx, cx))) - x0 + 1
    const rows = Math.min(size - 1, Math.ceil(Math.max(ay, by, cy))) - y0 + 1
    visit(s, { corners, area, x0, y0, columns, rows })
  }
}

type Pixel = (
  at: number,
  x: number,
  y: number,
  depth: number,
  corners: readonly number[],
  shares: readonly number[],
  front: boolean,
) => void

function drawTriangle(size: number, screen: Float64Array, frame: Frame, pixel: Pixel): void {
  const { corners, area, x0, y0, columns, rows } = frame
  const [ia, ib, ic] = corners
  const [ax, ay, az] = [screen[ia * 3]!, screen[ia * 3 + 1]!, screen[ia * 3 + 2]!]
  const [bx, by, bz] = [screen[ib * 3]!, screen[ib * 3 + 1]!, screen[ib * 3 + 2]!]
  const [cx, cy, cz] = [screen[ic * 3]!, screen[ic * 3 + 1]!, screen[ic * 3 + 2]!]
  const front = area < 0
  const shares = [0, 0, 0]
  for (let y = y0; y < y0 + rows; y++)
    for (let x = x0; x < x0 + columns; x++) {
      const [sx, sy] = [x + 0.5, y + 0.5]
      const wa = ((bx - sx) * (cy - sy) - (by - sy) * (cx - sx)) / area
      const wb = ((cx - sx) * (ay - sy) - (cy - sy) * (ax - sx)) / area
      const wc = 1 - wa - wb
      if (wa < 0 || wb < 0 || wc < 0) continue
      const inverse = wa / az + wb / bz + wc / cz
      shares[0] = wa / az / inverse
      shares[1] = wb / bz / inverse
      shares[2] = wc / cz / inverse
      pixel(y * size + x, x, y, 1 / inverse, corners, shares, front)
    }
}

function pixelWriter(samples: Samples, surface: Surface, index: number, above: number): Pixel {
  const { positions, normals, colours, uvs, material } = surface
  const blend = (
    values: Float64Array,
    width: number,
    channel: number,
    corners: readonly number[],
    shares: readonly number[],
  ) =>
    values[corners[0]! * width + channel]! * shares[0]! +
    values[corners[1]! * width + channel]! * shares[1]! +
    values[corners[2]! * width + channel]! * shares[2]!
  return (at, x, y, depth, corners, shares, front) => {
    if (depth >= samples.depth[at]!) return
    if (above > -Infinity && blend(positions, 3, 1, corners, shares) < above) return
    let [r, g, b, a] = material.colour
    if (material.texture && uvs) {
      const texel = sample(material, blend(uvs, 2, 0, corners, shares), blend(uvs, 2, 1, corners, shares))
      r *= texel[0]
      g *= texel[1]
      b *= texel[2]
      a *= texel[3]
    }
    if (!material.opaque && a < (material.cutoff >= 0 ? material.cutoff : threshold(x, y))) return
    samples.depth[at] = depth
    samples.material[at] = index
    const flip = front ? 1 : -1
    for (let k = 0; k < 3; k++) samples.normal[at * 3 + k] = blend(normals, 3, k, corners, shares) * flip
    samples.colour[at * 3] = colours ? r * blend(colours, 3, 0, corners, shares) : r
    samples.colour[at * 3 + 1] = colours ? g * blend(colours, 3, 1, corners, shares) : g
    samples.colour[at * 3 + 2] = colours ? b * blend(colours, 3, 2, corners, shares) : b
  }
}

const LINEAR = Float32Array.from({ length: 256 }, (_, i) => {
  const s = i / 255
  return s <= 0.04045 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4
})

function sample(material: Material, u: number, v: number): [number, number, number, number] {
  const texture = material.texture!
  const place = (value: number, length: number) => {
    const wrapped = value - Math.floor(value)
    return Math.min(length - 1, Math.floor(wrapped * length))
  }
  const column = place(u * material.uvScale[0] + material.uvOffset[0], texture.width)
  const row = place(v * material.uvScale[1] + material.uvOffset[1], texture.height)
  const at = (row * texture.width + column) * 4
  const { pixels } = texture
  return [LINEAR[pixels[at]!]!, LINEAR[pixels[at + 1]!]!, LINEAR[pixels[at + 2]!]!, pixels[at + 3]! / 255]
}

/** Glass as a screen door: an even pattern of thresholds, so that averaging samples gives back the alpha. */
const DOOR = [0, 7, 3, 6, 5, 2, 4, 1, 8]

function threshold(x: number, y: number): number {
  return (DOOR[(y % 3) * 3 + (x % 3)]! + 0.5) / 9
}
