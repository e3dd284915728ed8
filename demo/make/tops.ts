import { buildBody } from './body.ts'
import type { SolidPart } from './build-patches.ts'
import { addBands, armBand, buildTop, heightSlab, inFrontOf, neckHole } from './garment-shapes.ts'
import { clothPaint, glossPaint, metalPaint } from './paint.ts'
import type { BuildWearablePiece } from './piece-types.ts'
import {
  ball,
  blend,
  box,
  capsule,
  type DistanceField,
  intersect,
  mirrorToBothSides,
  offsetBy,
  roundedCylinder,
  shell,
  subtract,
  tube,
} from './signed-distance.ts'

const garmentPart = (
  material: string,
  field: DistanceField,
  triangles: number,
  extra: Partial<SolidPart> = {},
): SolidPart => ({
  mesh: 'Garment',
  material,
  field,
  cell: 0.0058,
  triangles,
  ...extra,
})

/** A padded jacket, open at the front, with a dark collar, cuffs and hem. */
export const kilnJacket: BuildWearablePiece = (figure) => {
  const body = buildBody(figure)
  const { torsoRise } = figure
  const jacket = buildTop(figure, body, {
    ease: 0.014,
    thick: 0.016,
    hem: 0.555,
    sleeve: 0.298,
    neck: 0.08,
    loose: [figure.waist[0] + 0.016, 0.106],
  })
  const opening: DistanceField = (x, y, z) => (z < 0.02 ? 0.3 : Math.abs(x) - 0.026 - Math.max(0, y - 0.7) * 0.17)
  const pockets = inFrontOf(0, mirrorToBothSides(box([0.086, 0.64, 0.15], [0.032, 0.036, 0.1], 0.012)))
  const flaps = inFrontOf(0, mirrorToBothSides(box([0.086, 0.672, 0.15], [0.036, 0.012, 0.1], 0.008)))
  const { field, extra } = addBands(jacket, [
    { inside: heightSlab(0.5, 0.603), by: 0.005, material: 'Trim' },
    { inside: armBand(figure, body, 0.256, 0.33), by: 0.005, material: 'Trim' },
    { inside: pockets, by: 0.007 },
    { inside: flaps, by: 0.006 },
    {
      inside: inFrontOf(0, box([0.088, 0.775 + torsoRise * 0.8, 0.14], [0.024, 0.0135, 0.1], 0.004)),
      by: 0.006,
      material: 'Badge',
    },
  ])
  const quilt: DistanceField = (x, y, z) =>
    field(x, y, z) + 0.003 * Math.max(0, Math.cos((y - 0.58) * 72)) ** 8 * (y > 0.62 ? 1 : 0)
  const neckline = capsule([0, 0.86 + torsoRise, 0.012], [0, 0.99 + torsoRise, -0.02], 0.078, 0.098)
  const high: DistanceField = (_x, y, z) => Math.max(0.888 + torsoRise - y, y - 0.968 - torsoRise + z * 0.16)
  const collar = subtract(0.014, intersect(0.016, shell(neckline, -0.004, 0.024), high), (x, y, z) =>
    z < 0 ? 0.3 : Math.abs(x) - 0.024 - (y - 0.88 - torsoRise) * 0.55,
  )
  return {
    parts: [garmentPart('Fabric', subtract(0.01, quilt, opening), 5200, extra), garmentPart('Trim', collar, 900)],
    paints: { Fabric: clothPaint('#e0592a'), Trim: clothPaint('#2f2b33'), Badge: metalPaint('#f2b632') },
    cover: subtract(0.004, jacket.cover, (x, y, z) => opening(x, y, z) - 0.02),
  }
}

