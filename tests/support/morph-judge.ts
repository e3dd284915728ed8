import { type Mesh, weld } from '../../server/morph/weld.ts'
import { readAccessor } from '../../server/render/accessor.ts'
import { readGlb } from '../../server/render/glb.ts'
import { type Pose, readScene } from '../../server/render/scene.ts'
import { depths, nearestOn } from './mesh-sides.ts'
import { patchesOf, waysOut } from './skin-shown.ts'

/** What is found of a garment on a new body, against the same garment made for that body. Lengths are millimetres. */
export interface Verdict {
  vertices: number
  /** Outside their body before, and now inside the new one by more than 0.5 mm: as it is, and fitted. */
  insideAsIs: number
  inside: number
  /** Triangles that face the other way than before. */
  turnedOver: number
  /** Share of edges that are shorter than half or longer than twice what they were. */
  stretched: number
  /** Mean distance to the tailor-made one, both ways: as it is, and fitted; and what 95 % are below. */
  asIs: number
  fitted: number
  most: number
  /** How much more cloth it encloses than the tailor-made one: 0.08 is 8 of a hundred. */
  volume: number
}

/** A model's triangles at rest or in a pose, joined by place. */
export async function restMesh(
  glb: Uint8Array,
  pose?: Pose,
): Promise<Mesh & { points: Float64Array; vertexOf: Uint32Array }> {
  const surfaces = await readScene(readGlb(glb), pose)
  const points: number[] = []
  const triangles: number[] = []
  for (const { positions, indices } of surfaces) {
    const first = points.length / 3
    for (const value of positions) points.push(value)
    for (const corner of indices) triangles.push(corner + first)
  }
  const all = Float64Array.from(points)
  return { ...weld(all, triangles), points: all }
}

/**
 * How much of the skin that a garment hides at rest (no way leads from there to where one looks from) is shown in a pose: the
 * mean, by area, of the share of ways that do then. 1 is bare.
 */
export async function showing(garment: Uint8Array, body: Uint8Array, pose: Pose): Promise<number> {
  const [rest, posed] = [await restMesh(body), await restMesh(body, pose)]
  if (rest.triangles.length !== posed.triangles.length)
    throw new Error('The pose brings vertices together that are apart at rest.')
  const patches = patchesOf(rest)
  const now = waysOut(patches, rest, await restMesh(garment))
  const hidden = patches.filter((_, i) => now[i] === 0)
  const then = waysOut(hidden, posed, await restMesh(garment, pose))
  const shown = hidden.reduce((sum, { area }, i) => sum + area * then[i]!, 0)
  return shown / hidden.reduce((sum, { area }) => sum + area, 0)
}

/** What 99 % of the vertices of two shapes of a model are nearer to each other than, millimetres. */
export async function apart(one: Uint8Array, other: Uint8Array): Promise<number> {
  const [a, b] = [(await restMesh(one)).points, (await restMesh(other)).points]
  const far = Array.from({ length: a.length / 3 }, (_, v) =>
    Math.hypot(...[0, 1, 2].map((k) => a[v * 3 + k]! - b[v * 3 + k]!)),
  )
  return far.sort((x, y) => x - y)[Math.floor(far.length * 0.99)]! * 1000
}

/** Judges a garment fitted to a new body. All are GLBs but the bodies. */
export async function judge(garment: {
  before: Uint8Array
  after: Uint8Array
  truth: Uint8Array
  from: Mesh
  to: Mesh
}): Promise<Verdict> {
  const [before, after, truth] = await Promise.all(
    [garment.before, garment.after, garment.truth].map((glb) => restMesh(glb)),
  )
  const then = depths(before!.points, garment.from)
  const count = (points: Float64Array) =>
    depths(points, garment.to).filter((d, v) => then[v]! >= 0 && d < -0.0005).length
  const mm = (values: number[]) => values.map((value) => value * 1000)
  const distances = (from: Mesh, to: Mesh) => {
    const [there, back] = [nearestOn(to), nearestOn(from)]
    const of = (mesh: Mesh, near: ReturnType<typeof nearestOn>) =>
      Array.from({ length: mesh.positions.length / 3 }, (_, v) =>
        near(mesh.positions[v * 3]!, mesh.positions[v * 3 + 1]!, mesh.positions[v * 3 + 2]!),
      )
    return { out: mm(of(from, there)), back: mm(of(to, back)) }
  }
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const both = ({ out, back }: ReturnType<typeof distances>) => (mean(out) + mean(back)) / 2
  const fitted = distances(after!, truth!)
  return {
    vertices: before!.points.length / 3,
    insideAsIs: count(before!.points),
    inside: count(after!.points),
    turnedOver: turnedOver(before!, after!),
    stretched: stretched(before!, after!),
    asIs: both(distances(before!, truth!)),
    fitted: both(fitted),
    most: [...fitted.out].sort((a, b) => a - b)[Math.floor(fitted.out.length * 0.95)]!,
    volume: volumeOf(after!) / volumeOf(truth!) - 1,
  }
}

