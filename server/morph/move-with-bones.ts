import type { Body } from './body.ts'

/** Joints whose bones the points follow: the body's radius around each bone, in metres, by joint name without prefix. */
export type FollowedJoints = ReadonlyMap<string, number>

interface Bone {
  /** Start of the bone on the source body, the vector to its end, and the shifts of start and end to the target body. */
  from: Float64Array
  vector: Float64Array
  shifts: [Float64Array, Float64Array]
  radius: number
}

/** Softening term in metres⁸. Weights are 1 / (distance⁸ + SOFT), so the term limits the weight of a very close bone. */
const SOFT = 1e-12

/**
 * Moves points with nearby bones, weighted by distance. With `follows`, only the bones of those joints count, and each bone's
 * radius is subtracted from the distance.
 */
export function moveWithBones(
  points: Float64Array,
  from: Body,
  to: Body,
  follows: FollowedJoints | undefined,
): Float64Array {
  const bones = findBones(from, to, follows)
  const out = Float64Array.from(points)
  for (let at = 0; at < points.length; at += 3) {
    let total = 0
    const shift = [0, 0, 0]
    for (const { from: start, vector, shifts, radius } of bones) {
      const offset = [0, 1, 2].map((k) => points[at + k]! - start[k]!)
      const square = vector[0]! ** 2 + vector[1]! ** 2 + vector[2]! ** 2
      const dotProduct = offset[0]! * vector[0]! + offset[1]! * vector[1]! + offset[2]! * vector[2]!
      const t = square > 0 ? Math.min(1, Math.max(0, dotProduct / square)) : 0
      const distance = Math.max(0, Math.hypot(...offset.map((part, k) => part - vector[k]! * t)) - radius)
      const weight = 1 / (distance ** 8 + SOFT)
      total += weight
      for (let k = 0; k < 3; k++) shift[k] = shift[k]! + weight * (shifts[0][k]! * (1 - t) + shifts[1][k]! * t)
    }
    if (total > 0) for (let k = 0; k < 3; k++) out[at + k] = points[at + k]! + shift[k]! / total
  }
  return out
}

/** Returns the bones between joints that both bodies have. A joint without such a bone is a bone of length 0. */
function findBones(from: Body, to: Body, follows: FollowedJoints | undefined): Bone[] {
  const isKnown = (name: string) => from.joints.has(name) && to.joints.has(name) && (!follows || follows.has(name))
  const names = [...from.joints.keys()].filter(isKnown)
  const jointPosition = (body: Body, name: string) => Float64Array.from(body.joints.get(name)!.world).slice(12, 15)
  const minus = (a: Float64Array, b: Float64Array) => a.map((value, k) => value - b[k]!)
  const shift = (name: string) => minus(jointPosition(to, name), jointPosition(from, name))
  const bone = (start: string, end: string): Bone => ({
    from: jointPosition(from, start),
    vector: minus(jointPosition(from, end), jointPosition(from, start)),
    shifts: [shift(start), shift(end)],
    radius: follows?.get(start) ?? 0,
  })
  const pairs = names.flatMap((name) => {
    const { parent } = from.joints.get(name)!
    return parent !== undefined && isKnown(parent) ? [[parent, name] as const] : []
  })
  const singleJoints = names.filter((name) => !pairs.some((pair) => pair.includes(name)))
  return [...pairs.map(([start, end]) => bone(start, end)), ...singleJoints.map((name) => bone(name, name))]
}
