import { stripMixamoPrefix } from '../../src/machines/viewer/animation-tracks.ts'
import { writeGlb } from '../render/glb.ts'
import { readBody } from './body.ts'
import { checkCage, toCage } from './cage.ts'
import { readModelMorphTargets } from './morph-targets.ts'
import { type FollowedJoints, moveWithBones } from './move-with-bones.ts'
import { findNeighbours, smoothVectors } from './neighbours.ts'
import { openGlb, withMorphErrors } from './open-glb.ts'
import { type RestModel, readRestModel } from './rest-model.ts'
import { createSkinSurface, type SkinSurface } from './skin-surface.ts'
import type { Mesh } from './weld.ts'
import { writeMorphedModel } from './write-morphed-model.ts'

export interface CarryInput {
  template: Uint8Array
  fromBody: Uint8Array
  toBody: Uint8Array
}

/** Result of a cage transfer. `distanceError` is the change of the vertices' distances from the body, in metres. */
export interface CarryReport {
  vertices: number
  triangles: number
  topology: string
  distanceError: { mean: number; most: number }
}

const ROUNDS = 12
const STEP_SHARE = 0.7
/**
 * Distances from the skin, in metres. Vertices up to the first retain their distance. Vertices beyond the second only move with
 * the bones.
 */
const FREE_DISTANCES = [0.05, 0.1] as const
const PASSES = 2

/**
 * Transfers a cage from one body to another. Vertices first move with nearby bones, and then to their original distance from the
 * skin. The triangles stay the same, so both cages have the same topology. Throws MorphError.
 */
export async function carryCage(input: CarryInput): Promise<{ glb: Uint8Array; report: CarryReport }> {
  const model = await withMorphErrors(async () => readRestModel(await openGlb(input.template)))
  const [from, to] = [await readBody(input.fromBody), await readBody(input.toBody)]
  checkCage(toCage(model.whole))
  const followedJoints = readFollowedJoints(model)
  const moved = moveWithBones(model.whole.positions, from, to, followedJoints)
  const distanceError = preserveDistance(model.whole, moved, from.mesh, to.mesh)
  const cage = toCage({ positions: moved, triangles: model.whole.triangles })
  checkCage(cage)
  const shape = { positions: moved, rotations: identityRotations(moved.length / 3), shift: () => {} }
  const worlds = new Map([...model.rest].map(([index, { world }]) => [index, world]))
  const glb = writeGlb(
    writeMorphedModel(model, await withMorphErrors(() => readModelMorphTargets(model)), shape, {
      worlds,
      skins: model.skins,
      unknown: [],
    }),
  )
  const { topology, triangles, positions } = cage
  return { glb, report: { vertices: positions.length / 3, triangles: triangles.length / 3, topology, distanceError } }
}

/**
 * Moves the vertices, in `points`, until they are as far from the target body as they were from the source body. Vertices inside
 * the body only follow their neighbours.
 */
function preserveDistance(mesh: Mesh, points: Float64Array, from: Mesh, to: Mesh): CarryReport['distanceError'] {
  const count = points.length / 3
  const [before, after] = [createSkinSurface(from), createSkinSurface(to)]
  const neighbours = findNeighbours(count, mesh.triangles)
  const targetDistances = Float64Array.from({ length: count }, (_, v) => distanceAt(before, mesh.positions, v))
  for (let round = 0; round < ROUNDS; round++) {
    const shifts = new Float64Array(points.length)
    for (let v = 0; v < count; v++) {
      if (targetDistances[v]! < 0) continue
      const nearest = after.distanceAt(points[v * 3]!, points[v * 3 + 1]!, points[v * 3 + 2]!)!
      const by = (targetDistances[v]! - nearest.distance) * STEP_SHARE * distanceWeight(targetDistances[v]!)
      shifts.set([nearest.x * by, nearest.y * by, nearest.z * by], v * 3)
    }
    const smoothed = smoothVectors(shifts, neighbours, PASSES)
    for (let i = 0; i < points.length; i++) points[i] = points[i]! + smoothed[i]!
  }
  const errors = [...targetDistances].flatMap((d, v) =>
    d < 0 || d > FREE_DISTANCES[0] ? [] : [Math.abs(distanceAt(after, points, v) - d)],
  )
  const mean = errors.reduce((sum, error) => sum + error, 0) / Math.max(1, errors.length)
  return { mean, most: Math.max(0, ...errors) }
}

/** Returns the weight of a vertex by its distance from the skin: 1 near the skin, 0 for free-hanging cloth. */
function distanceWeight(distance: number): number {
  const share = Math.min(1, Math.max(0, (FREE_DISTANCES[1] - distance) / (FREE_DISTANCES[1] - FREE_DISTANCES[0])))
  return share * share * (3 - 2 * share)
}

const distanceAt = (surface: SkinSurface, p: Float64Array, v: number) =>
  surface.distanceAt(p[v * 3]!, p[v * 3 + 1]!, p[v * 3 + 2]!)!.distance

/**
 * Returns the joints in the template's `extras.follows`: a list of names, or an object from name to the body's radius around that
 * bone. With radii, trunk vertices follow the trunk even if an arm bone is closer.
 */
function readFollowedJoints({ glb }: RestModel): FollowedJoints | undefined {
  const follows = (glb.json.asset as { extras?: { follows?: unknown } }).extras?.follows
  if (typeof follows !== 'object' || follows === null) return undefined
  const all: [unknown, unknown][] = Array.isArray(follows) ? follows.map((name) => [name, 0]) : Object.entries(follows)
  return new Map(
    all.flatMap(([name, radius]) =>
      typeof name === 'string' ? [[stripMixamoPrefix(name), isLength(radius) ? radius : 0]] : [],
    ),
  )
}

const isLength = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value > 0

/** Returns identity rotations, because the normals of a cage are not used. */
const identityRotations = (count: number) =>
  Float64Array.from({ length: count * 9 }, (_, i) => (i % 9 === 0 || i % 9 === 4 || i % 9 === 8 ? 1 : 0))
