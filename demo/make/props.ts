import type { SolidPart } from './build-patches.ts'
import { clothPaint, dullPaint, glossPaint, metalPaint } from './paint.ts'
import type { BuildWearablePiece } from './piece-types.ts'
import {
  ball,
  blend,
  box,
  capsule,
  type DistanceField,
  ellipsoid,
  halfSpace,
  intersect,
  mirrorToBothSides,
  type Point,
  ring,
  rotateSolid,
  roundedCylinder,
  shell,
  subtract,
  tube,
  union,
} from './signed-distance.ts'
import { buildStrap } from './strap.ts'

const propPart = (
  material: string,
  field: DistanceField,
  triangles: number,
  extra: Partial<SolidPart> = {},
): SolidPart => ({
  mesh: 'Thing',
  material,
  field,
  cell: 0.0085,
  triangles,
  ...extra,
})

/** A backpack with a flap, side pockets and straps over the shoulders. */
export const mossSatchel: BuildWearablePiece = (figure) => {
  const { torsoRise } = figure
  const back = -figure.chest[2] - 0.085
  const y = 0.73 + torsoRise * 0.8
  const at = (x: number, up: number, deep: number): Point => [x, y + up, back + deep]
  const on = { joint: 'Spine2' }
  const bag = box(at(0, 0, 0), [0.112, 0.125, 0.068], 0.05)
  const flap = intersect(0.012, shell(box(at(0, 0.004, 0), [0.112, 0.128, 0.07], 0.052), -0.004, 0.013), (x, py, z) =>
    Math.max(y + 0.022 + 0.5 * x * x * 4 - py, z - back - 0.05),
  )
  const pocket = box(at(0, -0.068, -0.064), [0.076, 0.045, 0.024], 0.02)
  const sides = mirrorToBothSides(box(at(0.118, -0.045, 0), [0.03, 0.058, 0.042], 0.024))
  const buckles = mirrorToBothSides(box(at(0.045, -0.018, -0.084), [0.0125, 0.04, 0.01], 0.006))
  const clasps = mirrorToBothSides(box(at(0.045, -0.022, -0.092), [0.017, 0.013, 0.008], 0.005))
  const reach = figure.chest[2] + 0.026
  const straps = mirrorToBothSides(
    tube(
      [
        at(0.065, 0.09, 0.06),
        [0.078, 0.915 + torsoRise, -0.04],
        [0.084, 0.932 + torsoRise, 0.01],
        [0.09, 0.87 + torsoRise, 0.075],
        [0.094, 0.79 + torsoRise, reach],
        [0.108, 0.7 + torsoRise, reach - 0.02],
        [0.132, 0.655 + torsoRise * 0.8, 0.03],
        at(0.1, -0.085, 0.05),
      ],
      0.0145,
      0.012,
    ),
  )
  const handle = tube(
    [at(-0.03, 0.118, 0.01), at(-0.02, 0.152, 0.012), at(0.02, 0.152, 0.012), at(0.03, 0.118, 0.01)],
    0.009,
    0.008,
  )
  return {
    parts: [
      propPart('Fabric', bag, 1400, on),
      propPart('Flap', flap, 1200, on),
      propPart('Fabric', union(pocket, sides), 1100, on),
      propPart('Strap', buckles, 400, { ...on, cell: 0.0065 }),
      propPart('Buckle', clasps, 400, { ...on, cell: 0.005 }),
      propPart('Flap', union(straps, handle), 1600),
    ],
    paints: {
      Fabric: clothPaint('#2f8f6b'),
      Flap: clothPaint('#257a5a'),
      Strap: glossPaint('#e0974a', 0.5),
      Buckle: glossPaint('#fff4dc', 0.35),
    },
  }
}

/** A satchel worn across the body. */
export const larkBag: BuildWearablePiece = (figure) => {
  const { torsoRise } = figure
  const x = figure.hips[0] + 0.062
  const bag = rotateSolid(box([x, 0.56, 0.02], [0.036, 0.07, 0.095], 0.03), 'y', 0.12, [x, 0.56, 0.02])
  const flap = intersect(
    0.01,
    shell(rotateSolid(box([x, 0.562, 0.02], [0.038, 0.073, 0.098], 0.032), 'y', 0.12, [x, 0.56, 0.02]), -0.004, 0.01),
    (_x, y, z) => 0.553 + 0.9 * (z - 0.02) ** 2 * 4 - y,
  )
  const front = figure.chest[2] + 0.03
  const across = buildStrap(
    [
      [x - 0.005, 0.62, 0.06],
      [0.1, 0.67 + torsoRise * 0.5, front - 0.01],
      [0.03, 0.75 + torsoRise * 0.8, front + 0.004],
      [-0.05, 0.85 + torsoRise, 0.088],
      [-0.085, 0.932 + torsoRise, 0],
      [-0.055, 0.86 + torsoRise, -0.085],
      [0.02, 0.76 + torsoRise * 0.8, -front - 0.002],
      [0.1, 0.66 + torsoRise * 0.5, -front + 0.012],
      [x - 0.005, 0.62, -0.03],
    ],
    0.013,
  )
  return {
    parts: [
      propPart('Leather', bag, 1200, { joint: 'Hips' }),
      propPart('Flap', flap, 1000, { joint: 'Hips' }),
      propPart('Buckle', ball([x + 0.048, 0.575, 0.012], 0.014), 160, { joint: 'Hips', cell: 0.005 }),
      propPart('Flap', across.field, 1400, { net: across.net }),
    ],
    paints: { Leather: glossPaint('#b5713a', 0.5), Flap: glossPaint('#8f5427', 0.5), Buckle: metalPaint('#f0c050') },
  }
}

