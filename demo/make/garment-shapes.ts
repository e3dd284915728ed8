import type { Body } from './body.ts'
import type { SolidPart } from './build-patches.ts'
import { ARM_ANGLE_RADIANS, type Figure, jointPosition } from './figure.ts'
import {
  blend,
  capsule,
  type DistanceField,
  halfSpace,
  intersect,
  mirrorToBothSides,
  offsetBy,
  type Point,
  smoothstep,
  subtract,
  union,
} from './signed-distance.ts'

/** Cut of an upper garment, in metres. `sleeve` is the sleeve's length along the arm; the wrist is at 0.315. */
export interface TopCut {
  ease: number
  thick: number
  hem: number
  sleeve: number
  neck: number
  /** Half width and half depth of the straight body of a loose garment. */
  loose?: readonly [x: number, z: number]
}

/**
 * Solids of a garment. `solid` is everything within the cloth's outer surface, `hollow` the space inside. `cover` is the region
 * that the garment hides.
 */
export interface Garment {
  cloth: DistanceField
  solid: DistanceField
  hollow: DistanceField
  cover: DistanceField
  /**
   * Middle surface of the cloth, extended beyond the cloth's ends. The surface's intersection with the garment gives hems and
   * openings.
   */
  middle: DistanceField
}

export const ARM_DIRECTION: Point = [Math.sin(ARM_ANGLE_RADIANS), -Math.cos(ARM_ANGLE_RADIANS), 0]

/** Returns the point on the left arm `reach` metres from the shoulder. */
export function pointAlongArm(figure: Figure, reach: number): Point {
  const at = jointPosition(figure, 'LeftArm')
  return [at[0] + ARM_DIRECTION[0] * reach, at[1] + ARM_DIRECTION[1] * reach, at[2]]
}

/** Builds a top with sleeves, open at hem, wrists and neck. */
export function buildTop(figure: Figure, body: Body, cut: TopCut): Garment {
  const outside = (by: number, slack: number): DistanceField => {
    const arms = intersect(
      0.012,
      offsetBy(body.arm, by * 0.9),
      halfSpace(pointAlongArm(figure, cut.sleeve + slack), ARM_DIRECTION),
    )
    const trunk = cut.loose
      ? blend(
          0.06,
          offsetBy(body.core, by),
          hangingCloth(cut.loose[0] + by, cut.loose[1] + by, cut.hem - 0.08, 0.8 + figure.torsoRise),
        )
      : offsetBy(body.core, by)
    return intersect(
      0.012,
      blend(0.035, trunk, mirrorToBothSides(arms)),
      halfSpace([0, cut.hem - slack, 0], [0, -1, 0]),
    )
  }
  const solid = subtract(0.012, outside(cut.ease + cut.thick, 0), neckHole(figure, cut.neck))
  const hollow = union(outside(cut.ease, 0.1), neckHole(figure, cut.neck - 0.002))
  // Covers nearly the full thickness, because tight clothes underneath would show through at bent joints.
  const cover = subtract(0.005, outside(cut.ease + cut.thick * 0.85, -0.02), neckHole(figure, cut.neck + 0.014))
  const middle = outside(cut.ease + cut.thick / 2, 0.1)
  return { cloth: subtract(0.006, solid, hollow), solid, hollow, cover, middle }
}

/** Builds a straight elliptical body of cloth from `low` to `high`. */
export function hangingCloth(rx: number, rz: number, low: number, high: number): DistanceField {
  const size = Math.min(rx, rz)
  return (x, y, z) => {
    const across = (Math.sqrt((x / rx) ** 2 + (z / rz) ** 2) - 1) * size
    const along = Math.max(low - y, y - high + 0.06)
    return along > 0 ? Math.hypot(Math.max(0, across + 0.03), along) - 0.03 : across
  }
}

export function neckHole({ torsoRise }: Figure, radius: number): DistanceField {
  return capsule([0, 0.85 + torsoRise, 0.02], [0, 1.0 + torsoRise, -0.02], radius * 0.9, radius * 1.25)
}

/** Returns a lower level of detail for the inside of a garment, which is barely visible. */
export function preferOutsideDetail({ hollow }: Garment): DistanceField {
  return (x, y, z) => (Math.abs(hollow(x, y, z)) < 0.003 ? 0.3 : 1)
}

/** Part of a garment raised by `by` metres, optionally in its own material. */
export interface Band {
  inside: DistanceField
  by: number
  material?: string
}

