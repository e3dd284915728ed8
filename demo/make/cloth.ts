import type { Body } from './body.ts'
import { blend, both, common, type Field, grown, half, type Point, rod, smooth, union, without } from './field.ts'
import { ARM_ANGLE, type Figure, placeOf } from './figure.ts'
import type { Part } from './piece.ts'

/** How an upper garment is cut; metres. `sleeve` is how far along the arm it reaches (the wrist is at 0.315). */
export interface TopCut {
  ease: number
  thick: number
  hem: number
  sleeve: number
  neck: number
  /** Half widths and depths of the straight body of the garment, for one that hangs loose. */
  loose?: readonly [x: number, z: number]
}

/** The solids of a garment: cloth, its filled outside, and what it hides. */
export interface Garment {
  cloth: Field
  solid: Field
  hollow: Field
  cover: Field
  /** The middle of the cloth, also where that has ended: it meets the garment along hems and openings. */
  middle: Field
}

/** Direction of the left arm at rest. */
export const ARM: Point = [Math.sin(ARM_ANGLE), -Math.cos(ARM_ANGLE), 0]

/** A place on the left arm, `reach` metres from the shoulder. */
export function alongArm(figure: Figure, reach: number): Point {
  const at = placeOf(figure, 'LeftArm')
  return [at[0] + ARM[0] * reach, at[1] + ARM[1] * reach, at[2]]
}

/** A top with sleeves, open at hem, wrists and neck. */
export function top(figure: Figure, body: Body, cut: TopCut): Garment {
  const outside = (by: number, slack: number): Field => {
    const arms = common(0.012, grown(body.arm, by * 0.9), half(alongArm(figure, cut.sleeve + slack), ARM))
    const trunk = cut.loose
      ? blend(
          0.06,
          grown(body.core, by),
          hanging(cut.loose[0] + by, cut.loose[1] + by, cut.hem - 0.08, 0.8 + figure.lift),
        )
      : grown(body.core, by)
    return common(0.012, blend(0.035, trunk, both(arms)), half([0, cut.hem - slack, 0], [0, -1, 0]))
  }
  const solid = without(0.012, outside(cut.ease + cut.thick, 0), neckHole(figure, cut.neck))
  const hollow = union(outside(cut.ease, 0.1), neckHole(figure, cut.neck - 0.002))
  // Nearly as far as it reaches itself: what is worn closely under it would come through where a joint bends.
  const cover = without(0.005, outside(cut.ease + cut.thick * 0.85, -0.02), neckHole(figure, cut.neck + 0.014))
  const middle = outside(cut.ease + cut.thick / 2, 0.1)
  return { cloth: without(0.006, solid, hollow), solid, hollow, cover, middle }
}

/** A straight, elliptical body of cloth from `low` to `high`. */
export function hanging(rx: number, rz: number, low: number, high: number): Field {
  const size = Math.min(rx, rz)
  return (x, y, z) => {
    const across = (Math.sqrt((x / rx) ** 2 + (z / rz) ** 2) - 1) * size
    const along = Math.max(low - y, y - high + 0.06)
    return along > 0 ? Math.hypot(Math.max(0, across + 0.03), along) - 0.03 : across
  }
}

/** The room for the neck. */
export function neckHole({ lift }: Figure, radius: number): Field {
  return rod([0, 0.85 + lift, 0.02], [0, 1.0 + lift, -0.02], radius * 0.9, radius * 1.25)
}

/** Less detail on the inside of a garment, which is hardly seen. */
export function outsideFirst({ hollow }: Garment): Field {
  return (x, y, z) => (Math.abs(hollow(x, y, z)) < 0.003 ? 0.3 : 1)
}

/** Part of a garment that stands off by `by` metres, in a material of its own or in the cloth's. */
export interface Band {
  inside: Field
  by: number
  material?: string
}

