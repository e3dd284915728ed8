import { type Mesh, weldVertices } from '../../server/morph/weld.ts'
import { readAccessor } from '../../server/render/accessor.ts'
import { readGlb } from '../../server/render/glb.ts'
import { type Pose, readScene } from '../../server/render/scene.ts'
import { createDistanceQuery, measureSignedDistances } from './signed-distance.ts'
import { measureVisibility, splitIntoPatches } from './skin-visibility.ts'

/** Comparison of a garment fitted to a new body with the same garment modelled for that body. Lengths are in millimetres. */
export interface MorphQuality {
  vertices: number
  /**
   * Number of vertices outside the old body that are over 0.5 mm inside the new body, for the unchanged and the fitted garment.
   */
  insideUnmorphed: number
  inside: number
  flippedTriangles: number
  /** Share of edges shorter than half or longer than twice their previous length. */
  stretchedShare: number
  /** Mean distance to the modelled garment in both directions, of the unchanged and the fitted garment. */
  unmorphedDistanceMm: number
  morphedDistanceMm: number
  /** 95th percentile of the distances from the fitted garment to the modelled garment. */
  p95DistanceMm: number
  /** Relative difference of the enclosed volume to the modelled garment: 0.08 is 8 %. */
  volume: number
}

/** Reads the triangles of a model at rest or in a pose, with vertices welded by position. */
export async function readWeldedMesh(
  glb: Uint8Array,
  pose?: Pose,
): Promise<Mesh & { points: Float64Array; weldedVertexOf: Uint32Array }> {
  const surfaces = await readScene(readGlb(glb), pose)
  const points: number[] = []
  const triangles: number[] = []
  for (const { positions, indices } of surfaces) {
    const first = points.length / 3
    for (const value of positions) points.push(value)
    for (const corner of indices) triangles.push(corner + first)
  }
  const all = Float64Array.from(points)
  return { ...weldVertices(all, triangles), points: all }
}

/**
 * Returns how much of the skin that a garment hides at rest is visible in a pose. Hidden skin has no free line of sight. The
 * result is the area-weighted mean share of free lines of sight, from 0 to 1.
 */
export async function measureSkinExposure(garment: Uint8Array, body: Uint8Array, pose: Pose): Promise<number> {
  const [restMesh, posedMesh] = [await readWeldedMesh(body), await readWeldedMesh(body, pose)]
  if (restMesh.triangles.length !== posedMesh.triangles.length)
    throw new Error('The pose welds vertices that are separate at rest.')
  const patches = splitIntoPatches(restMesh)
  const visibilityAtRest = measureVisibility(patches, restMesh, await readWeldedMesh(garment))
  const hidden = patches.filter((_, i) => visibilityAtRest[i] === 0)
  const visibilityInPose = measureVisibility(hidden, posedMesh, await readWeldedMesh(garment, pose))
  const exposedArea = hidden.reduce((sum, { area }, i) => sum + area * visibilityInPose[i]!, 0)
  return exposedArea / hidden.reduce((sum, { area }) => sum + area, 0)
}

/** Returns the 99th percentile of the vertex distances between two shapes of a model, in millimetres. */
export async function measureShapeDifference(one: Uint8Array, other: Uint8Array): Promise<number> {
  const [a, b] = [(await readWeldedMesh(one)).points, (await readWeldedMesh(other)).points]
  const distances = Array.from({ length: a.length / 3 }, (_, v) =>
    Math.hypot(...[0, 1, 2].map((k) => a[v * 3 + k]! - b[v * 3 + k]!)),
  )
  return distances.sort((x, y) => x - y)[Math.floor(distances.length * 0.99)]! * 1000
}

