import { bodyOf } from './body.ts'
import { before, between, type Garment, legs, skirt, tailored, top } from './cloth.ts'
import { ball, blend, both, box, common, type Field, grown, half, reachOf, tube, union, without } from './field.ts'
import type { Figure } from './figure.ts'
import { cloth, metal } from './paint.ts'
import type { Part } from './piece.ts'
import { straps } from './strap.ts'
import type { Maker } from './wardrobe.ts'

const part = (material: string, field: Field, triangles: number, extra: Partial<Part> = {}): Part => ({
  mesh: 'Garment',
  drapes: true,
  material,
  field,
  cell: 0.0058,
  triangles,
  ...extra,
})

/** Trousers with big pockets on the thighs. */
export const driftTrousers: Maker = (figure) => {
  const body = bodyOf(figure)
  const pants = legs(body, { ease: 0.008, thick: 0.0135, hem: 0.075, waist: 0.645, wide: 0.014 })
  const { field, extra } = tailored(pants, [
    { inside: between(0.612, 0.7), by: 0.004, material: 'Trim' },
    { inside: between(0, 0.108), by: 0.004 },
    { inside: both(box([0.165, 0.36, 0.01], [0.06, 0.046, 0.042], 0.012)), by: 0.011 },
    { inside: both(box([0.165, 0.404, 0.01], [0.06, 0.014, 0.046], 0.008)), by: 0.008, material: 'Trim' },
  ])
  return {
    parts: [
      part('Fabric', field, 5000, extra),
      part('Button', ball([0, 0.632, figure.waist[2] + 0.028], 0.012), 90, { cell: 0.004 }),
    ],
    paints: { Fabric: cloth('#86a67a', 'twill'), Trim: cloth('#6f8f64', 'twill'), Button: metal('#f3e6cf') },
    cover: pants.cover,
  }
}

/** Straight jeans with turned-up hems. */
export const millJeans: Maker = (figure) => {
  const body = bodyOf(figure)
  const pants = legs(body, { ease: 0.006, thick: 0.013, hem: 0.08, waist: 0.64, wide: 0.006 })
  const { field, extra } = tailored(pants, [
    { inside: between(0.609, 0.7), by: 0.004, material: 'Trim' },
    { inside: between(0, 0.128), by: 0.006, material: 'Cuff' },
    { inside: before(0, both(box([0.09, 0.56, 0.1], [0.032, 0.03, 0.1], 0.012))), by: 0.0025 },
  ])
  return {
    parts: [
      part('Fabric', field, 4800, extra),
      part('Button', ball([0, 0.627, figure.waist[2] + 0.026], 0.011), 90, { cell: 0.004 }),
    ],
    paints: {
      Fabric: cloth('#3f5685', 'twill'),
      Trim: cloth('#33476f', 'twill'),
      Cuff: cloth('#7488b4', 'twill'),
      Button: metal('#e8b04a'),
    },
    cover: pants.cover,
  }
}

/** Wide shorts with a drawstring. */
export const quayShorts: Maker = (figure) => {
  const body = bodyOf(figure)
  const shorts = legs(body, { ease: 0.01, thick: 0.0135, hem: 0.36, waist: 0.64, wide: 0.05 })
  const { field, extra } = tailored(shorts, [
    { inside: between(0.606, 0.7), by: 0.005, material: 'Trim' },
    { inside: between(0.3, 0.383), by: 0.003, material: 'Trim' },
  ])
  const front = figure.waist[2]
  const cords = both(
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
    parts: [part('Fabric', field, 4200, extra), part('Cord', cords, 260, { cell: 0.0045 })],
    paints: { Fabric: cloth('#2a9d8f'), Trim: cloth('#f2c14e'), Cord: cloth('#fbf7ef') },
    cover: shorts.cover,
  }
}

/** A short pleated skirt, its waistband on the body. */
export const marshSkirt: Maker = (figure) => {
  const waist = 0.645
  const { core } = bodyOf(figure)
  const garment = skirt({
    waist,
    hem: 0.35,
    top: [reachOf(core, [0, waist, 0], [1, 0, 0]) + 0.014, 0, reachOf(core, [0, waist, 0], [0, 0, 1]) + 0.016],
    wide: [0.232, 0, 0.215],
    folds: 14,
    thick: 0.014,
  })
  const { field, extra } = tailored(garment, [{ inside: between(0.612, 0.7), by: 0.005, material: 'Trim' }])
  return {
    parts: [part('Fabric', field, 4400, extra)],
    paints: { Fabric: cloth('#c8553d'), Trim: cloth('#8f3426') },
    cover: garment.cover,
  }
}