/** What triangles enclose, seen from the middle of them, so that a small hole matters little. */
function volumeOf({ positions: p, triangles }: Mesh): number {
  const count = p.length / 3
  const middle = [0, 1, 2].map((k) => p.reduce((sum, value, i) => sum + (i % 3 === k ? value : 0), 0) / count)
  const corner = (v: number) => middle.map((value, k) => p[v * 3 + k]! - value) as [number, number, number]
  let sum = 0
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [corner(triangles[t]!), corner(triangles[t + 1]!), corner(triangles[t + 2]!)]
    sum += a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0])
  }
  return sum / 6
}

const part = (p: Float64Array, from: number, to: number) =>
  [0, 1, 2].map((k) => p[to * 3 + k]! - p[from * 3 + k]!) as [number, number, number]

function normal(p: Float64Array, [a, b, c]: readonly [number, number, number]): number[] {
  const [u, v] = [part(p, a, b), part(p, a, c)]
  return [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
}

/** Thinner than this, metres, a triangle is a line: files round their numbers to as much, which turns such a one as it likes. */
const THIN = 0.0001

/** Triangles (by the points of the file, as both have the same) whose normal turned by more than a right angle. */
export function turnedOver(
  before: { points: Float64Array; triangles: Uint32Array; vertexOf: Uint32Array; positions: Float64Array },
  after: { points: Float64Array; vertexOf: Uint32Array },
): number {
  const placeOf = new Uint32Array(before.positions.length / 3)
  for (const [point, vertex] of before.vertexOf.entries()) placeOf[vertex] = point
  let count = 0
  for (let t = 0; t < before.triangles.length; t += 3) {
    const corners = [0, 1, 2].map((k) => placeOf[before.triangles[t + k]!]!) as [number, number, number]
    const [then, now] = [normal(before.points, corners), normal(after.points, corners)]
    if (then[0]! * now[0]! + then[1]! * now[1]! + then[2]! * now[2]! >= 0) continue
    const longest = Math.max(
      ...[0, 1, 2].map((k) => Math.hypot(...part(before.points, corners[k]!, corners[(k + 1) % 3]!))),
    )
    if (Math.hypot(...then) / longest >= THIN) count++
  }
  return count
}

function stretched(
  before: { points: Float64Array; triangles: Uint32Array; vertexOf: Uint32Array; positions: Float64Array },
  after: { points: Float64Array },
): number {
  const placeOf = new Uint32Array(before.positions.length / 3)
  for (const [point, vertex] of before.vertexOf.entries()) placeOf[vertex] = point
  let [count, all] = [0, 0]
  for (let t = 0; t < before.triangles.length; t++) {
    const [a, b] = [before.triangles[t]!, before.triangles[t % 3 === 2 ? t - 2 : t + 1]!].map((v) => placeOf[v]!)
    const ratio = Math.hypot(...part(after.points, a!, b!)) / Math.hypot(...part(before.points, a!, b!))
    if (!(ratio >= 0.5 && ratio <= 2)) count++
    all++
  }
  return count / all
}

/** Shape keys' largest move, for tests of what carries them. */
export const targetsOf = (glb: Uint8Array) => {
  const file = readGlb(glb)
  return (file.json.meshes ?? []).flatMap((mesh) =>
    mesh.primitives.flatMap(({ targets = [] }) => targets.map((target) => readAccessor(file, target.POSITION!))),
  )
}
