import { type Field, type Point, slope } from './field.ts'
import type { Net } from './polygonise.ts'

/** A net that becomes finer, and what a field says at each vertex. */
export interface Growing {
  positions: number[]
  indices: number[]
  values: number[]
}

/** A net to be made finer along a field's edge. */
export function growing(net: Net, field: Field): Growing {
  const values = Array.from({ length: net.positions.length / 3 }, (_, v) => sideOf(field, placeOf(net, v)))
  return { positions: [...net.positions], indices: [...net.indices], values }
}

/** What a field says at a place; nothing lies just on its edge. */
export function sideOf(field: Field, place: Point): number {
  const value = field(...place)
  return Math.abs(value) < 1e-5 ? 1e-5 : value
}

/** A vertex's place. */
export const placeOf = ({ positions }: { positions: ArrayLike<number> }, v: number): Point => [
  positions[v * 3]!,
  positions[v * 3 + 1]!,
  positions[v * 3 + 2]!,
]

/** A place between two. */
export const between = (a: Point, b: Point, share: number): Point => [
  a[0] + (b[0] - a[0]) * share,
  a[1] + (b[1] - a[1]) * share,
  a[2] + (b[2] - a[2]) * share,
]

/** How far two places are apart. */
export const far = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])

/** A side of a triangle: its vertices, one name for it from whichever end, and its length. */
export interface Side {
  a: number
  b: number
  key: number
  length: number
}

/** The three sides of the triangle whose corners begin at index `t`. */
export function sidesOf(net: Growing, t: number): Side[] {
  return [0, 1, 2].map((k) => {
    const [a, b] = [net.indices[t + k]!, net.indices[t + ((k + 1) % 3)]!]
    const key = Math.min(a, b) * 4_294_967 + Math.max(a, b)
    return { a, b, key, length: far(placeOf(net, a), placeOf(net, b)) }
  })
}

/** Whether a side leads from one side of the field's edge to the other. */
export const isCrossed = ({ values }: Growing, { a, b }: Side): boolean => values[a]! < 0 !== values[b]! < 0

/** Where a crossed side crosses the field's edge. */
export function crossingOf(net: Growing, field: Field, { a, b }: Side): Point {
  const [from, to] = [placeOf(net, Math.min(a, b)), placeOf(net, Math.max(a, b))]
  const isIn = sideOf(field, from) < 0
  let [near, beyond] = [0, 1]
  for (let step = 0; step < 24; step++) {
    const middle = (near + beyond) / 2
    if (sideOf(field, between(from, to, middle)) < 0 === isIn) near = middle
    else beyond = middle
  }
  return between(from, to, (near + beyond) / 2)
}

/** A place moved onto a surface along its slope; where that is farther than `most` metres, it stays. */
export function settled(surface: Field | undefined, place: Point, most: number): Point {
  if (!surface) return place
  let at = place
  for (let step = 0; step < 3; step++) {
    const d = surface(...at) * 0.9
    const n = slope(surface, ...at, 0.001)
    at = [at[0] - n[0] * d, at[1] - n[1] * d, at[2] - n[2] * d]
  }
  return far(at, place) < most ? at : place
}

/** Cuts sides in two at the places told by their keys, and with them the triangles on both sides of each; `told` says what new vertices hold. */
export function parted(net: Growing, places: ReadonlyMap<number, Point>, told: (place: Point) => number): void {
  const made = new Map<number, number>()
  const vertexOn = ({ key }: Side): number | undefined => {
    const place = places.get(key)
    if (!place) return undefined
    const known = made.get(key)
    if (known !== undefined) return known
    made.set(key, net.values.length)
    net.positions.push(...place)
    net.values.push(told(place))
    return net.values.length - 1
  }
  const out: number[] = []
  for (let t = 0; t < net.indices.length; t += 3) {
    const [ab, bc, ca] = sidesOf(net, t) as [Side, Side, Side]
    out.push(...fan([ab.a, vertexOn(ab), bc.a, vertexOn(bc), ca.a, vertexOn(ca)]))
  }
  net.indices = out
}

/** The triangles of a triangle's corners (even places) and what lies on its sides (odd ones), where something does. */
function fan(ring: readonly (number | undefined)[]): number[] {
  const at = (i: number) => ring[i % 6]
  const first = [1, 3, 5].find((i) => at(i) !== undefined)
  if (first === undefined) return [ring[0]!, ring[2]!, ring[4]!]
  const [start, one, other, end] = [at(first)!, at(first + 1)!, at(first + 3)!, at(first + 5)!]
  const [onOne, onOther] = [at(first + 2), at(first + 4)]
  return [
    ...(onOne === undefined ? [start, one, other] : [start, one, onOne, start, onOne, other]),
    ...(onOther === undefined ? [start, other, end] : [start, other, onOther, start, onOther, end]),
  ]
}
