import { buildBody } from './body.ts'
import type { SolidPart } from './build-patches.ts'
import type { Figure } from './figure.ts'
import { addBands, buildSkirt, buildTop, buildTrousers, type Garment, heightSlab, inFrontOf } from './garment-shapes.ts'
import { clothPaint, metalPaint } from './paint.ts'
import type { BuildWearablePiece } from './piece-types.ts'
import {
  ball,
  blend,
  box,
  type DistanceField,
  exitDistance,
  halfSpace,
  intersect,
  mirrorToBothSides,
  offsetBy,
  subtract,
  tube,
  union,
} from './signed-distance.ts'
import { buildStrapPair } from './strap.ts'

const garmentPart = (
  material: string,
  field: DistanceField,
  triangles: number,
  extra: Partial<SolidPart> = {},
): SolidPart => ({
  mesh: 'Garment',
  isDraped: true,
  material,
  field,
  cell: 0.0058,
  triangles,
  ...extra,
})

/** Trousers with big pockets on the thighs. */
export const driftTrousers: BuildWearablePiece = (figure) => {
  const body = buildBody(figure)
  const pants = buildTrousers(body, { ease: 0.008, thick: 0.0135, hem: 0.075, waist: 0.645, wide: 0.014 })
  const { field, extra } = addBands(pants, [
    { inside: heightSlab(0.612, 0.7), by: 0.004, material: 'Trim' },
    { inside: heightSlab(0, 0.108), by: 0.004 },
    { inside: mirrorToBothSides(box([0.165, 0.36, 0.01], [0.06, 0.046, 0.042], 0.012)), by: 0.011 },
    { inside: mirrorToBothSides(box([0.165, 0.404, 0.01], [0.06, 0.014, 0.046], 0.008)), by: 0.008, material: 'Trim' },
  ])
  return {
    parts: [
      garmentPart('Fabric', field, 5000, extra),
      garmentPart('Button', ball([0, 0.632, figure.waist[2] + 0.028], 0.012), 90, { cell: 0.004 }),
    ],
    paints: {
      Fabric: clothPaint('#86a67a', 'twill'),
      Trim: clothPaint('#6f8f64', 'twill'),
      Button: metalPaint('#f3e6cf'),
    },
    cover: pants.cover,
  }
}

/** Straight jeans with turned-up hems. */
export const millJeans: BuildWearablePiece = (figure) => {
  const body = buildBody(figure)
  const pants = buildTrousers(body, { ease: 0.006, thick: 0.013, hem: 0.08, waist: 0.64, wide: 0.006 })
  const { field, extra } = addBands(pants, [
    { inside: heightSlab(0.609, 0.7), by: 0.004, material: 'Trim' },
    { inside: heightSlab(0, 0.128), by: 0.006, material: 'Cuff' },
    { inside: inFrontOf(0, mirrorToBothSides(box([0.09, 0.56, 0.1], [0.032, 0.03, 0.1], 0.012))), by: 0.0025 },
  ])
  return {
    parts: [
      garmentPart('Fabric', field, 4800, extra),
      garmentPart('Button', ball([0, 0.627, figure.waist[2] + 0.026], 0.011), 90, { cell: 0.004 }),
    ],
    paints: {
      Fabric: clothPaint('#3f5685', 'twill'),
      Trim: clothPaint('#33476f', 'twill'),
      Cuff: clothPaint('#7488b4', 'twill'),
      Button: metalPaint('#e8b04a'),
    },
    cover: pants.cover,
  }
}

