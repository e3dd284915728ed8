import { bareBoneName } from '../../src/machines/rules/animation-tracks.ts'
import { writeGlb } from '../render/glb.ts'
import { readBody } from './body.ts'
import { type Followed, withBones } from './bones.ts'
import { cageOf, checkCage } from './cage.ts'
import { readKeys } from './keys.ts'
import { type Model, modelOf } from './model.ts'
import { neighboursOf, smooth } from './neighbours.ts'
import { openGlb, readable } from './open.ts'
import { store } from './store.ts'
import { type Surface, surfaceOf } from './surface.ts'
import type { Mesh } from './weld.ts'

/** All files are GLB. */
export interface CarryInput {
  template: Uint8Array
  fromBody: Uint8Array
  toBody: Uint8Array
}

/** How well a cage was carried: how far its vertices' distances from the body are off, metres. */
export interface CarryReport {
  vertices: number
  triangles: number
  topology: string
  distanceError: { mean: number; most: number }
}

const ROUNDS = 12
const STEP = 0.7
/** Up to the first distance from the skin, metres, a cage keeps it; from the second on what hangs free keeps its own shape. */
const FREE = [0.05, 0.1] as const
/** Passes over the edges by which each round's shifts are smoothed. */
const PASSES = 2

/**
 * Makes a body's cage from another body's: its vertices move with the bones near them, and then stand as far from the skin
 * as they did. The same triangles come out, so both are of one family. Throws MorphFault.
 */
export async function carryCage(input: CarryInput): Promise<{ glb: Uint8Array; report: CarryReport }> {
  const model = await readable(async () => modelOf(await openGlb(input.template)))
  const [from, to] = [await readBody(input.fromBody), await readBody(input.toBody)]
  checkCage(cageOf(model.whole))
  const follows = followedBones(model)
  const moved = withBones(model.whole.positions, from, to, follows)
  const distanceError = keepDistance(model.whole, moved, from.mesh, to.mesh)
  const cage = cageOf({ positions: moved, triangles: model.whole.triangles })
  checkCage(cage)
  const shape = { positions: moved, turns: identities(moved.length / 3), shift: () => {} }
  const worlds = new Map([...model.rest].map(([index, { world }]) => [index, world]))
  const glb = writeGlb(
    store(model, await readable(() => readKeys(model)), shape, { worlds, skins: model.skins, unknown: [] }),
  )
  const { topology, triangles, positions } = cage
  return { glb, report: { vertices: positions.length / 3, triangles: triangles.length / 3, topology, distanceError } }
}

/**
 * Moves points (in place) until they are as far from the target body as they were from the source body. What lies inside
 * the body, as the lid of a cage that ends at the waist, only follows its neighbours.
 */
function keepDistance(mesh: Mesh, points: Float64Array, from: Mesh, to: Mesh): CarryReport['distanceError'] {
  const count = points.length / 3
  const [before, after] = [surfaceOf(from), surfaceOf(to)]
  const neighbours = neighboursOf(count, mesh.triangles)
  const wanted = Float64Array.from({ length: count }, (_, v) => distanceAt(before, mesh.positions, v))
  for (let round = 0; round < ROUNDS; round++) {
    const shifts = new Float64Array(points.length)
    for (let v = 0; v < count; v++) {
      if (wanted[v]! < 0) continue
      const near = after.near(points[v * 3]!, points[v * 3 + 1]!, points[v * 3 + 2]!)!
      const by = (wanted[v]! - near.distance) * STEP * heldAt(wanted[v]!)
      shifts.set([near.x * by, near.y * by, near.z * by], v * 3)
    }
    const soft = smooth(shifts, neighbours, PASSES)
    for (let i = 0; i < points.length; i++) points[i] = points[i]! + soft[i]!
  }
  const errors = [...wanted].flatMap((d, v) =>
    d < 0 || d > FREE[0] ? [] : [Math.abs(distanceAt(after, points, v) - d)],
  )
  const mean = errors.reduce((sum, error) => sum + error, 0) / Math.max(1, errors.length)
  return { mean, most: Math.max(0, ...errors) }
}

/** The share by which a cage's vertex is held by the skin so far away: 1 near it, 0 where it hangs free. */
function heldAt(distance: number): number {
  const share = Math.min(1, Math.max(0, (FREE[1] - distance) / (FREE[1] - FREE[0])))
  return share * share * (3 - 2 * share)
}

const distanceAt = (surface: Surface, p: Float64Array, v: number) =>
  surface.near(p[v * 3]!, p[v * 3 + 1]!, p[v * 3 + 2]!)!.distance

/**
 * The joints that a template says its vertices follow: those of the legs and hips for one that ends at the waist. Either their
 * names, or with each how thick the body is around its bones, so that what is nearer to an arm's bone than to the trunk's
 * is the trunk's all the same.
 */
function followedBones({ glb }: Model): Followed | undefined {
  const follows = (glb.json.asset as { extras?: { follows?: unknown } }).extras?.follows
  if (typeof follows !== 'object' || follows === null) return undefined
  const all: [unknown, unknown][] = Array.isArray(follows) ? follows.map((name) => [name, 0]) : Object.entries(follows)
  return new Map(
    all.flatMap(([name, thick]) =>
      typeof name === 'string' ? [[bareBoneName(name), isLength(thick) ? thick : 0]] : [],
    ),
  )
}

const isLength = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value > 0

/** Turns that turn nothing: a cage's normals do not matter. */
const identities = (count: number) =>
  Float64Array.from({ length: count * 9 }, (_, i) => (i % 9 === 0 || i % 9 === 4 || i % 9 === 8 ? 1 : 0))
