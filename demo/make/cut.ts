import type { Field, Point } from './field.ts'
import type { Net } from './polygonise.ts'
import {
  between,
  crossingOf,
  type Growing,
  growing,
  isCrossed,
  parted,
  placeOf,
  type Side,
  settled,
  sideOf,
  sidesOf,
} from './refine.ts'
import { compact } from './simplify.ts'

/** No part of a side gets shorter than this, metres. */
const FINEST = 0.002

/** How far a straight cut through a triangle may leave the region's edge, metres. */
const OFF = 0.0006

/** The farthest that a cut is moved onto the surface that the net stands for, metres. */
const MOST = 0.004

const ROUNDS = 6

/** Where along a side it is asked whether it enters a region and leaves it again. */
const ASKED = [0.25, 0.5, 0.75]

/**
 * A net in two: what lies inside a region and what lies outside, cut cleanly along the region's edge, which is laid on `surface` where
 * one is told.
 */
export function cut(net: Net, region: Field, surface?: Field): { inside: Net; outside: Net } {
  const grown = growing(net, region)
  for (let round = 0; round < ROUNDS; round++) {
    const halved = tooCoarse(grown, region, surface)
    if (halved.size === 0) break
    parted(grown, halved, (place) => sideOf(region, place))
  }
  const crossings = new Map<number, Point>()
  for (let t = 0; t < grown.indices.length; t += 3)
    for (const side of sidesOf(grown, t))
      if (isCrossed(grown, side) && !crossings.has(side.key))
        crossings.set(side.key, settled(surface, crossingOf(grown, region, side), MOST))
  parted(grown, crossings, () => 0)
  const inside: number[] = []
  const outside: number[] = []
  for (let t = 0; t < grown.indices.length; t += 3) {
    const corners = grown.indices.slice(t, t + 3)
    ;(corners.some((corner) => grown.values[corner]! < 0) ? inside : outside).push(...corners)
  }
  const positions = Float32Array.from(grown.positions)
  return { inside: compact(positions, inside), outside: compact(positions, outside) }
}

/**
 * Sides to be cut in two, and where, so that straight cuts follow the region's edge: those that cross it twice, as where a triangle lies
 * across a band, and the longest of triangles through which a straight cut would leave it.
 */
function tooCoarse(net: Growing, region: Field, surface?: Field): Map<number, Point> {
  const out = new Map<number, Point>()
  const halve = ({ a, b, key }: Side) =>
    out.set(key, settled(surface, between(placeOf(net, a), placeOf(net, b), 0.5), MOST))
  for (let t = 0; t < net.indices.length; t += 3) {
    const sides = sidesOf(net, t)
    const long = sides.filter(({ length }) => length > FINEST * 2).toSorted((p, q) => q.length - p.length)
    for (const side of long) if (crossings(net, region, side) > 1) halve(side)
    const [one, other] = sides.filter((side) => isCrossed(net, side)).map((side) => crossingOf(net, region, side))
    if (!one || !other || !long[0]) continue
    if (Math.abs(region(...between(one, other, 0.5))) > OFF) halve(long[0])
  }
  return out
}

/** How often a side enters or leaves a region. */
function crossings(net: Growing, region: Field, { a, b, length }: Side): number {
  const [first, last] = [net.values[a]!, net.values[b]!]
  if (Math.min(Math.abs(first), Math.abs(last)) > length * 1.5) return 0
  const asked = ASKED.map((share) => sideOf(region, between(placeOf(net, a), placeOf(net, b), share)))
  const values = [first, ...asked, last]
  return values.slice(1).filter((value, i) => value < 0 !== values[i]! < 0).length
}

/** A net less the triangles that lie wholly inside another solid, at least `depth` metres deep. */
export function hide(net: Net, solid: Field, depth: number): Net {
  const buried = Array.from(
    { length: net.positions.length / 3 },
    (_, v) => solid(net.positions[v * 3]!, net.positions[v * 3 + 1]!, net.positions[v * 3 + 2]!) < -depth,
  )
  const kept: number[] = []
  for (let t = 0; t < net.indices.length; t += 3) {
    const corners = [net.indices[t]!, net.indices[t + 1]!, net.indices[t + 2]!]
    if (!corners.every((c) => buried[c])) kept.push(...corners)
  }
  return compact(net.positions, kept)
}