/** A plinth for sculptures. */
export const northPlinth: BuildWearablePiece = () => {
  const slab = box([0, 0.25, 0], [0.2, 0.25, 0.2], 0.012)
  const lip = box([0, 0.486, 0], [0.216, 0.014, 0.216], 0.008)
  return {
    parts: [propPart('Plaster', slab, 1400, { cell: 0.011 }), propPart('Rim', lip, 900, { cell: 0.009 })],
    paints: { Plaster: glossPaint('#f1ede6', 0.85), Rim: glossPaint('#fbf9f5', 0.8) },
  }
}

/** A potted plant with round leaves. */
export const atticFern: BuildWearablePiece = () => {
  const pot = subtract(
    0.008,
    intersect(
      0.014,
      capsule([0, -0.2, 0], [0, 0.24, 0], 0.03, 0.13),
      halfSpace([0, 0.004, 0], [0, -1, 0]),
      halfSpace([0, 0.16, 0], [0, 1, 0]),
    ),
    capsule([0, 0.15, 0], [0, 0.3, 0], 0.085),
  )
  const leaves = Array.from({ length: 11 }, (_, i) => {
    const angle = i * 2.4
    const [up, out] = [0.3 + 0.22 * ((i * 0.37) % 1), 0.05 + 0.1 * ((i * 0.61) % 1)]
    const tip: Point = [Math.cos(angle) * (out + 0.05), up, Math.sin(angle) * (out + 0.05)]
    const leaf = rotateSolid(ellipsoid(tip, [0.016, 0.072, 0.05]), 'y', -angle, tip)
    return {
      stem: tube([[0, 0.13, 0], [Math.cos(angle) * out * 0.5, 0.22, Math.sin(angle) * out * 0.5], tip], 0.007, 0.008),
      leaf,
    }
  })
  return {
    parts: [
      propPart(
        'Pot',
        union(
          pot,
          intersect(
            0.006,
            roundedCylinder([0, 0.152, 0], 0.108, 0.108, 0.02, 0.012),
            (x, y, z) => 0.078 - Math.hypot(x, z) - Math.max(0, y - 0.5),
          ),
        ),
        1500,
      ),
      propPart('Soil', roundedCylinder([0, 0.13, 0], 0.086, 0.086, 0.014, 0.008), 260),
      propPart('Leaf', union(...leaves.map(({ leaf }) => leaf)), 3400, { cell: 0.008 }),
      propPart('Stem', union(...leaves.map(({ stem }) => stem)), 1200, { cell: 0.006 }),
    ],
    paints: {
      Pot: glossPaint('#d97b4f', 0.7),
      Soil: dullPaint('#4a3528'),
      Leaf: glossPaint('#3f9b5f', 0.42),
      Stem: glossPaint('#6aa84f', 0.5),
    },
  }
}

/** A ring-shaped lamp on a foot. */
export const moonLamp: BuildWearablePiece = () => ({
  parts: [
    propPart(
      'Foot',
      blend(0.02, roundedCylinder([0, 0.018, 0], 0.12, 0.12, 0.018, 0.012), capsule([0, 0.02, 0], [0, 0.2, 0], 0.014)),
      1000,
    ),
    propPart('Frame', ring([0, 0.37, 0], 'z', 0.175, 0.014), 1500, { cell: 0.007 }),
    propPart('Glow', ball([0, 0.37, 0], 0.105), 1100),
    propPart(
      'Frame',
      union(capsule([0, 0.18, 0], [0, 0.2, 0], 0.022), capsule([0, 0.47, 0], [0, 0.55, 0], 0.006)),
      500,
      {
        cell: 0.006,
      },
    ),
  ],
  paints: { Foot: glossPaint('#3a3f47', 0.4), Frame: metalPaint('#d9a441'), Glow: glossPaint('#ffe9b8', 0.5) },
})
