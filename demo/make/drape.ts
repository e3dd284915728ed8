import { bodyOf } from './body.ts'
import { blend, both, type Point, union } from './field.ts'
import type { Figure, Shape } from './figure.ts'
import { polygonise } from './polygonise.ts'
import { type Influence, shared, type Weigh, weigher } from './weights.ts'

/** Where the skin is looked for, and how far its samples are apart, metres. */
const BOUNDS: { low: Point; high: Point } = { low: [-0.5, -0.03, -0.3], high: [0.5, 1.5, 0.3] }
const CELL = 0.011

/**
 * How wide the skin is that cloth goes with, metres: what lies on it `near`; farther off than `free` more for each metre, and
 * never more than `wide` more.
 */
const WIDTH = { near: 0.009, free: 0.02, slope: 2, wide: 0.07, soft: 0.005 }

/** Skin farther off than this many widths beyond the nearest counts for nothing. */
const REACH = 3.7

function widthAt(off: number): number {
  const beyond = Math.hypot(Math.max(0, off - WIDTH.free), WIDTH.soft) - WIDTH.soft
  return WIDTH.near + WIDTH.wide * (1 - Math.exp((-WIDTH.slope * beyond) / WIDTH.wide))
}

interface Skin {
  points: Float32Array
  influences: readonly Influence[]
}

const skins = new Map<Shape, Skin>()

/** Samples of the skin of trunk and legs: a skirt beside a hand does not go with it. */
function skinOf(figure: Figure): Skin {
  const known = skins.get(figure.shape)
  if (known) return known
  const weigh = weigher(figure)
  const { core, leg, foot } = bodyOf(figure)
  const field = union(blend(0.045, core, both(leg)), both(foot))
  const { positions: points } = polygonise(field, BOUNDS, CELL)
  const influences = Array.from({ length: points.length / 3 }, (_, i) =>
    weigh(points[i * 3]!, points[i * 3 + 1]!, points[i * 3 + 2]!),
  )
  const skin = { points, influences }
  skins.set(figure.shape, skin)
  return skin
}

/**
 * A smooth rule for what is worn on trunk and legs: every point takes the influences of the skin under it, not of its own place, so that cloth and
 * skin do not part when a joint bends. What lies close goes with the skin right there, what hangs free with a wide stretch
 * of it: the front of a skirt with both thighs.
 */
export function draper(figure: Figure): Weigh {
  const { points, influences } = skinOf(figure)
  const squares = new Float64Array(influences.length)
  const shares = new Float64Array(figure.joints.size)
  return (x, y, z) => {
    let nearest = Infinity
    for (let i = 0; i < squares.length; i++) {
      const square = (points[i * 3]! - x) ** 2 + (points[i * 3 + 1]! - y) ** 2 + (points[i * 3 + 2]! - z) ** 2
      squares[i] = square
      if (square < nearest) nearest = square
    }
    const width = widthAt(Math.sqrt(nearest))
    const [square, farthest] = [width * width, (REACH * width) ** 2]
    shares.fill(0)
    for (let i = 0; i < squares.length; i++) {
      const beyond = squares[i]! - nearest
      if (beyond > farthest) continue
      const near = Math.exp(-beyond / (2 * square))
      const { joints, weights } = influences[i]!
      for (let k = 0; k < 4; k++) shares[joints[k]!]! += near * weights[k]!
    }
    return shared(Array.from(shares, (weight, joint) => ({ joint, weight })))
  }
}
