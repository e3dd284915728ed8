import type { SolidPart } from './build-patches.ts'
import { clothPaint, glossPaint } from './paint.ts'
import type { BuildWearablePiece } from './piece-types.ts'
import {
  blend,
  box,
  capsule,
  type DistanceField,
  ellipsoid,
  halfSpace,
  intersect,
  mirrorToBothSides,
  offsetBy,
  roundedCylinder,
  subtract,
  tube,
} from './signed-distance.ts'

const shoePart = (
  material: string,
  field: DistanceField,
  triangles: number,
  extra: Partial<SolidPart> = {},
): SolidPart => ({
  mesh: 'Shoes',
  material,
  field: mirrorToBothSides(field),
  cell: 0.0052,
  triangles,
  worn: 0.72,
  ...extra,
})

/** Builds a sole between two heights, with its outline grown by `by`. */
function sole(low: number, high: number, by: number, round: number): DistanceField {
  const [x0, z0, r0, x1, z1, r1] = [0.094, -0.022, 0.05, 0.104, 0.086, 0.058]
  return (x, y, z) => {
    const [dx, dz] = [x1 - x0, z1 - z0]
    const t = Math.min(1, Math.max(0, ((x - x0) * dx + (z - z0) * dz) / (dx * dx + dz * dz)))
    const across = Math.hypot(x - x0 - dx * t, z - z0 - dz * t) - (r0 + (r1 - r0) * t) - by + round
    const along = Math.abs(y - (low + high) / 2) - (high - low) / 2 + round
    return Math.hypot(Math.max(across, 0), Math.max(along, 0)) + Math.min(0, Math.max(across, along)) - round
  }
}

const FOOT_SPACE = blend(
  0.03,
  capsule([0.091, 0.06, -0.012], [0.086, 0.3, -0.002], 0.053, 0.06),
  ellipsoid([0.1, 0.04, 0.06], [0.05, 0.034, 0.075]),
)

/** Running shoe with a two-coloured sole, laces and a curved stripe of trim. */
export const tideRunner: BuildWearablePiece = () => {
  const upper = blend(
    0.045,
    ellipsoid([0.094, 0.058, -0.02], [0.056, 0.06, 0.06]),
    ellipsoid([0.102, 0.046, 0.082], [0.058, 0.043, 0.07]),
    capsule([0.094, 0.075, 0.0], [0.1, 0.058, 0.06], 0.05, 0.046),
    roundedCylinder([0.092, 0.095, -0.012], 0.058, 0.06, 0.032, 0.02),
    ellipsoid([0.095, 0.124, 0.04], [0.03, 0.03, 0.016]),
  )
  const shoe = subtract(0.01, intersect(0.01, upper, halfSpace([0, 0.02, 0], [0, -1, 0])), FOOT_SPACE)
  const collar = subtract(
    0.006,
    tube(
      Array.from({ length: 13 }, (_, i) => {
        const a = (i / 12) * 2 * Math.PI
        return [0.092 + Math.sin(a) * 0.054, 0.118 - 0.012 * Math.cos(a), -0.012 + Math.cos(a) * 0.055] as const
      }),
      0.0115,
      0.006,
    ),
    offsetBy(FOOT_SPACE, -0.004),
  )
  const laces = [0, 1, 2].map((i) =>
    tube(
      [
        [0.062, 0.104 - i * 0.012, 0.046 + i * 0.021],
        [0.098, 0.132 - i * 0.0135, 0.058 + i * 0.019],
        [0.134, 0.104 - i * 0.012, 0.046 + i * 0.021],
      ],
      0.007,
      0.004,
    ),
  )
  const swoosh = intersect(
    0.004,
    offsetBy(upper, 0.004),
    (_x, y, z) =>
      (Math.abs(y - 0.05 - (z - 0.01) * -0.25 - (z - 0.01) ** 2 * 3) - 0.011 + Math.max(0, z - 0.03) * 0.1) * 0.8,
    box([0.1, 0.05, 0.02], [0.2, 0.1, 0.052], 0.01),
  )
  return {
    parts: [
      shoePart('Fabric', shoe, 3000, {
        regions: [
          { material: 'Toe', inside: (_x, y, z) => 0.112 - z + Math.max(0, y - 0.04) * 0.5 },
          { material: 'Heel', inside: (_x, y, z) => z + 0.034 - (y - 0.05) * 0.25 },
        ],
      }),
      shoePart('Heel', collar, 820),
      shoePart('Sole', sole(0, 0.038, 0.009, 0.012), 1800, {
        regions: [{ material: 'Tread', inside: (_x, y) => y - 0.013 }],
      }),
      shoePart('Lace', (x, y, z) => Math.min(laces[0]!(x, y, z), laces[1]!(x, y, z), laces[2]!(x, y, z)), 700, {
        cell: 0.004,
      }),
      shoePart('Lace', swoosh, 480, { cell: 0.0045 }),
    ],
    paints: {
      Fabric: clothPaint('#f26a2e'),
      Toe: glossPaint('#fdf3e3', 0.6),
      Heel: clothPaint('#26335e'),
      Sole: glossPaint('#fffaf2', 0.5),
      Tread: glossPaint('#f26a2e', 0.6),
      Lace: glossPaint('#fffdf8', 0.6),
    },
    cover: intersect(0.004, offsetBy(upper, -0.006), halfSpace([0, 0.1, 0], [0, 1, 0])),
  }
}

