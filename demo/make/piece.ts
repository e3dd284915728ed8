import { cut, hide } from './cut.ts'
import { draper } from './drape.ts'
import { type Field, type Point, slope, union } from './field.ts'
import type { Figure } from './figure.ts'
import { type Bounds, type Net, polygonise } from './polygonise.ts'
import { type Rim, rimmed } from './rim.ts'
import { simplify } from './simplify.ts'
import { type Influence, rigid, weigher } from './weights.ts'

/** Triangles of one material, ready to be written; morphs hold position offsets by target name. */
export interface Patch {
  mesh: string
  material: string
  positions: Float32Array
  normals: Float32Array
  colours: Float32Array
  influences: Influence[]
  indices: Uint32Array
  morphs: ReadonlyMap<string, Float32Array>
}

/** A solid of a piece: what it is painted with, how finely it is made and what it hangs on. */
export interface Part {
  mesh: string
  material: string
  field: Field
  /** Size of the cells, metres. */
  cell: number
  /** About how many triangles to keep. */
  triangles: number
  /** Its surface, where that is not to be found in a lattice: it is kept as it is. */
  net?: Net
  /** Lines along which it bends sharply. */
  rims?: readonly Rim[]
  /** Regions of the surface in other materials, in order. */
  regions?: readonly { material: string; inside: Field }[]
  /** A joint's name; without it the part moves with the flesh around it. */
  joint?: string
  /** It is cloth on trunk or legs and moves with the skin under it, not with the flesh around its own place. */
  drapes?: boolean
  /** More detail where this is larger. */
  care?: Field
  /** Tint by place, linear factors. */
  tint?: (x: number, y: number, z: number) => Point
  /** Displacement by morph target, metres. */
  morphs?: ReadonlyMap<string, (x: number, y: number, z: number) => Point>
  /** Not cut away where other parts cover it. */
  exposed?: boolean
  /** The share of its triangles that a dressed figure keeps of it; without it, what is usual. */
  worn?: number
}

/** Share of the triangles that parts ask for which is kept: one place to trade size for smoothness. */
const DETAIL = 0.46

/** The further share that is kept when a piece is only a part of a dressed figure; heads are looked at closely and keep all. */
const WORN = 0.58

/** How dark crevices get in the vertex colours: `reach` in metres, `depth` 0..1. */
const OCCLUSION = { reach: [0.012, 0.03, 0.07], depth: 0.85 }

/** What stands around a piece: `cover` hides what lies deep inside it, `clears` cuts away, `scene` shades crevices. */
export interface Surroundings {
  cover?: Field | undefined
  clears?: Field | undefined
  scene?: Field
}

const nets = new WeakMap<Part, Promise<Net>>()

/** Makes the patches of a piece out of its parts. A part's net is made once, however many figures wear it. */
export async function sculpt(
  figure: Figure,
  parts: readonly Part[],
  { cover, clears, scene }: Surroundings = {},
): Promise<Patch[]> {
  const all = union(...(scene ? [scene] : parts.map((part) => part.field)))
  const patches: Patch[] = []
  for (const part of parts) {
    const made = nets.get(part) ?? netOf(part, parts)
    nets.set(part, made)
    const net = await made
    const trimmed = clears ? cut(net, clears).outside : net
    const bare = cover && !part.exposed ? hide(trimmed, cover, 0.005) : trimmed
    const kept = part.net || !scene
    const smooth = kept
      ? bare
      : await simplify(
          bare,
          part.field,
          Math.round((bare.indices.length / 3) * (part.worn ?? (part.joint === 'Head' ? 1 : WORN))),
          part.care,
        )
    const rest = (part.rims ?? []).reduce((whole, rim) => rimmed(whole, part.field, rim), smooth)
    for (const { material, net: region } of regionsOf(rest, part))
      patches.push(patch(figure, part, material, region, all))
  }
  return patches.filter((made) => made.indices.length > 0)
}

/** A part's surface without what its neighbours bury. */
async function netOf(part: Part, parts: readonly Part[]): Promise<Net> {
  const others = parts.filter((other) => other !== part).map((other) => other.field)
  const raw = part.net ?? polygonise(part.field, tighten(part.field), part.cell)
  const net = part.exposed || others.length === 0 ? raw : hide(raw, union(...others), 0.005)
  return part.net ? net : simplify(net, part.field, Math.round(part.triangles * DETAIL), part.care)
}

function regionsOf(net: Net, part: Part): { material: string; net: Net }[] {
  const out: { material: string; net: Net }[] = []
  let rest = net
  for (const region of part.regions ?? []) {
    const halves = cut(rest, region.inside, part.field)
    out.push({ material: region.material, net: halves.inside })
    rest = halves.outside
  }
  return [...out, { material: part.material, net: rest }]
}

function patch(figure: Figure, part: Part, material: string, net: Net, all: Field): Patch {
  const count = net.positions.length / 3
  const normals = new Float32Array(count * 3)
  const colours = new Float32Array(count * 3)
  const weigh = part.drapes ? draper(figure) : weigher(figure)
  const still = part.joint === undefined ? undefined : rigid(figure, part.joint)
  const faces = facing(net)
  const influences: Influence[] = []
  for (let v = 0; v < count; v++) {
    const [x, y, z] = [net.positions[v * 3]!, net.positions[v * 3 + 1]!, net.positions[v * 3 + 2]!]
    const n = outwards(slope(part.field, x, y, z), faces.subarray(v * 3, v * 3 + 3))
    normals.set(n, v * 3)
    const open = openness(all, [x, y, z], n)
    const tint = part.tint?.(x, y, z) ?? [1, 1, 1]
    colours.set(
      tint.map((t) => t * open),
      v * 3,
    )
    influences.push(still ?? weigh(x, y, z))
  }
  return { mesh: part.mesh, material, ...net, normals, colours, influences, morphs: offsets(net, part.morphs) }
}