/** Wide shorts with a drawstring. */
export const quayShorts: BuildWearablePiece = (figure) => {
  const body = buildBody(figure)
  const shorts = buildTrousers(body, { ease: 0.01, thick: 0.0135, hem: 0.36, waist: 0.64, wide: 0.05 })
  const { field, extra } = addBands(shorts, [
    { inside: heightSlab(0.606, 0.7), by: 0.005, material: 'Trim' },
    { inside: heightSlab(0.3, 0.383), by: 0.003, material: 'Trim' },
  ])
  const front = figure.waist[2]
  const cords = mirrorToBothSides(
    tube(
      [
        [0.012, 0.622, front + 0.03],
        [0.02, 0.595, front + 0.04],
        [0.024, 0.55, front + 0.036],
      ],
      0.006,
      0.003,
    ),
  )
  return {
    parts: [garmentPart('Fabric', field, 4200, extra), garmentPart('Cord', cords, 260, { cell: 0.0045 })],
    paints: { Fabric: clothPaint('#2a9d8f'), Trim: clothPaint('#f2c14e'), Cord: clothPaint('#fbf7ef') },
    cover: shorts.cover,
  }
}

/** Short pleated skirt with its waistband on the body. */
export const marshSkirt: BuildWearablePiece = (figure) => {
  const waist = 0.645
  const { core } = buildBody(figure)
  const garment = buildSkirt({
    waist,
    hem: 0.35,
    top: [
      exitDistance(core, [0, waist, 0], [1, 0, 0]) + 0.014,
      0,
      exitDistance(core, [0, waist, 0], [0, 0, 1]) + 0.016,
    ],
    wide: [0.232, 0, 0.215],
    folds: 14,
    thick: 0.014,
  })
  const { field, extra } = addBands(garment, [{ inside: heightSlab(0.612, 0.7), by: 0.005, material: 'Trim' }])
  return {
    parts: [garmentPart('Fabric', field, 4400, extra)],
    paints: { Fabric: clothPaint('#c8553d'), Trim: clothPaint('#8f3426') },
    cover: garment.cover,
  }
}

/** Builds a sleeveless bodice up to the chest, with straps. */
function bodice(
  figure: Figure,
  low: number,
  neckline: number,
): Garment & { shoulder: ReturnType<typeof buildStrapPair> } {
  const { torsoRise } = figure
  const core = buildBody(figure).core
  const line: DistanceField = (x, y, z) =>
    (y -
      (neckline +
        torsoRise -
        0.016 * Math.exp(-((x / 0.03) ** 2)) * (z > 0 ? 1 : 0) -
        0.35 * Math.max(0, Math.abs(x) - 0.06) -
        (z < 0 ? 0.02 : 0))) *
    0.85
  const outside = (by: number, slack: number): DistanceField =>
    intersect(0.008, offsetBy(core, by), offsetBy(line, slack), halfSpace([0, low, 0], [0, -1, 0]))
  const solid = outside(0.018, 0)
  const hollow = outside(0.005, 0.1)
  const shoulder = buildStrapPair(
    [
      [0.064, neckline - 0.012 + torsoRise, figure.chest[2] + 0.006],
      [0.07, 0.872 + torsoRise, 0.082],
      [0.077, 0.922 + torsoRise, 0.0],
      [0.068, 0.872 + torsoRise, -0.09],
      [0.06, neckline - 0.035 + torsoRise, -figure.chest[2] - 0.006],
    ],
    0.0105,
  )
  const cover = outside(0.012, -0.018)
  return { cloth: subtract(0.006, solid, hollow), solid, hollow, cover, middle: offsetBy(core, 0.0115), shoulder }
}

/** Summer dress with thin straps and a wide skirt. */
export const slipDress: BuildWearablePiece = (figure) => {
  const upper = bodice(figure, 0.6, 0.846)
  const lower = buildSkirt({
    waist: 0.672,
    hem: 0.3,
    top: [figure.waist[0] + 0.02, 0, figure.waist[2] + 0.02],
    wide: [0.245, 0, 0.225],
    folds: 9,
    thick: 0.014,
  })
  const garment = {
    ...lower,
    solid: blend(0.012, upper.solid, lower.solid),
    hollow: union(upper.hollow, lower.hollow),
    middle: union(upper.middle, lower.middle),
  }
  const { field, extra } = addBands(garment, [{ inside: heightSlab(0.645, 0.678), by: 0.006, material: 'Trim' }])
  return {
    parts: [
      garmentPart('Fabric', field, 5700, {
        ...extra,
        sharpLines: [{ line: garment.middle, above: 0.76, maxMove: 0.009 }],
      }),
      garmentPart('Trim', upper.shoulder.field, 420, { net: upper.shoulder.net }),
    ],
    paints: { Fabric: clothPaint('#d6336c'), Trim: clothPaint('#a61e4d') },
    cover: union(upper.cover, lower.cover),
  }
}

