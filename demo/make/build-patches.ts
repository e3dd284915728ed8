import { cutMesh, removeBuriedTriangles } from './cut-mesh.ts'
import { createDrapeWeights } from './drape-weights.ts'
import type { Figure } from './figure.ts'
import { type Bounds, polygonise, type TriangleMesh } from './polygonise.ts'
import { alignToRim, type Rim } from './rim.ts'
import { type DistanceField, type Point, surfaceNormal, union } from './signed-distance.ts'
import { simplifyMesh } from './simplify.ts'
import { createInfluenceFunction, rigidInfluence, type SkinInfluence } from './skin-weights.ts'

/** Triangles of one material, ready to be written. `morphs`: position offsets by target name. */
export interface Patch {
  mesh: string
  material: string
  positions: Float32Array
  normals: Float32Array
  colours: Float32Array
  influences: SkinInfluence[]
  indices: Uint32Array
  morphs: ReadonlyMap<string, Float32Array>
}

/** One solid of a garment or figure, with its material, level of detail and joint. */
export interface SolidPart {
  mesh: string
  material: string
  field: DistanceField
  /** Cell size of the grid that samples `field`, in metres. */
  cell: number
  /** Requested number of triangles. Only the fraction {@link KEPT_TRIANGLE_SHARE} of these triangles remains. */
  triangles: number
  /** Ready mesh of the surface, used instead of a polygonised and simplified field. */
  net?: TriangleMesh
  sharpLines?: readonly Rim[]
  /** Regions of the surface in other materials. Where regions overlap, the first one wins. */
  regions?: readonly { material: string; inside: DistanceField }[]
  /** Joint that the part follows. If omitted, the part moves with the flesh around it. */
  joint?: string
  /** Set for cloth on trunk or legs, which moves with the skin under it. */
  isDraped?: boolean
  /** Detail by position: larger values keep more triangles. */
  detail?: DistanceField
  /** Tint by position, as linear factors. */
  tint?: (x: number, y: number, z: number) => Point
  /** Displacement by morph target, in metres. */
  morphs?: ReadonlyMap<string, (x: number, y: number, z: number) => Point>
  /** Keeps the triangles that other parts cover. */
  exposed?: boolean
  /** Fraction of triangles that remains on a dressed figure. Default: {@link WORN_TRIANGLE_SHARE}, or all for the head. */
  worn?: number
}

/** Fraction of the requested triangles that remains. Trades file size for smoothness. */
const KEPT_TRIANGLE_SHARE = 0.46

/** Fraction of the remaining triangles that a dressed figure uses. Heads use all triangles, because they are viewed closely. */
const WORN_TRIANGLE_SHARE = 0.58

/** Occlusion in the vertex colours: `reach` in metres, `depth` 0..1. */
const OCCLUSION = { reach: [0.012, 0.03, 0.07], depth: 0.85 }

/**
 * Surroundings of a piece: `cover` is a solid that hides surfaces deep inside the solid, `cutter` is subtracted, `scene` darkens
 * crevices.
 */
export interface Surroundings {
  cover?: DistanceField | undefined
  cutter?: DistanceField | undefined
  scene?: DistanceField
}

const nets = new WeakMap<SolidPart, Promise<TriangleMesh>>()

/** Builds the patches of a piece from its parts. The mesh of a part is built once and shared by all figures. */
export async function buildPatches(
  figure: Figure,
  parts: readonly SolidPart[],
  { cover, cutter, scene }: Surroundings = {},
): Promise<Patch[]> {
  const all = union(...(scene ? [scene] : parts.map((part) => part.field)))
  const patches: Patch[] = []
  for (const part of parts) {
    const mesh = nets.get(part) ?? buildPartMesh(part, parts)
    nets.set(part, mesh)
    const net = await mesh
    const trimmed = cutter ? cutMesh(net, cutter).outside : net
    const bare = cover && !part.exposed ? removeBuriedTriangles(trimmed, cover, 0.005) : trimmed
    const isExact = part.net || !scene
    const smooth = isExact
      ? bare
      : await simplifyMesh(
          bare,
          part.field,
          Math.round((bare.indices.length / 3) * (part.worn ?? (part.joint === 'Head' ? 1 : WORN_TRIANGLE_SHARE))),
          part.detail,
        )
    const rest = (part.sharpLines ?? []).reduce((whole, rim) => alignToRim(whole, part.field, rim), smooth)
    for (const { material, net: region } of splitRegions(rest, part))
      patches.push(buildPatch(figure, part, material, region, all))
  }
  return patches.filter((patch) => patch.indices.length > 0)
}

/** Returns a part's surface without the triangles inside other parts of the piece. */
async function buildPartMesh(part: SolidPart, parts: readonly SolidPart[]): Promise<TriangleMesh> {
  const others = parts.filter((other) => other !== part).map((other) => other.field)
  const raw = part.net ?? polygonise(part.field, fitBounds(part.field), part.cell)
  const net = part.exposed || others.length === 0 ? raw : removeBuriedTriangles(raw, union(...others), 0.005)
  return part.net ? net : simplifyMesh(net, part.field, Math.round(part.triangles * KEPT_TRIANGLE_SHARE), part.detail)
}

