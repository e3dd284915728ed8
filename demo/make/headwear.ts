import { ball, blend, common, drum, ellipsoid, type Field, grown, half, type Point, shell, without } from './field.ts'
import { HEAD } from './figure.ts'
import { cloth, gloss } from './paint.ts'
import type { Part } from './piece.ts'
import type { Maker } from './wardrobe.ts'

const at = (x: number, y: number, z: number): Point => [x, HEAD[1] + y, z]
const part = (material: string, field: Field, triangles: number, cell = 0.006): Part => ({
  mesh: 'Accessory',
  material,
  field,
  cell,
  triangles,
  joint: 'Head',
})

/** A cap with six panels, a curved peak and a round badge. */
export const ferryCap: Maker = () => {
  const tilt = half(at(0, 0.048, 0), [0, -1, 0.22])
  const seams =
    (field: Field): Field =>
    (x, y, z) =>
      field(x, y, z) + 0.0035 * Math.exp(-((Math.sin(Math.atan2(x, z) * 3) * Math.hypot(x, z) * 18) ** 2) * 0.6)
  const crown = ellipsoid(at(0, 0.03, -0.008), [0.194, 0.19, 0.2])
  const dome = without(
    0.008,
    common(0.014, seams(crown), tilt),
    common(0.005, grown(crown, -0.012), half(at(0, -0.06, 0), [0, -1, 0])),
  )
  const peak: Field = (x, y, z) => {
    const drop = HEAD[1] + 0.094 - 1.3 * x * x - (z - 0.18) * 0.22
    const outline = (Math.sqrt((x / 0.155) ** 2 + ((z - 0.14) / 0.185) ** 2) - 1) * 0.155
    const thick = Math.abs(y - drop) - 0.011
    return (
      (Math.hypot(Math.max(0, outline + 0.01), Math.max(0, thick + 0.008)) -
        0.009 +
        Math.min(0, Math.max(outline, thick))) *
      0.85
    )
  }
  const brim = without(0.006, peak, grown(crown, -0.006))
  const badge = common(0.006, shell(crown, 0.001, 0.011), (x, y) => Math.hypot(x, y - HEAD[1] - 0.136) - 0.034)
  const wave = common(0.003, shell(crown, 0.006, 0.015), (x, y) =>
    Math.max(Math.abs(Math.hypot(x, y - HEAD[1] - 0.127) - 0.018) - 0.0045, HEAD[1] + 0.13 - y),
  )
  return {
    parts: [
      part('Fabric', dome, 2800),
      part('Peak', brim, 1800, 0.0045),
      part('Peak', ball(at(0, 0.222, -0.008), 0.015), 200, 0.005),
      part('Badge', badge, 420, 0.005),
      part('Emblem', wave, 260, 0.0035),
    ],
    paints: { Fabric: cloth('#2f6bed'), Peak: cloth('#2458cf'), Badge: gloss('#fffaf0'), Emblem: gloss('#2458cf') },
    cover: common(0.004, grown(crown, -0.006), half(at(0, 0.06, 0), [0, -1, 0.22])),
    clears: common(0.004, grown(crown, 0.05), half(at(0, 0.062, 0), [0, -1, 0.22])),
  }
}

const ribbed =
  (field: Field, count: number, deep: number): Field =>
  (x, y, z) =>
    field(x, y, z) + deep * Math.abs(Math.cos((Math.atan2(x, z) * count) / 2)) - deep * 0.5

/** A ribbed beanie with a rolled brim and a pompom. */
export const pebbleBeanie: Maker = () => {
  const crown = blend(0.03, ellipsoid(at(0, 0.035, -0.01), [0.192, 0.2, 0.194]), ball(at(0, 0.195, -0.025), 0.05))
  const dome = without(
    0.008,
    common(0.01, ribbed(crown, 22, 0.005), half(at(0, 0.07, 0), [0, -1, 0.1])),
    grown(crown, -0.014),
  )
  const roll: Field = (x, y, z) => drum([0, HEAD[1] + 0.068, -0.008], 0.204, 0.206, 0.04, 0.024)(x, y - z * 0.16, z)
  const brim = without(0.008, ribbed(roll, 44, 0.006), grown(crown, -0.008))
  const tufts = Array.from({ length: 16 }, (_, i) => {
    const h = 1 - (2 * (i + 0.5)) / 16
    const f = Math.sqrt(1 - h * h)
    return ball(at(Math.cos(i * 2.4) * f * 0.036, 0.272 + h * 0.034, -0.03 + Math.sin(i * 2.4) * f * 0.036), 0.026)
  })
  return {
    parts: [part('Knit', dome, 2800), part('Brim', brim, 2600), part('Pompom', blend(0.008, ...tufts), 900)],
    paints: { Knit: cloth('#f7b92e', 'knit'), Brim: cloth('#f2a91a', 'knit'), Pompom: cloth('#fff6e6', 'knit') },
    cover: common(0.004, grown(crown, -0.008), half(at(0, 0.06, 0), [0, -1, 0.16])),
    clears: common(0.004, grown(crown, 0.05), half(at(0, 0.062, 0), [0, -1, 0.16])),
  }
}

/** A soft bucket hat. */
export const drizzleBucket: Maker = () => {
  const crown = common(0.05, ellipsoid(at(0, 0.03, -0.008), [0.2, 0.24, 0.204]), half(at(0, 0.215, 0), [0, 1, 0]))
  const brim: Field = (x, y, z) => {
    const r = Math.hypot(x, z + 0.008)
    const drop = y - HEAD[1] - 0.085 - z * 0.06 + (r - 0.19) * 0.7
    const out = Math.max(r - 0.262, 0.178 - r)
    return Math.hypot(Math.max(0, out + 0.008), Math.max(0, Math.abs(drop) * 0.8 - 0.003)) - 0.009
  }
  const hat = without(
    0.008,
    blend(0.02, common(0.006, crown, half(at(0, 0.078, 0), [0, -1, 0.06])), brim),
    common(0.004, grown(crown, -0.014), half(at(0, -0.2, 0), [0, -1, 0])),
  )
  const band = common(
    0.006,
    shell(crown, -0.004, 0.006),
    (_x, y, _z) => Math.abs(y - HEAD[1] - 0.112 - _z * 0.06) - 0.018,
  )
  return {
    parts: [part('Fabric', hat, 4200), part('Band', band, 900)],
    paints: { Fabric: cloth('#5c946e'), Band: cloth('#f4e9cd') },
    cover: common(0.004, grown(crown, -0.008), half(at(0, 0.08, 0), [0, -1, 0])),
  }
}