/** Measures the quality of a garment that was fitted to a new body. The garments are GLBs. */
export async function measureMorphQuality(garment: {
  before: Uint8Array
  after: Uint8Array
  truth: Uint8Array
  from: Mesh
  to: Mesh
}): Promise<MorphQuality> {
  const [before, after, truth] = await Promise.all(
    [garment.before, garment.after, garment.truth].map((glb) => readWeldedMesh(glb)),
  )
  const oldDistances = measureSignedDistances(before!.points, garment.from)
  const count = (points: Float64Array) =>
    measureSignedDistances(points, garment.to).filter((d, v) => oldDistances[v]! >= 0 && d < -0.0005).length
  const mm = (values: number[]) => values.map((value) => value * 1000)
  const distances = (from: Mesh, to: Mesh) => {
    const [distanceToTarget, distanceToSource] = [createDistanceQuery(to), createDistanceQuery(from)]
    const measureDistances = (mesh: Mesh, queryDistance: ReturnType<typeof createDistanceQuery>) =>
      Array.from({ length: mesh.positions.length / 3 }, (_, v) =>
        queryDistance(mesh.positions[v * 3]!, mesh.positions[v * 3 + 1]!, mesh.positions[v * 3 + 2]!),
      )
    return { out: mm(measureDistances(from, distanceToTarget)), back: mm(measureDistances(to, distanceToSource)) }
  }
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const meanDistance = ({ out, back: distanceToSource }: ReturnType<typeof distances>) =>
    (mean(out) + mean(distanceToSource)) / 2
  const fitted = distances(after!, truth!)
  return {
    vertices: before!.points.length / 3,
    insideUnmorphed: count(before!.points),
    inside: count(after!.points),
    flippedTriangles: countFlippedTriangles(before!, after!),
    stretchedShare: measureStretchedShare(before!, after!),
    unmorphedDistanceMm: meanDistance(distances(before!, truth!)),
    morphedDistanceMm: meanDistance(fitted),
    p95DistanceMm: [...fitted.out].sort((a, b) => a - b)[Math.floor(fitted.out.length * 0.95)]!,
    volume: measureEnclosedVolume(after!) / measureEnclosedVolume(truth!) - 1,
  }
}

/** Returns the volume inside the triangles. Measures from the centre of the triangles, so that small holes matter little. */
function measureEnclosedVolume({ positions: p, triangles }: Mesh): number {
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

const computeEdge = (p: Float64Array, from: number, to: number) =>
  [0, 1, 2].map((k) => p[to * 3 + k]! - p[from * 3 + k]!) as [number, number, number]

function computeNormal(p: Float64Array, [a, b, c]: readonly [number, number, number]): number[] {
  const [u, v] = [computeEdge(p, a, b), computeEdge(p, a, c)]
  return [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
}

/** Minimum height of a triangle, in metres. Rounding in files flips thinner triangles arbitrarily. */
const THIN_TRIANGLE_METRES = 0.0001

/** Counts the triangles, except thin triangles, whose normal turned by more than a right angle. Points correspond by index. */
export function countFlippedTriangles(
  before: { points: Float64Array; triangles: Uint32Array; weldedVertexOf: Uint32Array; positions: Float64Array },
  after: { points: Float64Array; weldedVertexOf: Uint32Array },
): number {
  const vertexOf = new Uint32Array(before.positions.length / 3)
  for (const [point, vertex] of before.weldedVertexOf.entries()) vertexOf[vertex] = point
  let count = 0
  for (let t = 0; t < before.triangles.length; t += 3) {
    const corners = [0, 1, 2].map((k) => vertexOf[before.triangles[t + k]!]!) as [number, number, number]
    const [oldNormal, newNormal] = [computeNormal(before.points, corners), computeNormal(after.points, corners)]
    if (oldNormal[0]! * newNormal[0]! + oldNormal[1]! * newNormal[1]! + oldNormal[2]! * newNormal[2]! >= 0) continue
    const longest = Math.max(
      ...[0, 1, 2].map((k) => Math.hypot(...computeEdge(before.points, corners[k]!, corners[(k + 1) % 3]!))),
    )
    if (Math.hypot(...oldNormal) / longest >= THIN_TRIANGLE_METRES) count++
  }
  return count
}

function measureStretchedShare(
  before: { points: Float64Array; triangles: Uint32Array; weldedVertexOf: Uint32Array; positions: Float64Array },
  after: { points: Float64Array },
): number {
  const vertexOf = new Uint32Array(before.positions.length / 3)
  for (const [point, vertex] of before.weldedVertexOf.entries()) vertexOf[vertex] = point
  let [count, all] = [0, 0]
  for (let t = 0; t < before.triangles.length; t++) {
    const [a, b] = [before.triangles[t]!, before.triangles[t % 3 === 2 ? t - 2 : t + 1]!].map((v) => vertexOf[v]!)
    const ratio = Math.hypot(...computeEdge(after.points, a!, b!)) / Math.hypot(...computeEdge(before.points, a!, b!))
    if (!(ratio >= 0.5 && ratio <= 2)) count++
    all++
  }
  return count / all
}

export const readMorphTargets = (glb: Uint8Array) => {
  const file = readGlb(glb)
  return (file.json.meshes ?? []).flatMap((mesh) =>
    mesh.primitives.flatMap(({ targets = [] }) => targets.map((target) => readAccessor(file, target.POSITION!))),
  )
}