function splitRegions(net: TriangleMesh, part: SolidPart): { material: string; net: TriangleMesh }[] {
  const out: { material: string; net: TriangleMesh }[] = []
  let rest = net
  for (const region of part.regions ?? []) {
    const halves = cutMesh(rest, region.inside, part.field)
    out.push({ material: region.material, net: halves.inside })
    rest = halves.outside
  }
  return [...out, { material: part.material, net: rest }]
}

function buildPatch(figure: Figure, part: SolidPart, material: string, net: TriangleMesh, all: DistanceField): Patch {
  const count = net.positions.length / 3
  const normals = new Float32Array(count * 3)
  const colours = new Float32Array(count * 3)
  const weigh = part.isDraped ? createDrapeWeights(figure) : createInfluenceFunction(figure)
  const still = part.joint === undefined ? undefined : rigidInfluence(figure, part.joint)
  const faces = sumFaceNormals(net)
  const influences: SkinInfluence[] = []
  for (let v = 0; v < count; v++) {
    const [x, y, z] = [net.positions[v * 3]!, net.positions[v * 3 + 1]!, net.positions[v * 3 + 2]!]
    const n = fixInwardNormal(surfaceNormal(part.field, x, y, z), faces.subarray(v * 3, v * 3 + 3))
    normals.set(n, v * 3)
    const open = measureOpenness(all, [x, y, z], n)
    const tint = part.tint?.(x, y, z) ?? [1, 1, 1]
    colours.set(
      tint.map((t) => t * open),
      v * 3,
    )
    influences.push(still ?? weigh(x, y, z))
  }
  return {
    mesh: part.mesh,
    material,
    ...net,
    normals,
    colours,
    influences,
    morphs: computeMorphOffsets(net, part.morphs),
  }
}

/** Returns the area-weighted normals of the triangles around each vertex. */
function sumFaceNormals({ positions, indices }: TriangleMesh): Float64Array {
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
 * Returns the solid's normal, or the triangles' normal if the solid's normal points into the surface. On thin cloth with few
 * triangles, a vertex may lie on the inner side and would shade the outer side wrongly.
 */
function fixInwardNormal(normal: Point, face: Float64Array): Point {
  const [x, y, z] = face as unknown as Point
  const length = Math.hypot(x, y, z)
  const isOut = normal[0] * x + normal[1] * y + normal[2] * z >= 0
  return isOut || length === 0 ? normal : [x / length, y / length, z / length]
}

function computeMorphOffsets(net: TriangleMesh, morphs: SolidPart['morphs']): Map<string, Float32Array> {
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

const SKY_DIRECTIONS = [0, 1, 2, 3, 4].map((i) => [Math.cos(i * 1.2566), Math.sin(i * 1.2566)] as const)

/** Returns the ambient openness of a point around its normal: 1 in the open, lower in crevices. */
export function measureOpenness(all: DistanceField, [x, y, z]: Point, n: Point): number {
  const [ax, ay, az] = Math.abs(n[1]) < 0.9 ? [n[2], 0, -n[0]] : [0, -n[2], n[1]]
  const length = Math.hypot(ax, ay, az) || 1
  const u: Point = [ax / length, ay / length, az / length]
  const w: Point = [n[1] * u[2] - n[2] * u[1], n[2] * u[0] - n[0] * u[2], n[0] * u[1] - n[1] * u[0]]
  let hidden = 0
  for (const reach of OCCLUSION.reach) {
    const ahead = all(x + n[0] * reach, y + n[1] * reach, z + n[2] * reach)
    hidden += (Math.max(0, reach - Math.max(ahead, -reach * 0.2)) / reach) * 2
    for (const [c, s] of SKY_DIRECTIONS) {
      const d = [0, 1, 2].map((k) => n[k]! * 0.6 + (u[k]! * c + w[k]! * s) * 0.8)
      const free = all(x + d[0]! * reach, y + d[1]! * reach, z + d[2]! * reach)
      hidden += Math.max(0, reach * 0.6 - Math.max(free, -reach * 0.2)) / (reach * 0.6)
    }
  }
  const share = hidden / (OCCLUSION.reach.length * 7)
  return Math.max(0.22, 1 - share * OCCLUSION.depth)
}

const MAX_BOUNDS: Bounds = { low: [-0.62, -0.08, -0.5], high: [0.62, 1.85, 0.55] }

const COARSE_STEP_METRES = 0.104

/** Returns the bounding box of a solid. A coarse grid locates the solid, and a grid of `step` metres finds its extent. */
export function fitBounds(field: DistanceField, within: Bounds = MAX_BOUNDS, step = 0.026): Bounds {
  const low = [Infinity, Infinity, Infinity]
  const high = [-Infinity, -Infinity, -Infinity]
  visitLattice(within, COARSE_STEP_METRES, (x, y, z) => {
    if (field(x, y, z) > COARSE_STEP_METRES * 1.6) return
    const near = COARSE_STEP_METRES / 2 - step / 2
    visitLattice(
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
  if (low[0] === Infinity) throw new Error('A part has no solid inside the bounding box.')
  return { low: low as unknown as Point, high: high as unknown as Point }
}

function visitLattice({ low, high }: Bounds, step: number, visit: (x: number, y: number, z: number) => void): void {
  for (let x = low[0]; x <= high[0]; x += step)
    for (let y = low[1]; y <= high[1]; y += step) for (let z = low[2]; z <= high[2]; z += step) visit(x, y, z)
}