/** A sleeveless bodice up to the chest, with straps. */
function bodice(figure: Figure, low: number, neckline: number): Garment & { shoulder: ReturnType<typeof straps> } {
  const { lift } = figure
  const core = bodyOf(figure).core
  const line: Field = (x, y, z) =>
    (y -
      (neckline +
        lift -
        0.016 * Math.exp(-((x / 0.03) ** 2)) * (z > 0 ? 1 : 0) -
        0.35 * Math.max(0, Math.abs(x) - 0.06) -
        (z < 0 ? 0.02 : 0))) *
    0.85
  const outside = (by: number, slack: number): Field =>
    common(0.008, grown(core, by), grown(line, slack), half([0, low, 0], [0, -1, 0]))
  const solid = outside(0.018, 0)
  const hollow = outside(0.005, 0.1)
  const shoulder = straps(
    [
      [0.064, neckline - 0.012 + lift, figure.chest[2] + 0.006],
      [0.07, 0.872 + lift, 0.082],
      [0.077, 0.922 + lift, 0.0],
      [0.068, 0.872 + lift, -0.09],
      [0.06, neckline - 0.035 + lift, -figure.chest[2] - 0.006],
    ],
    0.0105,
  )
  const cover = outside(0.012, -0.018)
  return { cloth: without(0.006, solid, hollow), solid, hollow, cover, middle: grown(core, 0.0115), shoulder }
}

/** A summer dress with thin straps and a swinging skirt. */
export const slipDress: Maker = (figure) => {
  const upper = bodice(figure, 0.6, 0.846)
  const lower = skirt({
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
  const { field, extra } = tailored(garment, [{ inside: between(0.645, 0.678), by: 0.006, material: 'Trim' }])
  return {
    parts: [
      part('Fabric', field, 5700, { ...extra, rims: [{ line: garment.middle, above: 0.76, most: 0.009 }] }),
      part('Trim', upper.shoulder.field, 420, { net: upper.shoulder.net }),
    ],
    paints: { Fabric: cloth('#d6336c'), Trim: cloth('#a61e4d') },
    cover: union(upper.cover, lower.cover),
  }
}

/** Dungarees: trousers, a bib with a pocket, straps with brass buttons. */
export const loamDungarees: Maker = (figure) => {
  const body = bodyOf(figure)
  const { lift } = figure
  // Wide enough for a shirt that hangs straight.
  const loose = [figure.waist[0] + 0.001, 0.096] as const
  const pants = legs(body, { ease: 0.02, thick: 0.0135, hem: 0.09, waist: 0.68, wide: 0.016, loose })
  const vest = top(figure, body, { ease: 0.027, thick: 0.013, hem: 0.62, sleeve: 0.02, neck: 0.06 })
  const bib = common(0.012, vest.solid, box([0, 0.735 + lift * 0.5, 0.15], [0.08, 0.088 + lift * 0.5, 0.13], 0.02))
  const garment = {
    ...pants,
    solid: blend(0.01, pants.solid, bib),
    hollow: union(pants.hollow, common(0.004, vest.hollow, half([0, 0.675, 0], [0, -1, 0]))),
    middle: (x: number, y: number, z: number) => (y < 0.684 ? pants : vest).middle(x, y, z),
  }
  const pocket = before(0, box([0, 0.745 + lift * 0.6, 0.15], [0.044, 0.036, 0.1], 0.012))
  const { field, extra } = tailored(garment, [
    { inside: between(0, 0.135), by: 0.005, material: 'Stitch' },
    { inside: pocket, by: 0.006, material: 'Stitch' },
    { inside: before(0, both(box([0.088, 0.57, 0.1], [0.034, 0.032, 0.1], 0.012))), by: 0.003 },
  ])
  const z = figure.chest[2] + 0.042
  const up = lift + (figure.limb - 1) * 0.08
  const out = figure.chest[2] - 0.1
  const shoulder = straps(
    [
      [0.06, 0.795 + lift, z],
      [0.072, 0.888 + up, 0.094 + out],
      [0.078, 0.945 + up, 0],
      [0.066, 0.888 + up, -0.104 - out],
      [0.042, 0.78 + lift, -z - 0.006],
      [0.03, 0.66 + lift * 0.4, -figure.waist[2] - 0.034],
    ],
    0.0135,
  )
  return {
    parts: [
      part('Denim', field, 4400, {
        ...extra,
        rims: [
          { line: garment.middle, above: 0.655, most: 0.009 },
          { line: grown(pocket, 0.0045) },
          { line: grown(pocket, -0.0045) },
        ],
      }),
      part('Denim', shoulder.field, 800, { net: shoulder.net }),
      part('Button', both(ball([0.06, 0.795 + lift, z + 0.01], 0.014)), 160, { cell: 0.005 }),
    ],
    paints: { Denim: cloth('#4a6fa5', 'twill'), Stitch: cloth('#7d9cc9', 'twill'), Button: metal('#e9b44c') },
    cover: common(0.002, pants.cover, half([0, 0.65, 0], [0, 1, 0])),
    clears: half([0, 0.66, 0], [0, 1, 0]),
  }
}