/** Dungarees: trousers, a bib with a pocket, straps with brass buttons. */
export const loamDungarees: BuildWearablePiece = (figure) => {
  const body = buildBody(figure)
  const { torsoRise } = figure
  // Wide enough for a loose shirt underneath.
  const loose = [figure.waist[0] + 0.001, 0.096] as const
  const pants = buildTrousers(body, { ease: 0.02, thick: 0.0135, hem: 0.09, waist: 0.68, wide: 0.016, loose })
  const vest = buildTop(figure, body, { ease: 0.027, thick: 0.013, hem: 0.62, sleeve: 0.02, neck: 0.06 })
  const bib = intersect(
    0.012,
    vest.solid,
    box([0, 0.735 + torsoRise * 0.5, 0.15], [0.08, 0.088 + torsoRise * 0.5, 0.13], 0.02),
  )
  const garment = {
    ...pants,
    solid: blend(0.01, pants.solid, bib),
    hollow: union(pants.hollow, intersect(0.004, vest.hollow, halfSpace([0, 0.675, 0], [0, -1, 0]))),
    middle: (x: number, y: number, z: number) => (y < 0.684 ? pants : vest).middle(x, y, z),
  }
  const pocket = inFrontOf(0, box([0, 0.745 + torsoRise * 0.6, 0.15], [0.044, 0.036, 0.1], 0.012))
  const { field, extra } = addBands(garment, [
    { inside: heightSlab(0, 0.135), by: 0.005, material: 'Stitch' },
    { inside: pocket, by: 0.006, material: 'Stitch' },
    { inside: inFrontOf(0, mirrorToBothSides(box([0.088, 0.57, 0.1], [0.034, 0.032, 0.1], 0.012))), by: 0.003 },
  ])
  const z = figure.chest[2] + 0.042
  const up = torsoRise + (figure.limb - 1) * 0.08
  const out = figure.chest[2] - 0.1
  const shoulder = buildStrapPair(
    [
      [0.06, 0.795 + torsoRise, z],
      [0.072, 0.888 + up, 0.094 + out],
      [0.078, 0.945 + up, 0],
      [0.066, 0.888 + up, -0.104 - out],
      [0.042, 0.78 + torsoRise, -z - 0.006],
      [0.03, 0.66 + torsoRise * 0.4, -figure.waist[2] - 0.034],
    ],
    0.0135,
  )
  return {
    parts: [
      garmentPart('Denim', field, 4400, {
        ...extra,
        sharpLines: [
          { line: garment.middle, above: 0.655, maxMove: 0.009 },
          { line: offsetBy(pocket, 0.0045) },
          { line: offsetBy(pocket, -0.0045) },
        ],
      }),
      garmentPart('Denim', shoulder.field, 800, { net: shoulder.net }),
      garmentPart('Button', mirrorToBothSides(ball([0.06, 0.795 + torsoRise, z + 0.01], 0.014)), 160, { cell: 0.005 }),
    ],
    paints: {
      Denim: clothPaint('#4a6fa5', 'twill'),
      Stitch: clothPaint('#7d9cc9', 'twill'),
      Button: metalPaint('#e9b44c'),
    },
    cover: intersect(0.002, pants.cover, halfSpace([0, 0.65, 0], [0, 1, 0])),
    cutter: halfSpace([0, 0.66, 0], [0, 1, 0]),
  }
}
