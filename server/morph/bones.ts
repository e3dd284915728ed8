import type { Body } from './body.ts'

/** Joints that are followed, by names without prefix, and how thick the body is around their bones, metres. */
export type Followed = ReadonlyMap<string, number>

interface Bone {
  /** Start and end on the source body, and what end and start are shifted by on the target. */
  from: Float64Array
  way: Float64Array
  shifts: [Float64Array, Float64Array]
  thick: number
}

/** Near a bone its share grows with the eighth power of nearness, up to this (metres to the eighth). */
const SOFT = 1e-12

/**
 * Moves points with the bones near them: on each bone the nearest point, the same share of its length on the target body,
 * and the mean of those shifts. `follows`: joints whose bones alone count, each as near as its thickness is; without it all do,
 * as thin as lines.
 */
export function withBones(points: Float64Array, from: Body, to: Body, follows: Followed | undefined): Float64Array {
  const bones = bonesOf(from, to, follows)
  const out = Float64Array.from(points)
  for (let at = 0; at < points.length; at += 3) {
    let total = 0
    const shift = [0, 0, 0]
    for (const { from: start, way, shifts, thick } of bones) {
      const apart = [0, 1, 2].map((k) => points[at + k]! - start[k]!)
      const square = way[0]! ** 2 + way[1]! ** 2 + way[2]! ** 2
      const along = apart[0]! * way[0]! + apart[1]! * way[1]! + apart[2]! * way[2]!
      const t = square > 0 ? Math.min(1, Math.max(0, along / square)) : 0
      const far = Math.max(0, Math.hypot(...apart.map((part, k) => part - way[k]! * t)) - thick)
      const weight = 1 / (far ** 8 + SOFT)
      total += weight
      for (let k = 0; k < 3; k++) shift[k] = shift[k]! + weight * (shifts[0][k]! * (1 - t) + shifts[1][k]! * t)
    }
    if (total > 0) for (let k = 0; k < 3; k++) out[at + k] = points[at + k]! + shift[k]! / total
  }
  return out
}

/** Bones from each joint to its children, and joints without children, as far as both bodies have them. */
function bonesOf(from: Body, to: Body, follows: Followed | undefined): Bone[] {
  const isKnown = (name: string) => from.joints.has(name) && to.joints.has(name) && (!follows || follows.has(name))
  const names = [...from.joints.keys()].filter(isKnown)
  const place = (body: Body, name: string) => Float64Array.from(body.joints.get(name)!.world).slice(12, 15)
  const minus = (a: Float64Array, b: Float64Array) => a.map((value, k) => value - b[k]!)
  const shift = (name: string) => minus(place(to, name), place(from, name))
  const bone = (start: string, end: string): Bone => ({
    from: place(from, start),
    way: minus(place(from, end), place(from, start)),
    shifts: [shift(start), shift(end)],
    thick: follows?.get(start) ?? 0,
  })
  const pairs = names.flatMap((name) => {
    const { parent } = from.joints.get(name)!
    return parent !== undefined && isKnown(parent) ? [[parent, name] as const] : []
  })
  const alone = names.filter((name) => !pairs.some((pair) => pair.includes(name)))
  return [...pairs.map(([start, end]) => bone(start, end)), ...alone.map((name) => bone(name, name))]
}
