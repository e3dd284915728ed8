import type { SolidPart } from './build-patches.ts'
import { HEAD_CENTRE } from './figure.ts'
import { clothPaint, glossPaint } from './paint.ts'
import type { BuildWearablePiece } from './piece-types.ts'
import {
  ball,
  blend,
  type DistanceField,
  ellipsoid,
  halfSpace,
  intersect,
  offsetBy,
  type Point,
  roundedCylinder,
  shell,
  subtract,
} from './signed-distance.ts'

const fromHead = (x: number, y: number, z: number): Point => [x, HEAD_CENTRE[1] + y, z]
const accessoryPart = (material: string, field: DistanceField, triangles: number, cell = 0.006): SolidPart => ({
  mesh: 'Accessory',
  material,
  field,
  cell,
  triangles,
  joint: 'Head',
})

/** A cap with six panels, a curved peak and a round badge. */
export const ferryCap: BuildWearablePiece = () => {
  const tilt = halfSpace(fromHead(0, 0.048, 0), [0, -1, 0.22])
  const seams =
    (field: DistanceField): DistanceField =>
    (x, y, z) =>
      field(x, y, z) + 0.0035 * Math.exp(-((Math.sin(Math.atan2(x, z) * 3) * Math.hypot(x, z) * 18) ** 2) * 0.6)
  const crown = ellipsoid(fromHead(0, 0.03, -0.008), [0.194, 0.19, 0.2])
  const dome = subtract(
    0.008,
    intersect(0.014, seams(crown), tilt),
    intersect(0.005, offsetBy(crown, -0.012), halfSpace(fromHead(0, -0.06, 0), [0, -1, 0])),
  )
  const peak: DistanceField = (x, y, z) => {
    const drop = HEAD_CENTRE[1] + 0.094 - 1.3 * x * x - (z - 0.18) * 0.22
    const outline = (Math.sqrt((x / 0.155) ** 2 + ((z - 0.14) / 0.185) ** 2) - 1) * 0.155
    const thick = Math.abs(y - drop) - 0.011
    return (
      (Math.hypot(Math.max(0, outline + 0.01), Math.max(0, thick + 0.008)) -
        0.009 +
        Math.min(0, Math.max(outline, thick))) *
      0.85
    )
  }
  const brim = subtract(0.006, peak, offsetBy(crown, -0.006))
  const badge = intersect(
    0.006,
    shell(crown, 0.001, 0.011),
    (x, y) => Math.hypot(x, y - HEAD_CENTRE[1] - 0.136) - 0.034,
  )
  const wave = intersect(0.003, shell(crown, 0.006, 0.015), (x, y) =>
    Math.max(Math.abs(Math.hypot(x, y - HEAD_CENTRE[1] - 0.127) - 0.018) - 0.0045, HEAD_CENTRE[1] + 0.13 - y),
  )
  return {
    parts: [
      accessoryPart('Fabric', dome, 2800),
      accessoryPart('Peak', brim, 1800, 0.0045),
      accessoryPart('Peak', ball(fromHead(0, 0.222, -0.008), 0.015), 200, 0.005),
      accessoryPart('Badge', badge, 420, 0.005),
      accessoryPart('Emblem', wave, 260, 0.0035),
    ],
    paints: {
      Fabric: clothPaint('#2f6bed'),
      Peak: clothPaint('#2458cf'),
      Badge: glossPaint('#fffaf0'),
      Emblem: glossPaint('#2458cf'),
    },
    cover: intersect(0.004, offsetBy(crown, -0.006), halfSpace(fromHead(0, 0.06, 0), [0, -1, 0.22])),
    cutter: intersect(0.004, offsetBy(crown, 0.05), halfSpace(fromHead(0, 0.062, 0), [0, -1, 0.22])),
  }
}