/** Raises cuffs, hems and pockets on the outside of a garment, and returns the regions of their materials. */
export function addBands(
  garment: Garment,
  bands: readonly Band[],
): { field: DistanceField; extra: Pick<SolidPart, 'regions' | 'detail'> } {
  const { solid, hollow } = garment
  const outside: DistanceField = (x, y, z) => {
    let d = solid(x, y, z)
    if (Math.abs(d) < 0.03) for (const { inside, by } of bands) d -= by * smoothstep(0.004, -0.004, inside(x, y, z))
    return d
  }
  return {
    field: subtract(0.006, outside, hollow),
    extra: {
      detail: preferOutsideDetail(garment),
      regions: bands.flatMap(({ inside, material }) => (material ? [{ material, inside }] : [])),
    },
  }
}

/** Restricts a region to the points in front of `z`. */
export function inFrontOf(z: number, region: DistanceField): DistanceField {
  return (x, y, pz) => Math.max(region(x, y, pz), z - pz)
}

export function heightSlab(low: number, high: number): DistanceField {
  return (_x, y) => Math.max(low - y, y - high)
}

/** Builds the part of the arms between two distances from the shoulder, without the trunk. */
export function armBand(figure: Figure, body: Body, from: number, to: number): DistanceField {
  const [start, end] = [
    halfSpace(pointAlongArm(figure, from), [-ARM_DIRECTION[0], -ARM_DIRECTION[1], 0]),
    halfSpace(pointAlongArm(figure, to), ARM_DIRECTION),
  ]
  return (x, y, z) => {
    const ax = Math.abs(x)
    const [arm, trunk] = [body.arm(ax, y, z), body.core(ax, y, z)]
    return Math.max(start(ax, y, z), end(ax, y, z), arm - 0.07, arm - trunk)
  }
}

/**
 * Builds trousers or shorts, in metres. `hem` and `waist` are heights, and `wide` widens the legs. `loose` is the half width and
 * half depth of clothes worn under the waist.
 */
export function buildTrousers(
  body: Body,
  cut: {
    ease: number
    thick: number
    hem: number
    waist: number
    wide: number
    loose?: readonly [x: number, z: number]
  },
): Garment {
  const outside = (by: number, slack: number): DistanceField => {
    const leg = blend(
      0.03,
      offsetBy(body.leg, by),
      capsule([0.078, 0.5, 0], [0.092, 0.02, 0], 0.072 + by, 0.056 + by + cut.wide),
    )
    const seat = cut.loose
      ? blend(0.04, offsetBy(body.core, by), hangingCloth(cut.loose[0] + by, cut.loose[1] + by, 0.5, cut.waist + 0.1))
      : offsetBy(body.core, by)
    const whole = blend(0.03, seat, mirrorToBothSides(leg))
    return intersect(
      0.012,
      whole,
      halfSpace([0, cut.hem - slack, 0], [0, -1, 0]),
      halfSpace([0, cut.waist + slack, 0], [0, 1, 0]),
    )
  }
  const solid = outside(cut.ease + cut.thick, 0)
  const hollow = outside(cut.ease, 0.1)
  const cover = outside(cut.ease + cut.thick * 0.6, -0.02)
  return { cloth: subtract(0.006, solid, hollow), solid, hollow, cover, middle: outside(cut.ease + cut.thick / 2, 0.1) }
}

/** Builds a skirt that widens from the waist to the hem, with `folds` soft folds. */
export function buildSkirt(cut: {
  waist: number
  hem: number
  top: Point
  wide: Point
  folds: number
  thick: number
}): Garment {
  const outside = (by: number, slack: number): DistanceField => {
    const cone: DistanceField = (x, y, z) => {
      const share = Math.min(1.3, Math.max(-0.2, (cut.waist - y) / (cut.waist - cut.hem)))
      const bell = share < 0 ? share : share ** 0.85
      const rx = cut.top[0] + (cut.wide[0] - cut.top[0]) * bell + by
      const rz = cut.top[2] + (cut.wide[2] - cut.top[2]) * bell + by
      const fold = 0.012 * Math.max(0, share) * Math.cos(Math.atan2(x, z) * cut.folds)
      return ((Math.sqrt((x / rx) ** 2 + (z / rz) ** 2) - 1) * Math.min(rx, rz) + fold) * 0.8
    }
    return intersect(
      0.012,
      cone,
      halfSpace([0, cut.hem - slack, 0], [0, -1, 0]),
      halfSpace([0, cut.waist + slack * 0.3, 0], [0, 1, 0]),
    )
  }
  const solid = outside(0, 0)
  const hollow = outside(-cut.thick, 0.1)
  const cover = outside(-cut.thick * 0.5, -0.03)
  return { cloth: subtract(0.006, solid, hollow), solid, hollow, cover, middle: outside(-cut.thick / 2, 0.1) }
}
