import { buildScalp } from './body.ts'
import type { SolidPart } from './build-patches.ts'
import { HEAD_CENTRE } from './figure.ts'
import { clothPaint, type Paint } from './paint.ts'
import type { BuildWearablePiece } from './piece-types.ts'
import {
  ball,
  blend,
  capsule,
  type DistanceField,
  ellipsoid,
  halfSpace,
  intersect,
  mirrorToBothSides,
  offsetBy,
  type Point,
  ring,
  smoothstep,
  subtract,
  tube,
  union,
} from './signed-distance.ts'

const strands = (colour: string): Paint => ({ colour, roughness: 0.5, weave: 'strands' })
const fromHead = (x: number, y: number, z: number): Point => [x, HEAD_CENTRE[1] + y, z]
const scalp = buildScalp(HEAD_CENTRE)
const hairPart = (field: DistanceField, triangles: number, material = 'Hair', cell = 0.006): SolidPart => ({
  mesh: 'Hair',
  material,
  field,
  cell,
  triangles,
  joint: 'Head',
})

/** Adds soft grooves that run down from the crown: `count` locks, `deep` metres. */
function addLocks(field: DistanceField, count: number, deep: number): DistanceField {
  return (x, y, z) => {
    const angle = Math.atan2(x, z + 0.01)
    const fade = smoothstep(0.02, 0.08, Math.hypot(x, z + 0.01))
    return field(x, y, z) + deep * fade * (1 - Math.abs(Math.cos((angle * count) / 2))) ** 2
  }
}

/** Returns the hairline of short hair, from the forehead down to the nape. */
const hairline = (forehead: number, nape: number): DistanceField =>
  halfSpace(fromHead(0, (forehead + nape) / 2, 0), [0, -1, (forehead - nape) / 0.31])

/** Region of the skull that every hairstyle hides. */
const cover = intersect(0.004, offsetBy(scalp, 0.012), hairline(0.15, -0.055))

const sideburns = mirrorToBothSides(ellipsoid(fromHead(0.157, -0.01, 0.035), [0.02, 0.075, 0.022]))

/** A chin-length bob with a swept fringe. */
export const marlowBob: BuildWearablePiece = () => {
  const outer = blend(
    0.06,
    offsetBy(scalp, 0.042),
    ellipsoid(fromHead(0, -0.03, -0.03), [0.208, 0.15, 0.178]),
    mirrorToBothSides(ellipsoid(fromHead(0.15, -0.09, 0.03), [0.05, 0.09, 0.075])),
  )
  const trimmed = intersect(0.035, outer, halfSpace(fromHead(0, -0.158, 0), [0, -1, 0.12]))
  const window: DistanceField = (x, y, z) => {
    const fringe = y - HEAD_CENTRE[1] - (0.088 - 0.2 * (x + 0.06) * (x < -0.06 ? -1.6 : 0.45))
    const sides = Math.abs(x) - 0.125 - 0.02 * smoothstep(0, -0.12, y - HEAD_CENTRE[1])
    return Math.max(fringe, sides, 0.045 - z)
  }
  const hair = subtract(0.035, trimmed, window)
  return {
    parts: [hairPart(addLocks(subtract(0.01, hair, offsetBy(scalp, -0.006)), 15, 0.006), 8200)],
    paints: { Hair: strands('#5b2d52') },
    cover,
  }
}

/** A round cloud of curls. */
export const cirrusAfro: BuildWearablePiece = () => {
  const curls: DistanceField[] = []
  const count = 74
  for (let i = 0; i < count; i++) {
    const height = 1 - (2 * (i + 0.5)) / count
    const angle = i * 2.399963
    const flat = Math.sqrt(1 - height * height)
    const [dx, dy, dz] = [Math.cos(angle) * flat, height, Math.sin(angle) * flat]
    const open = dz > 0.35 ? 0.42 - 0.1 * dz : -0.42
    if (dy < open) continue
    curls.push(ball(fromHead(dx * 0.19, 0.04 + dy * 0.185, -0.022 + dz * 0.185), 0.047))
  }
  const base = intersect(0.03, ellipsoid(fromHead(0, 0.045, -0.022), [0.2, 0.195, 0.195]), hairline(0.105, -0.085))
  const hair = subtract(0.008, union(blend(0.012, ...curls), base, sideburns), offsetBy(scalp, -0.006))
  return {
    parts: [
      hairPart(
        subtract(0.01, hair, (x, y, z) => Math.max(Math.abs(x) - 0.13, y - HEAD_CENTRE[1] - 0.085, 0.06 - z)),
        8800,
      ),
    ],
    paints: { Hair: { colour: '#2e2226', roughness: 0.72, weave: 'curls' } },
    cover,
  }
}

/** A short crop with a lifted quiff. */
export const flintCrop: BuildWearablePiece = () => {
  const cap = intersect(0.022, offsetBy(scalp, 0.02), hairline(0.112, -0.09))
  const quiff = blend(
    0.03,
    ellipsoid(fromHead(0.02, 0.158, 0.105), [0.105, 0.044, 0.062]),
    ellipsoid(fromHead(-0.05, 0.16, 0.085), [0.07, 0.038, 0.06]),
    ellipsoid(fromHead(0.015, 0.17, 0.03), [0.12, 0.04, 0.09]),
  )
  const tips: DistanceField = (x, y, z) =>
    quiff(x, y, z) + 0.005 * Math.cos(x * 95 + z * 18) * smoothstep(-0.02, 0.08, z)
  return {
    parts: [
      hairPart(addLocks(subtract(0.006, blend(0.03, cap, tips, sideburns), offsetBy(scalp, -0.006)), 18, 0.002), 7000),
    ],
    paints: { Hair: strands('#6b4226') },
    cover,
  }
}