/** Where the triangles around each corner face together, the larger the more. */
function facing({ positions, indices }: Net): Float64Array {
  const sums = new Float64Array(positions.length)
  for (let t = 0; t < indices.length; t += 3) {
    const [a, b, c] = [indices[t]! * 3, indices[t + 1]! * 3, indices[t + 2]! * 3]
    const along = (to: number, k: number) => positions[to + k]! - positions[a + k]!
    for (const k of [0, 1, 2]) {
      const [i, j] = [(k + 1) % 3, (k + 2) % 3]
      const face = along(b, i) * along(c, j) - along(b, j) * along(c, i)
      for (const corner of [a, b, c]) sums[corner + k]! += face
    }
  }
  return sums
}

/**
 * A normal as the solid has it, or where that looks into the surface, as its triangles face: of thin cloth with few triangles a corner may lie
 * on the inner side, and would shade the outer.
 */
function outwards(normal: Point, face: Float64Array): Point {
  const [x, y, z] = face as unknown as Point
  const length = Math.hypot(x, y, z)
  const isOut = normal[0] * x + normal[1] * y + normal[2] * z >= 0
  return isOut || length === 0 ? normal : [x / length, y / length, z / length]
}

function offsets(net: Net, morphs: Part['morphs']): Map<string, Float32Array> {
  const out = new Map<string, Float32Array>()
  for (const [name, move] of morphs ?? []) {
    const delta = new Float32Array(net.positions.length)
    for (let at = 0; at < delta.length; at += 3) {
      const d = move(net.positions[at]!, net.positions[at + 1]!, net.positions[at + 2]!)
      if (Math.hypot(...d) > 0.0004) delta.set(d, at)
    }
    out.set(name, delta)
  }
  return out
}

const AROUND = [0, 1, 2, 3, 4].map((i) => [Math.cos(i * 1.2566), Math.sin(i * 1.2566)] as const)

/** How open a point is to the sky around its normal: 1 in the open, towards 0 in crevices. */
export function openness(all: Field, [x, y, z]: Point, n: Point): number {
  const [ax, ay, az] = Math.abs(n[1]) < 0.9 ? [n[2], 0, -n[0]] : [0, -n[2], n[1]]
  const length = Math.hypot(ax, ay, az) || 1
  const u: Point = [ax / length, ay / length, az / length]
  const w: Point = [n[1] * u[2] - n[2] * u[1], n[2] * u[0] - n[0] * u[2], n[0] * u[1] - n[1] * u[0]]
  let hidden = 0
  for (const reach of OCCLUSION.reach) {
    const ahead = all(x + n[0] * reach, y + n[1] * reach, z + n[2] * reach)
    hidden += (Math.max(0, reach - Math.max(ahead, -reach * 0.2)) / reach) * 2
    for (const [c, s] of AROUND) {
      const d = [0, 1, 2].map((k) => n[k]! * 0.6 + (u[k]! * c + w[k]! * s) * 0.8)
      const free = all(x + d[0]! * reach, y + d[1]! * reach, z + d[2]! * reach)
      hidden += Math.max(0, reach * 0.6 - Math.max(free, -reach * 0.2)) / (reach * 0.6)
    }
  }
  const share = hidden / (OCCLUSION.reach.length * 7)
  return Math.max(0.22, 1 - share * OCCLUSION.depth)
}

const EVERYWHERE: Bounds = { low: [-0.62, -0.08, -0.5], high: [0.62, 1.85, 0.55] }

const COARSE = 0.104

/** The smallest box around a solid: a coarse lattice finds where it is, a lattice of `step` metres its sides. */
export function tighten(field: Field, within: Bounds = EVERYWHERE, step = 0.026): Bounds {
  const low = [Infinity, Infinity, Infinity]
  const high = [-Infinity, -Infinity, -Infinity]
  each(within, COARSE, (x, y, z) => {
    if (field(x, y, z) > COARSE * 1.6) return
    const near = COARSE / 2 - step / 2
    each(
      { low: [x - near, y - near, z - near], high: [x + near + 1e-9, y + near + 1e-9, z + near + 1e-9] },
      step,
      (px, py, pz) => {
        if (field(px, py, pz) > step * 1.5) return
        for (const [k, value] of [px, py, pz].entries()) {
          low[k] = Math.min(low[k]!, value - step)
          high[k] = Math.max(high[k]!, value + step)
        }
      },
    )
  })
  if (low[0] === Infinity) throw new Error('A part has no solid inside the workshop.')
  return { low: low as unknown as Point, high: high as unknown as Point }
}

function each({ low, high }: Bounds, step: number, visit: (x: number, y: number, z: number) => void): void {
  for (let x = low[0]; x <= high[0]; x += step)
    for (let y = low[1]; y <= high[1]; y += step) for (let z = low[2]; z <= high[2]; z += step) visit(x, y, z)
}
