import type { Field, Point } from './field.ts'
import type { Net } from './polygonise.ts'
import { between, crossingOf, type Growing, growing, isCrossed, parted, placeOf, settled, sidesOf } from './refine.ts'
import { compact } from './simplify.ts'

/** A line along which a surface bends sharply: a hem, an opening. */
export interface Rim {
  /** The line is where the surface meets this one's. */
  line: Field
  /** Only what lies higher, metres. */
  above?: number
  /** The farthest that the net is moved onto the surface there, metres. */
  most?: number
}

/** How far a rim may leave the surface between two corners, and how long sides must be to be cut in two for it, metres. */
const OFF = 0.0016
const LONG = 0.011

const ROUNDS = 6

/** A net whose sides run along a rim, and lie on the surface there, so that it is seen as one line and not as the ends of triangles. */
export function rimmed(net: Net, surface: Field, { line, above = Number.NEGATIVE_INFINITY, most = 0.004 }: Rim): Net {
  const grown = growing(net, line)
  const told = { line, surface, above, most }
  for (let round = 0; round < ROUNDS; round++) {
    const bent = sidesAcross(grown, told).filter(({ isBent }) => isBent)
    if (bent.length === 0) break
    const halved = bent.map(({ longest: { a, b, key } }) => {
      const middle = between(placeOf(grown, a), placeOf(grown, b), 0.5)
      return [key, settled(surface, middle, most)] as const
    })
    parted(grown, new Map(halved), (place) => line(...place))
  }
  const crossings = new Map<number, Point>()
  for (let t = 0; t < grown.indices.length; t += 3)
    for (const side of sidesOf(grown, t)) {
      if (!isCrossed(grown, side) || crossings.has(side.key)) continue
      const place = crossingOf(grown, line, side)
      if (place[1] > above) crossings.set(side.key, settled(surface, place, most))
    }
  parted(grown, crossings, () => 0)
  return compact(Float32Array.from(grown.positions), grown.indices)
}

/** The triangles that a rim runs through: their longest sides, and whether it bends between where it enters and leaves them. */
function sidesAcross(net: Growing, { line, surface, above, most }: Required<Rim> & { surface: Field }) {
  return Array.from({ length: net.indices.length / 3 }, (_, t) => sidesOf(net, t * 3)).flatMap((sides) => {
    const [one, other] = sides.filter((side) => isCrossed(net, side)).map((side) => crossingOf(net, line, side))
    if (!one || !other || Math.min(one[1], other[1]) < above) return []
    const middle = between(settled(surface, one, most), settled(surface, other, most), 0.5)
    const longest = sides.toSorted((p, q) => q.length - p.length)[0]!
    return [{ longest, isBent: longest.length > LONG && Math.abs(surface(...middle)) > OFF }]
  })
}