const ribbed =
  (field: DistanceField, count: number, deep: number): DistanceField =>
  (x, y, z) =>
    field(x, y, z) + deep * Math.abs(Math.cos((Math.atan2(x, z) * count) / 2)) - deep * 0.5

/** A ribbed beanie with a rolled brim and a pompom. */
export const pebbleBeanie: BuildWearablePiece = () => {
  const crown = blend(
    0.03,
    ellipsoid(fromHead(0, 0.035, -0.01), [0.192, 0.2, 0.194]),
    ball(fromHead(0, 0.195, -0.025), 0.05),
  )
  const dome = subtract(
    0.008,
    intersect(0.01, ribbed(crown, 22, 0.005), halfSpace(fromHead(0, 0.07, 0), [0, -1, 0.1])),
    offsetBy(crown, -0.014),
  )
  const roll: DistanceField = (x, y, z) =>
    roundedCylinder([0, HEAD_CENTRE[1] + 0.068, -0.008], 0.204, 0.206, 0.04, 0.024)(x, y - z * 0.16, z)
  const brim = subtract(0.008, ribbed(roll, 44, 0.006), offsetBy(crown, -0.008))
  const tufts = Array.from({ length: 16 }, (_, i) => {
    const h = 1 - (2 * (i + 0.5)) / 16
    const f = Math.sqrt(1 - h * h)
    return ball(
      fromHead(Math.cos(i * 2.4) * f * 0.036, 0.272 + h * 0.034, -0.03 + Math.sin(i * 2.4) * f * 0.036),
      0.026,
    )
  })
  return {
    parts: [
      accessoryPart('Knit', dome, 2800),
      accessoryPart('Brim', brim, 2600),
      accessoryPart('Pompom', blend(0.008, ...tufts), 900),
    ],
    paints: {
      Knit: clothPaint('#f7b92e', 'knit'),
      Brim: clothPaint('#f2a91a', 'knit'),
      Pompom: clothPaint('#fff6e6', 'knit'),
    },
    cover: intersect(0.004, offsetBy(crown, -0.008), halfSpace(fromHead(0, 0.06, 0), [0, -1, 0.16])),
    cutter: intersect(0.004, offsetBy(crown, 0.05), halfSpace(fromHead(0, 0.062, 0), [0, -1, 0.16])),
  }
}

/** A soft bucket hat. */
export const drizzleBucket: BuildWearablePiece = () => {
  const crown = intersect(
    0.05,
    ellipsoid(fromHead(0, 0.03, -0.008), [0.2, 0.24, 0.204]),
    halfSpace(fromHead(0, 0.215, 0), [0, 1, 0]),
  )
  const brim: DistanceField = (x, y, z) => {
    const r = Math.hypot(x, z + 0.008)
    const drop = y - HEAD_CENTRE[1] - 0.085 - z * 0.06 + (r - 0.19) * 0.7
    const out = Math.max(r - 0.262, 0.178 - r)
    return Math.hypot(Math.max(0, out + 0.008), Math.max(0, Math.abs(drop) * 0.8 - 0.003)) - 0.009
  }
  const hat = subtract(
    0.008,
    blend(0.02, intersect(0.006, crown, halfSpace(fromHead(0, 0.078, 0), [0, -1, 0.06])), brim),
    intersect(0.004, offsetBy(crown, -0.014), halfSpace(fromHead(0, -0.2, 0), [0, -1, 0])),
  )
  const band = intersect(
    0.006,
    shell(crown, -0.004, 0.006),
    (_x, y, _z) => Math.abs(y - HEAD_CENTRE[1] - 0.112 - _z * 0.06) - 0.018,
  )
  return {
    parts: [accessoryPart('Fabric', hat, 4200), accessoryPart('Band', band, 900)],
    paints: { Fabric: clothPaint('#5c946e'), Band: clothPaint('#f4e9cd') },
    cover: intersect(0.004, offsetBy(crown, -0.008), halfSpace(fromHead(0, 0.08, 0), [0, -1, 0])),
  }
}