/** Long hair over the shoulders with a middle parting. */
export const willowLong: BuildWearablePiece = () => {
  const outer = blend(0.05, offsetBy(scalp, 0.036), ellipsoid(fromHead(0, -0.02, -0.035), [0.198, 0.16, 0.168]))
  const drape = blend(
    0.05,
    tube(
      [fromHead(0, 0.02, -0.13), fromHead(0, -0.16, -0.135), fromHead(0, -0.34, -0.15)],
      (s) => 0.12 - 0.055 * s,
      0.05,
    ),
    mirrorToBothSides(
      tube(
        [
          fromHead(0.145, 0.0, 0.0),
          fromHead(0.168, -0.14, 0.015),
          fromHead(0.142, -0.27, 0.07),
          fromHead(0.128, -0.35, 0.09),
        ],
        (s) => 0.05 - 0.022 * s,
        0.04,
      ),
    ),
  )
  const window: DistanceField = (x, y, z) => {
    const ax = Math.abs(x)
    return Math.max(
      y - HEAD_CENTRE[1] - (0.128 - 0.55 * ax * ax * 10 * ax - 0.42 * ax),
      ax - 0.122 - 0.05 * smoothstep(0.02, -0.14, y - HEAD_CENTRE[1]) * 0.4,
      0.04 - z,
    )
  }
  const neck = capsule(fromHead(0, -0.12, 0), fromHead(0, -0.5, 0.02), 0.115, 0.13)
  // Without this cut, locks and back hair would meet next to the neck in layers too thin for the mesh.
  const nape: DistanceField = intersect(
    0.02,
    capsule(fromHead(0, -0.13, -0.01), fromHead(0, -0.5, -0.01), 0.138, 0.15),
    (_x, _y, z) => z - 0.03,
  )
  const hair = subtract(0.03, blend(0.045, outer, drape), window, neck, nape)
  return {
    parts: [hairPart(addLocks(subtract(0.01, hair, offsetBy(scalp, -0.006)), 17, 0.005), 8800)],
    paints: { Hair: strands('#c98a3c') },
    cover,
  }
}

/** Hair pulled back into a high ponytail with a tie. */
export const heronTail: BuildWearablePiece = () => {
  const cap = intersect(0.02, offsetBy(scalp, 0.022), hairline(0.118, -0.1))
  const fringe = blend(
    0.02,
    tube(
      [fromHead(0.03, 0.152, 0.115), fromHead(-0.05, 0.12, 0.15), fromHead(-0.115, 0.06, 0.125)],
      (s) => 0.034 - 0.018 * s,
      0.02,
    ),
    tube(
      [fromHead(0.03, 0.152, 0.115), fromHead(0.085, 0.115, 0.135), fromHead(0.128, 0.06, 0.108)],
      (s) => 0.03 - 0.016 * s,
      0.02,
    ),
  )
  const tail = blend(
    0.03,
    tube(
      [
        fromHead(0, 0.15, -0.17),
        fromHead(0, 0.165, -0.235),
        fromHead(0, 0.07, -0.29),
        fromHead(0, -0.07, -0.29),
        fromHead(0, -0.17, -0.255),
      ],
      (s) => 0.035 + 0.075 * Math.sin(Math.PI * Math.min(1, s * 0.86 + 0.04)) * 0.62,
      0.03,
    ),
  )
  const hair = addLocks(subtract(0.006, blend(0.02, cap, fringe, sideburns), offsetBy(scalp, -0.006)), 20, 0.0035)
  return {
    parts: [
      hairPart(blend(0.012, hair, tail), 8200),
      hairPart(ringAround(fromHead(0, 0.148, -0.178)), 700, 'Tie', 0.006),
    ],
    paints: { Hair: strands('#22262f'), Tie: clothPaint('#ef6f6c') },
    cover,
  }
}

function ringAround(middle: Point): DistanceField {
  return (x, y, z) =>
    ring(
      [0, 0, 0],
      'z',
      0.036,
      0.014,
    )(x - middle[0], (y - middle[1]) * 0.95 - (z - middle[2]) * 0.3, (z - middle[2]) * 0.95 + (y - middle[1]) * 0.3)
}

/** Two soft buns at the sides. */
export const wrenBuns: BuildWearablePiece = () => {
  const cap = intersect(0.03, offsetBy(scalp, 0.028), hairline(0.1, -0.1))
  const swept = mirrorToBothSides(
    tube(
      [fromHead(0.005, 0.165, 0.1), fromHead(0.075, 0.122, 0.132), fromHead(0.14, 0.04, 0.085)],
      (s) => 0.042 - 0.016 * s,
      0.03,
    ),
  )
  const buns = mirrorToBothSides(blend(0.012, ball(fromHead(0.212, 0.045, -0.02), 0.062)))
  const swirl: DistanceField = (x, y, z) =>
    buns(x, y, z) +
    0.0018 *
      Math.cos(
        Math.atan2(y - HEAD_CENTRE[1] - 0.045, z + 0.02) * 1 + Math.hypot(y - HEAD_CENTRE[1] - 0.045, z + 0.02) * 150,
      )
  const hair = addLocks(subtract(0.006, blend(0.022, cap, swept, sideburns), offsetBy(scalp, -0.006)), 20, 0.003)
  return { parts: [hairPart(blend(0.02, hair, swirl), 8400)], paints: { Hair: strands('#b9cdd6') }, cover }
}