/** A sturdy boot with a soft rim, yellow laces and a cleated sole. */
export const peatBoot: BuildWearablePiece = () => {
  const upper = blend(
    0.05,
    ellipsoid([0.094, 0.062, -0.016], [0.06, 0.062, 0.062]),
    ellipsoid([0.102, 0.052, 0.082], [0.062, 0.05, 0.072]),
    capsule([0.093, 0.08, -0.006], [0.089, 0.2, -0.004], 0.066, 0.074),
  )
  const boot = subtract(
    0.008,
    intersect(0.012, upper, halfSpace([0, 0.022, 0], [0, -1, 0]), halfSpace([0, 0.205, 0], [0, 1, 0])),
    offsetBy(FOOT_SPACE, 0.006),
  )
  const rim = subtract(
    0.006,
    roundedCylinder([0.089, 0.205, -0.004], 0.086, 0.086, 0.022, 0.02),
    offsetBy(FOOT_SPACE, 0.004),
  )
  const laces = [0, 1, 2, 3].map((i) =>
    tube(
      [
        [0.058, 0.112 + i * 0.02, 0.052 - i * 0.003],
        [0.094, 0.108 + i * 0.021, 0.082 - i * 0.005],
        [0.13, 0.112 + i * 0.02, 0.052 - i * 0.003],
      ],
      0.0072,
      0.004,
    ),
  )
  const cleats: DistanceField = (x, y, z) =>
    sole(0, 0.024, 0.012, 0.007)(x, y, z) + (y < 0.016 ? 0.005 * Math.max(0, Math.cos(z * 170)) ** 2 : 0)
  return {
    parts: [
      shoePart('Leather', boot, 3200, {
        regions: [
          { material: 'Cap', inside: (_x, y, z) => 0.118 - z + Math.max(0, y - 0.045) * 0.6 },
          { material: 'Cap', inside: (_x, y, z) => z + 0.03 + Math.max(0, y - 0.06) * 0.7 },
        ],
      }),
      shoePart('Lining', rim, 820),
      shoePart('Sole', cleats, 1700),
      shoePart('Lace', (x, y, z) => Math.min(...laces.map((lace) => lace(x, y, z))), 760, { cell: 0.004 }),
    ],
    paints: {
      Leather: glossPaint('#9a6239', 0.55),
      Cap: glossPaint('#7a4723', 0.5),
      Lining: clothPaint('#ead9b8'),
      Sole: glossPaint('#2f2a28', 0.7),
      Lace: glossPaint('#f4c430', 0.5),
    },
    cover: intersect(0.004, offsetBy(upper, -0.006), halfSpace([0, 0.18, 0], [0, 1, 0])),
  }
}