/** A hoodie with its hood down, drawstrings and a pouch. */
export const monoHoodie: BuildWearablePiece = (figure) => {
  const body = buildBody(figure)
  const { torsoRise } = figure
  const hoodie = buildTop(figure, body, {
    ease: 0.012,
    thick: 0.014,
    hem: 0.545,
    sleeve: 0.3,
    neck: 0.078,
    loose: [figure.waist[0] + 0.014, 0.104],
  })
  const pouch = inFrontOf(
    0,
    intersect(
      0.01,
      box([0, 0.625, 0.15], [0.092, 0.044, 0.1], 0.012),
      (x, y) => (Math.abs(x) - 0.092 + Math.max(0, y - 0.615) * 0.75) * 0.8,
    ),
  )
  const { field, extra } = addBands(hoodie, [
    { inside: heightSlab(0.5, 0.582), by: 0.004, material: 'Trim' },
    { inside: armBand(figure, body, 0.268, 0.33), by: 0.004, material: 'Trim' },
    { inside: pouch, by: 0.009 },
  ])
  const rim = tube(
    Array.from({ length: 13 }, (_, i) => {
      const a = (i / 12) * 2 * Math.PI
      const back = (1 - Math.cos(a)) / 2
      return [
        Math.sin(a) * (0.09 + 0.014 * back),
        0.893 + torsoRise + 0.05 * back,
        0.086 * Math.cos(a) - 0.01 - 0.032 * back,
      ] as const
    }),
    (share) => 0.024 + 0.016 * ((1 - Math.cos(share * 2 * Math.PI)) / 2),
    0.012,
  )
  const sack = subtract(
    0.02,
    blend(0.03, ball([0, 0.882 + torsoRise, -0.12], 0.07), ball([0, 0.92 + torsoRise, -0.112], 0.062)),
    capsule([0, 0.85 + torsoRise, -0.02], [0, 1.02 + torsoRise, -0.06], 0.074, 0.09),
  )
  const chest = figure.chest[2] - 0.1
  const cords = mirrorToBothSides(
    tube(
      [
        [0.03, 0.886 + torsoRise, 0.092],
        [0.036, 0.85 + torsoRise, 0.132 + chest],
        [0.038, 0.79 + torsoRise * 0.9, 0.141 + chest],
        [0.038, 0.762 + torsoRise * 0.9, 0.141 + chest],
      ],
      0.0062,
      0.003,
    ),
  )
  return {
    parts: [
      garmentPart('Fabric', field, 4600, extra),
      garmentPart('Fabric', blend(0.02, rim, sack), 1300, { cell: 0.0075 }),
      garmentPart('Cord', cords, 320, { cell: 0.0045 }),
    ],
    paints: { Fabric: clothPaint('#8b6cf0'), Trim: clothPaint('#7a5ae0'), Cord: glossPaint('#fbf7ef', 0.6) },
    cover: hoodie.cover,
  }
}

/** A T-shirt with a ribbed neck and a stripe across the chest. */
export const coveTee: BuildWearablePiece = (figure) => {
  const body = buildBody(figure)
  const { torsoRise } = figure
  const tee = buildTop(figure, body, {
    ease: 0.006,
    thick: 0.013,
    hem: 0.57,
    sleeve: 0.115,
    neck: 0.07,
    loose: [figure.waist[0] + 0.004, 0.098],
  })
  const arms = armBand(figure, body, 0.045, 0.3)
  // The stripe is not on the inside, which is not visible.
  const stripe: DistanceField = (x, y, z) =>
    tee.hollow(x, y, z) < 0.003 ? 0.05 : Math.max(Math.abs(y - 0.722 - torsoRise * 0.7) - 0.026, -arms(x, y, z))
  const { field, extra } = addBands(tee, [
    { inside: offsetBy(neckHole(figure, 0.07), 0.02), by: 0.004, material: 'Trim' },
    { inside: armBand(figure, body, 0.098, 0.3), by: 0.002, material: 'Trim' },
    { inside: stripe, by: 0, material: 'Stripe' },
  ])
  return {
    parts: [garmentPart('Fabric', field, 3800, extra)],
    paints: { Fabric: clothPaint('#f4f0e6'), Trim: clothPaint('#e5ddcc'), Stripe: clothPaint('#2f8f86') },
    cover: tee.cover,
  }
}

/** A thick jumper with a rolled neck. */
export const foldKnit: BuildWearablePiece = (figure) => {
  const body = buildBody(figure)
  const { torsoRise } = figure
  const knit = buildTop(figure, body, {
    ease: 0.012,
    thick: 0.013,
    hem: 0.555,
    sleeve: 0.3,
    neck: 0.068,
    loose: [figure.waist[0] + 0.01, 0.104],
  })
  const { field, extra } = addBands(knit, [
    { inside: heightSlab(0.5, 0.6), by: 0.004, material: 'Collar' },
    { inside: armBand(figure, body, 0.256, 0.33), by: 0.004, material: 'Collar' },
  ])
  const roll = subtract(
    0.01,
    roundedCylinder([0, 0.936 + torsoRise, 0.002], 0.097, 0.094, 0.037, 0.034),
    capsule([0, 0.86 + torsoRise, 0], [0, 1 + torsoRise, 0], 0.062, 0.066),
  )
  return {
    parts: [garmentPart('Knit', field, 4400, extra), garmentPart('Collar', roll, 1000)],
    paints: { Knit: clothPaint('#f0b429', 'knit'), Collar: clothPaint('#e5a51d', 'knit') },
    cover: knit.cover,
  }
}
