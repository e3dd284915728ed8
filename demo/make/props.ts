import {
  ball,
  blend,
  both,
  box,
  common,
  drum,
  ellipsoid,
  type Field,
  half,
  type Point,
  ring,
  rod,
  shell,
  tube,
  turned,
  union,
  without,
} from './field.ts'
import { cloth, dull, gloss, metal } from './paint.ts'
import type { Part } from './piece.ts'
import { strap } from './strap.ts'
import type { Maker } from './wardrobe.ts'

const part = (material: string, field: Field, triangles: number, extra: Partial<Part> = {}): Part => ({
  mesh: 'Thing',
  material,
  field,
  cell: 0.0085,
  triangles,
  ...extra,
})

/** A backpack with a flap, side pockets and straps over the shoulders. */
export const mossSatchel: Maker = (figure) => {
  const { lift } = figure
  const back = -figure.chest[2] - 0.085
  const y = 0.73 + lift * 0.8
  const at = (x: number, up: number, deep: number): Point => [x, y + up, back + deep]
  const on = { joint: 'Spine2' }
  const bag = box(at(0, 0, 0), [0.112, 0.125, 0.068], 0.05)
  const flap = common(0.012, shell(box(at(0, 0.004, 0), [0.112, 0.128, 0.07], 0.052), -0.004, 0.013), (x, py, z) =>
    Math.max(y + 0.022 + 0.5 * x * x * 4 - py, z - back - 0.05),
  )
  const pocket = box(at(0, -0.068, -0.064), [0.076, 0.045, 0.024], 0.02)
  const sides = both(box(at(0.118, -0.045, 0), [0.03, 0.058, 0.042], 0.024))
  const buckles = both(box(at(0.045, -0.018, -0.084), [0.0125, 0.04, 0.01], 0.006))
  const clasps = both(box(at(0.045, -0.022, -0.092), [0.017, 0.013, 0.008], 0.005))
  const reach = figure.chest[2] + 0.026
  const straps = both(
    tube(
      [
        at(0.065, 0.09, 0.06),
        [0.078, 0.915 + lift, -0.04],
        [0.084, 0.932 + lift, 0.01],
        [0.09, 0.87 + lift, 0.075],
        [0.094, 0.79 + lift, reach],
        [0.108, 0.7 + lift, reach - 0.02],
        [0.132, 0.655 + lift * 0.8, 0.03],
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
      part('Fabric', bag, 1400, on),
      part('Flap', flap, 1200, on),
      part('Fabric', union(pocket, sides), 1100, on),
      part('Strap', buckles, 400, { ...on, cell: 0.0065 }),
      part('Buckle', clasps, 400, { ...on, cell: 0.005 }),
      part('Flap', union(straps, handle), 1600),
    ],
    paints: {
      Fabric: cloth('#2f8f6b'),
      Flap: cloth('#257a5a'),
      Strap: gloss('#e0974a', 0.5),
      Buckle: gloss('#fff4dc', 0.35),
    },
  }
}

/** A satchel worn across the body. */
export const larkBag: Maker = (figure) => {
  const { lift } = figure
  const x = figure.hips[0] + 0.062
  const bag = turned(box([x, 0.56, 0.02], [0.036, 0.07, 0.095], 0.03), 'y', 0.12, [x, 0.56, 0.02])
  const flap = common(
    0.01,
    shell(turned(box([x, 0.562, 0.02], [0.038, 0.073, 0.098], 0.032), 'y', 0.12, [x, 0.56, 0.02]), -0.004, 0.01),
    (_x, y, z) => 0.553 + 0.9 * (z - 0.02) ** 2 * 4 - y,
  )
  const front = figure.chest[2] + 0.03
  const across = strap(
    [
      [x - 0.005, 0.62, 0.06],
      [0.1, 0.67 + lift * 0.5, front - 0.01],
      [0.03, 0.75 + lift * 0.8, front + 0.004],
      [-0.05, 0.85 + lift, 0.088],
      [-0.085, 0.932 + lift, 0],
      [-0.055, 0.86 + lift, -0.085],
      [0.02, 0.76 + lift * 0.8, -front - 0.002],
      [0.1, 0.66 + lift * 0.5, -front + 0.012],
      [x - 0.005, 0.62, -0.03],
    ],
    0.013,
  )
  return {
    parts: [
      part('Leather', bag, 1200, { joint: 'Hips' }),
      part('Flap', flap, 1000, { joint: 'Hips' }),
      part('Buckle', ball([x + 0.048, 0.575, 0.012], 0.014), 160, { joint: 'Hips', cell: 0.005 }),
      part('Flap', across.field, 1400, { net: across.net }),
    ],
    paints: { Leather: gloss('#b5713a', 0.5), Flap: gloss('#8f5427', 0.5), Buckle: metal('#f0c050') },
  }
}

/** A plinth to stand works on. */
export const northPlinth: Maker = () => {
  const slab = box([0, 0.25, 0], [0.2, 0.25, 0.2], 0.012)
  const lip = box([0, 0.486, 0], [0.216, 0.014, 0.216], 0.008)
  return {
    parts: [part('Plaster', slab, 1400, { cell: 0.011 }), part('Rim', lip, 900, { cell: 0.009 })],
    paints: { Plaster: gloss('#f1ede6', 0.85), Rim: gloss('#fbf9f5', 0.8) },
  }
}

/** A potted plant with round leaves. */
export const atticFern: Maker = () => {
  const pot = without(
    0.008,
    common(
      0.014,
      rod([0, -0.2, 0], [0, 0.24, 0], 0.03, 0.13),
      half([0, 0.004, 0], [0, -1, 0]),
      half([0, 0.16, 0], [0, 1, 0]),
    ),
    rod([0, 0.15, 0], [0, 0.3, 0], 0.085),
  )
  const leaves = Array.from({ length: 11 }, (_, i) => {
    const turn = i * 2.4
    const [up, out] = [0.3 + 0.22 * ((i * 0.37) % 1), 0.05 + 0.1 * ((i * 0.61) % 1)]
    const tip: Point = [Math.cos(turn) * (out + 0.05), up, Math.sin(turn) * (out + 0.05)]
    const leaf = turned(ellipsoid(tip, [0.016, 0.072, 0.05]), 'y', -turn, tip)
    return {
      stem: tube([[0, 0.13, 0], [Math.cos(turn) * out * 0.5, 0.22, Math.sin(turn) * out * 0.5], tip], 0.007, 0.008),
      leaf,
    }
  })
  return {
    parts: [
      part(
        'Pot',
        union(
          pot,
          common(
            0.006,
            drum([0, 0.152, 0], 0.108, 0.108, 0.02, 0.012),
            (x, y, z) => 0.078 - Math.hypot(x, z) - Math.max(0, y - 0.5),
          ),
        ),
        1500,
      ),
      part('Soil', drum([0, 0.13, 0], 0.086, 0.086, 0.014, 0.008), 260),
      part('Leaf', union(...leaves.map(({ leaf }) => leaf)), 3400, { cell: 0.008 }),
      part('Stem', union(...leaves.map(({ stem }) => stem)), 1200, { cell: 0.006 }),
    ],
    paints: {
      Pot: gloss('#d97b4f', 0.7),
      Soil: dull('#4a3528'),
      Leaf: gloss('#3f9b5f', 0.42),
      Stem: gloss('#6aa84f', 0.5),
    },
  }
}

/** A ring-shaped lamp on a foot. */
export const moonLamp: Maker = () => ({
  parts: [
    part(
      'Foot',
      blend(0.02, drum([0, 0.018, 0], 0.12, 0.12, 0.018, 0.012), rod([0, 0.02, 0], [0, 0.2, 0], 0.014)),
      1000,
    ),
    part('Frame', ring([0, 0.37, 0], 'z', 0.175, 0.014), 1500, { cell: 0.007 }),
    part('Glow', ball([0, 0.37, 0], 0.105), 1100),
    part('Frame', union(rod([0, 0.18, 0], [0, 0.2, 0], 0.022), rod([0, 0.47, 0], [0, 0.55, 0], 0.006)), 500, {
      cell: 0.006,
    }),
  ],
  paints: { Foot: gloss('#3a3f47', 0.4), Frame: metal('#d9a441'), Glow: gloss('#ffe9b8', 0.5) },
})
