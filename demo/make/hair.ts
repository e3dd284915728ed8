import { scalpOf } from './body.ts'
import {
  ball,
  blend,
  both,
  common,
  ellipsoid,
  type Field,
  grown,
  half,
  type Point,
  ring,
  rod,
  smooth,
  tube,
  union,
  without,
} from './field.ts'
import { HEAD } from './figure.ts'
import { cloth, type Paint } from './paint.ts'
import type { Part } from './piece.ts'
import type { Maker } from './wardrobe.ts'

const strands = (colour: string): Paint => ({ colour, roughness: 0.5, weave: 'strands' })
const at = (x: number, y: number, z: number): Point => [x, HEAD[1] + y, z]
const scalp = scalpOf(HEAD)
const part = (field: Field, triangles: number, material = 'Hair', cell = 0.006): Part => ({
  mesh: 'Hair',
  material,
  field,
  cell,
  triangles,
  joint: 'Head',
})

/** Soft grooves that run down from the crown: `count` locks, `deep` metres. */
function locks(field: Field, count: number, deep: number): Field {
  return (x, y, z) => {
    const angle = Math.atan2(x, z + 0.01)
    const fade = smooth(0.02, 0.08, Math.hypot(x, z + 0.01))
    return field(x, y, z) + deep * fade * (1 - Math.abs(Math.cos((angle * count) / 2))) ** 2
  }
}

/** The hairline of short hair: from the forehead down to the nape. */
const hairline = (forehead: number, nape: number): Field =>
  half(at(0, (forehead + nape) / 2, 0), [0, -1, (forehead - nape) / 0.31])

/** The skull under any hair. */
const cover = common(0.004, grown(scalp, 0.012), hairline(0.15, -0.055))

const sideburns = both(ellipsoid(at(0.157, -0.01, 0.035), [0.02, 0.075, 0.022]))

/** A chin-length bob with a swept fringe. */
export const marlowBob: Maker = () => {
  const outer = blend(
    0.06,
    grown(scalp, 0.042),
    ellipsoid(at(0, -0.03, -0.03), [0.208, 0.15, 0.178]),
    both(ellipsoid(at(0.15, -0.09, 0.03), [0.05, 0.09, 0.075])),
  )
  const trimmed = common(0.035, outer, half(at(0, -0.158, 0), [0, -1, 0.12]))
  const window: Field = (x, y, z) => {
    const fringe = y - HEAD[1] - (0.088 - 0.2 * (x + 0.06) * (x < -0.06 ? -1.6 : 0.45))
    const sides = Math.abs(x) - 0.125 - 0.02 * smooth(0, -0.12, y - HEAD[1])
    return Math.max(fringe, sides, 0.045 - z)
  }
  const hair = without(0.035, trimmed, window)
  return {
    parts: [part(locks(without(0.01, hair, grown(scalp, -0.006)), 15, 0.006), 8200)],
    paints: { Hair: strands('#5b2d52') },
    cover,
  }
}

/** A round cloud of curls. */
export const cirrusAfro: Maker = () => {
  const curls: Field[] = []
  const count = 74
  for (let i = 0; i < count; i++) {
    const height = 1 - (2 * (i + 0.5)) / count
    const angle = i * 2.399963
    const flat = Math.sqrt(1 - height * height)
    const [dx, dy, dz] = [Math.cos(angle) * flat, height, Math.sin(angle) * flat]
    const open = dz > 0.35 ? 0.42 - 0.1 * dz : -0.42
    if (dy < open) continue
    curls.push(ball(at(dx * 0.19, 0.04 + dy * 0.185, -0.022 + dz * 0.185), 0.047))
  }
  const base = common(0.03, ellipsoid(at(0, 0.045, -0.022), [0.2, 0.195, 0.195]), hairline(0.105, -0.085))
  const hair = without(0.008, union(blend(0.012, ...curls), base, sideburns), grown(scalp, -0.006))
  return {
    parts: [
      part(
        without(0.01, hair, (x, y, z) => Math.max(Math.abs(x) - 0.13, y - HEAD[1] - 0.085, 0.06 - z)),
        8800,
      ),
    ],
    paints: { Hair: { colour: '#2e2226', roughness: 0.72, weave: 'curls' } },
    cover,
  }
}

/** A short crop with a lifted quiff. */
export const flintCrop: Maker = () => {
  const cap = common(0.022, grown(scalp, 0.02), hairline(0.112, -0.09))
  const quiff = blend(
    0.03,
    ellipsoid(at(0.02, 0.158, 0.105), [0.105, 0.044, 0.062]),
    ellipsoid(at(-0.05, 0.16, 0.085), [0.07, 0.038, 0.06]),
    ellipsoid(at(0.015, 0.17, 0.03), [0.12, 0.04, 0.09]),
  )
  const tips: Field = (x, y, z) => quiff(x, y, z) + 0.005 * Math.cos(x * 95 + z * 18) * smooth(-0.02, 0.08, z)
  return {
    parts: [part(locks(without(0.006, blend(0.03, cap, tips, sideburns), grown(scalp, -0.006)), 18, 0.002), 7000)],
    paints: { Hair: strands('#6b4226') },
    cover,
  }
}

