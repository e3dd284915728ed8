import { buildBody } from './body.ts'
import type { BodyShape, Figure } from './figure.ts'
import { polygonise } from './polygonise.ts'
import { blend, mirrorToBothSides, type Point, union } from './signed-distance.ts'
import {
  type ComputeInfluence,
  createInfluenceFunction,
  normalizeInfluences,
  type SkinInfluence,
} from './skin-weights.ts'

/** Search box and spacing of the skin samples, in metres. */
const BOUNDS: { low: Point; high: Point } = { low: [-0.5, -0.03, -0.3], high: [0.5, 1.5, 0.3] }
const CELL = 0.011

/**
 * Width of the skin area that moves a point of cloth, in metres. The width is `near` on the skin. Beyond `free` metres from the
 * skin, the width grows by `slope` per metre, up to `wide` more.
 */
const WIDTH = { near: 0.009, free: 0.02, slope: 2, wide: 0.07, soft: 0.005 }

/** Samples farther than this number of widths beyond the nearest sample are ignored. */
const MAX_WIDTHS = 3.7

function widthAt(off: number): number {
  const beyond = Math.hypot(Math.max(0, off - WIDTH.free), WIDTH.soft) - WIDTH.soft
  return WIDTH.near + WIDTH.wide * (1 - Math.exp((-WIDTH.slope * beyond) / WIDTH.wide))
}

interface Skin {
  points: Float32Array
  influences: readonly SkinInfluence[]
}

const skins = new Map<BodyShape, Skin>()

/** Returns samples of the skin of trunk and legs. Arms are left out, so that a skirt does not follow a nearby hand. */
function sampleSkin(figure: Figure): Skin {
  const cached = skins.get(figure.shape)
  if (cached) return cached
  const weigh = createInfluenceFunction(figure)
  const { core, leg, foot } = buildBody(figure)
  const field = union(blend(0.045, core, mirrorToBothSides(leg)), mirrorToBothSides(foot))
  const { positions: points } = polygonise(field, BOUNDS, CELL)
  const influences = Array.from({ length: points.length / 3 }, (_, i) =>
    weigh(points[i * 3]!, points[i * 3 + 1]!, points[i * 3 + 2]!),
  )
  const skin = { points, influences }
  skins.set(figure.shape, skin)
  return skin
}

/**
 * Returns skinning weights for clothes on trunk and legs. Each point takes the weights of the skin under it, so that cloth and
 * skin stay together when a joint bends. Loose cloth averages a wider area of skin, such as both thighs for the front of a skirt.
 */
export function createDrapeWeights(figure: Figure): ComputeInfluence {
  const { points, influences } = sampleSkin(figure)
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
    const [square, farthest] = [width * width, (MAX_WIDTHS * width) ** 2]
    shares.fill(0)
    for (let i = 0; i < squares.length; i++) {
      const beyond = squares[i]! - nearest
      if (beyond > farthest) continue
      const near = Math.exp(-beyond / (2 * square))
      const { joints, weights } = influences[i]!
      for (let k = 0; k < 4; k++) shares[joints[k]!]! += near * weights[k]!
    }
    return normalizeInfluences(Array.from(shares, (weight, joint) => ({ joint, weight })))
  }
}