/** A garment with cuffs, hems and pockets raised on its outside, and the regions in which they are painted. */
export function tailored(
  garment: Garment,
  bands: readonly Band[],
): { field: Field; extra: Pick<Part, 'regions' | 'care'> } {
  const { solid, hollow } = garment
  const outside: Field = (x, y, z) => {
    let d = solid(x, y, z)
    if (Math.abs(d) < 0.03) for (const { inside, by } of bands) d -= by * smooth(0.004, -0.004, inside(x, y, z))
    return d
  }
  return {
    field: without(0.006, outside, hollow),
    extra: {
      care: outsideFirst(garment),
      regions: bands.flatMap(({ inside, material }) => (material ? [{ material, inside }] : [])),
    },
  }
}

/** A region bounded in front: only what lies before `z`. */
export function before(z: number, region: Field): Field {
  return (x, y, pz) => Math.max(region(x, y, pz), z - pz)
}

/** A closed slab between two heights. */
export function between(low: number, high: number): Field {
  return (_x, y) => Math.max(low - y, y - high)
}

/** The part of the arms between two distances from the shoulder, and nothing of the trunk. */
export function armBand(figure: Figure, body: Body, from: number, to: number): Field {
  const [start, end] = [half(alongArm(figure, from), [-ARM[0], -ARM[1], 0]), half(alongArm(figure, to), ARM)]
  return (x, y, z) => {
    const ax = Math.abs(x)
    const [arm, trunk] = [body.arm(ax, y, z), body.core(ax, y, z)]
    return Math.max(start(ax, y, z), end(ax, y, z), arm - 0.07, arm - trunk)
  }
}

/**
 * Trousers or shorts: `hem` and `waist` are heights, `wide` makes the legs wider, metres; `loose` are half widths and depths of what is
 * worn under the waist.
 */
export function legs(
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
  const outside = (by: number, slack: number): Field => {
    const leg = blend(
      0.03,
      grown(body.leg, by),
      rod([0.078, 0.5, 0], [0.092, 0.02, 0], 0.072 + by, 0.056 + by + cut.wide),
    )
    const seat = cut.loose
      ? blend(0.04, grown(body.core, by), hanging(cut.loose[0] + by, cut.loose[1] + by, 0.5, cut.waist + 0.1))
      : grown(body.core, by)
    const whole = blend(0.03, seat, both(leg))
    return common(0.012, whole, half([0, cut.hem - slack, 0], [0, -1, 0]), half([0, cut.waist + slack, 0], [0, 1, 0]))
  }
  const solid = outside(cut.ease + cut.thick, 0)
  const hollow = outside(cut.ease, 0.1)
  const cover = outside(cut.ease + cut.thick * 0.6, -0.02)
  return { cloth: without(0.006, solid, hollow), solid, hollow, cover, middle: outside(cut.ease + cut.thick / 2, 0.1) }
}

/** A skirt that widens from the waist to the hem, with `folds` soft folds. */
export function skirt(cut: {
  waist: number
  hem: number
  top: Point
  wide: Point
  folds: number
  thick: number
}): Garment {
  const outside = (by: number, slack: number): Field => {
    const cone: Field = (x, y, z) => {
      const share = Math.min(1.3, Math.max(-0.2, (cut.waist - y) / (cut.waist - cut.hem)))
      const bell = share < 0 ? share : share ** 0.85
      const rx = cut.top[0] + (cut.wide[0] - cut.top[0]) * bell + by
      const rz = cut.top[2] + (cut.wide[2] - cut.top[2]) * bell + by
      const fold = 0.012 * Math.max(0, share) * Math.cos(Math.atan2(x, z) * cut.folds)
      return ((Math.sqrt((x / rx) ** 2 + (z / rz) ** 2) - 1) * Math.min(rx, rz) + fold) * 0.8
    }
    return common(
      0.012,
      cone,
      half([0, cut.hem - slack, 0], [0, -1, 0]),
      half([0, cut.waist + slack * 0.3, 0], [0, 1, 0]),
    )
  }
  const solid = outside(0, 0)
  const hollow = outside(-cut.thick, 0.1)
  const cover = outside(-cut.thick * 0.5, -0.03)
  return { cloth: without(0.006, solid, hollow), solid, hollow, cover, middle: outside(-cut.thick / 2, 0.1) }
}