/** Long hair over the shoulders with a middle parting. */
export const willowLong: Maker = () => {
  const outer = blend(0.05, grown(scalp, 0.036), ellipsoid(at(0, -0.02, -0.035), [0.198, 0.16, 0.168]))
  const drape = blend(
    0.05,
    tube([at(0, 0.02, -0.13), at(0, -0.16, -0.135), at(0, -0.34, -0.15)], (s) => 0.12 - 0.055 * s, 0.05),
    both(
      tube(
        [at(0.145, 0.0, 0.0), at(0.168, -0.14, 0.015), at(0.142, -0.27, 0.07), at(0.128, -0.35, 0.09)],
        (s) => 0.05 - 0.022 * s,
        0.04,
      ),
    ),
  )
  const window: Field = (x, y, z) => {
    const ax = Math.abs(x)
    return Math.max(
      y - HEAD[1] - (0.128 - 0.55 * ax * ax * 10 * ax - 0.42 * ax),
      ax - 0.122 - 0.05 * smooth(0.02, -0.14, y - HEAD[1]) * 0.4,
      0.04 - z,
    )
  }
  const neck = rod(at(0, -0.12, 0), at(0, -0.5, 0.02), 0.115, 0.13)
  // Beside the neck locks and back would meet in blades, thinner than a net can follow.
  const nape: Field = common(0.02, rod(at(0, -0.13, -0.01), at(0, -0.5, -0.01), 0.138, 0.15), (_x, _y, z) => z - 0.03)
  const hair = without(0.03, blend(0.045, outer, drape), window, neck, nape)
  return {
    parts: [part(locks(without(0.01, hair, grown(scalp, -0.006)), 17, 0.005), 8800)],
    paints: { Hair: strands('#c98a3c') },
    cover,
  }
}

/** Hair drawn back into a high ponytail with a tie. */
export const heronTail: Maker = () => {
  const cap = common(0.02, grown(scalp, 0.022), hairline(0.118, -0.1))
  const fringe = blend(
    0.02,
    tube([at(0.03, 0.152, 0.115), at(-0.05, 0.12, 0.15), at(-0.115, 0.06, 0.125)], (s) => 0.034 - 0.018 * s, 0.02),
    tube([at(0.03, 0.152, 0.115), at(0.085, 0.115, 0.135), at(0.128, 0.06, 0.108)], (s) => 0.03 - 0.016 * s, 0.02),
  )
  const tail = blend(
    0.03,
    tube(
      [at(0, 0.15, -0.17), at(0, 0.165, -0.235), at(0, 0.07, -0.29), at(0, -0.07, -0.29), at(0, -0.17, -0.255)],
      (s) => 0.035 + 0.075 * Math.sin(Math.PI * Math.min(1, s * 0.86 + 0.04)) * 0.62,
      0.03,
    ),
  )
  const hair = locks(without(0.006, blend(0.02, cap, fringe, sideburns), grown(scalp, -0.006)), 20, 0.0035)
  return {
    parts: [part(blend(0.012, hair, tail), 8200), part(ringAround(at(0, 0.148, -0.178)), 700, 'Tie', 0.006)],
    paints: { Hair: strands('#22262f'), Tie: cloth('#ef6f6c') },
    cover,
  }
}

function ringAround(middle: Point): Field {
  return (x, y, z) =>
    ring(
      [0, 0, 0],
      'z',
      0.036,
      0.014,
    )(x - middle[0], (y - middle[1]) * 0.95 - (z - middle[2]) * 0.3, (z - middle[2]) * 0.95 + (y - middle[1]) * 0.3)
}

/** Two soft buns at the sides. */
export const wrenBuns: Maker = () => {
  const cap = common(0.03, grown(scalp, 0.028), hairline(0.1, -0.1))
  const swept = both(
    tube([at(0.005, 0.165, 0.1), at(0.075, 0.122, 0.132), at(0.14, 0.04, 0.085)], (s) => 0.042 - 0.016 * s, 0.03),
  )
  const buns = both(blend(0.012, ball(at(0.212, 0.045, -0.02), 0.062)))
  const swirl: Field = (x, y, z) =>
    buns(x, y, z) +
    0.0018 * Math.cos(Math.atan2(y - HEAD[1] - 0.045, z + 0.02) * 1 + Math.hypot(y - HEAD[1] - 0.045, z + 0.02) * 150)
  const hair = locks(without(0.006, blend(0.022, cap, swept, sideburns), grown(scalp, -0.006)), 20, 0.003)
  return { parts: [part(blend(0.02, hair, swirl), 8400)], paints: { Hair: strands('#b9cdd6') }, cover }
}
