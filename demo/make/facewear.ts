import { headOf } from './body.ts'
import {
  ball,
  blend,
  both,
  box,
  common,
  ellipsoid,
  type Field,
  grown,
  half,
  type Point,
  ring,
  shell,
  tube,
  turned,
  union,
  without,
} from './field.ts'
import { HEAD } from './figure.ts'
import { cloth, gloss, metal } from './paint.ts'
import type { Part } from './piece.ts'
import type { Maker } from './wardrobe.ts'

const at = (x: number, y: number, z: number): Point => [x, HEAD[1] + y, z]
const head = headOf(HEAD)
const part = (material: string, field: Field, triangles: number, cell = 0.006): Part => ({
  mesh: 'Accessory',
  material,
  field,
  cell,
  triangles,
  joint: 'Head',
})

/** Big round headphones. */
export const haloCans: Maker = () => {
  const arc = (radius: number, from: number, to: number, steps: number) =>
    Array.from({ length: steps + 1 }, (_, i) => {
      const a = from + ((to - from) * i) / steps
      return at(Math.cos(a) * radius, 0.005 + Math.sin(a) * (radius + 0.012), -0.01)
    })
  const flat =
    (field: Field): Field =>
    (x, y, z) =>
      field(x, y, (z + 0.01) * 0.62 - 0.01)
  const band = flat(tube(arc(0.213, 0.02, Math.PI - 0.02, 22), 0.0155, 0.004))
  const pad = flat(tube(arc(0.201, 0.95, Math.PI - 0.95, 12), 0.0135, 0.004))
  const cup = both(blend(0.01, ellipsoid(at(0.212, -0.028, -0.006), [0.032, 0.072, 0.066])))
  return {
    parts: [
      part(
        'Shell',
        union(
          band,
          both(
            common(
              0.01,
              ellipsoid(at(0.214, -0.028, -0.006), [0.036, 0.074, 0.068]),
              half(at(0.195, 0, 0), [-1, 0, 0]),
            ),
          ),
        ),
        3400,
        0.005,
      ),
      part(
        'Cushion',
        both(without(0.006, ellipsoid(at(0.187, -0.028, -0.006), [0.026, 0.07, 0.064]), grown(head, -0.004))),
        1000,
      ),
      part(
        'Accent',
        both(
          common(
            0.006,
            grown(cup, 0.002),
            (_x, y, z) => Math.hypot((y - HEAD[1] + 0.028) * 0.95, z + 0.006) - 0.044,
            half(at(0.226, 0, 0), [-1, 0, 0]),
          ),
        ),
        800,
        0.006,
      ),
      part('Accent', pad, 700),
    ],
    paints: { Shell: gloss('#fbf6ec', 0.32), Cushion: gloss('#33303a', 0.6), Accent: gloss('#f2604d', 0.35) },
  }
}

/** Gold hoops with a bead. */
export const brassHoop: Maker = () => {
  const hoop = turned(ring(at(0.183, -0.103, -0.004), 'z', 0.034, 0.0058), 'y', 0.5, at(0.183, -0.103, -0.004))
  const stud = ball(at(0.181, -0.067, -0.002), 0.009)
  return {
    parts: [
      part('Metal', both(union(hoop, stud)), 1500, 0.0035),
      part('Bead', both(ball(at(0.183, -0.138, -0.004), 0.0125)), 420, 0.0045),
    ],
    paints: { Metal: metal('#f0b93a'), Bead: gloss('#1f9d8a', 0.22) },
  }
}

/** A soft mask over nose and mouth. */
export const linenMask: Maker = () => {
  const region: Field = (x, y, z) => {
    const h = y - HEAD[1]
    const up = h + 0.022 + 0.9 * Math.abs(x) * Math.abs(x) * 2.2
    return Math.max(up, -0.158 + 0.16 * Math.abs(x) - h, Math.abs(x) - 0.128, 0.02 - z) * 0.9
  }
  const base = blend(0.05, head, ellipsoid(at(0, -0.08, 0.1), [0.08, 0.06, 0.095]))
  const pleats: Field = (x, y, z) =>
    common(0.01, shell(base, 0.003, 0.013), region)(x, y, z) +
    0.0018 * Math.cos((y - HEAD[1] + 0.09) * 230) * (Math.abs(x) < 0.1 ? 1 : 0)
  const loops = both(
    union(
      tube(
        [at(0.125, -0.055, 0.108), at(0.165, -0.035, 0.06), at(0.188, -0.01, 0.0), at(0.184, -0.04, -0.035)],
        0.0045,
        0.004,
      ),
      tube(
        [at(0.122, -0.125, 0.085), at(0.155, -0.1, 0.05), at(0.178, -0.075, 0.0), at(0.184, -0.04, -0.035)],
        0.0045,
        0.004,
      ),
    ),
  )
  return {
    parts: [part('Fabric', pleats, 2200, 0.0065), part('Cord', loops, 700, 0.0045)],
    paints: { Fabric: cloth('#8fb8c9'), Cord: cloth('#fbf7ef') },
  }
}

const EYE_X = 0.066
const FRAME_Z = 0.186

/** The arms of glasses, from the frame to behind the ears. */
const temples = both(
  tube(
    [at(0.112, 0.012, FRAME_Z - 0.026), at(0.158, 0.018, 0.11), at(0.187, 0.016, 0.02), at(0.189, -0.004, -0.03)],
    0.0058,
    0.004,
  ),
)

/** A lens frame bows with the face: nearer at the nose, further back at the temples. */
const bowed =
  (field: Field): Field =>
  (x, y, z) =>
    field(x, y, z + Math.max(0, Math.abs(x) - 0.02) ** 2 * 2.6)

/** Round glasses. */
export const reedGlasses: Maker = () => {
  const rim = both(ring(at(EYE_X, -0.004, FRAME_Z), 'z', 0.052, 0.0068))
  const bridge = tube(
    [at(-0.018, 0.006, FRAME_Z), at(0, 0.014, FRAME_Z + 0.004), at(0.018, 0.006, FRAME_Z)],
    0.006,
    0.006,
  )
  const lens = both(
    common(
      0.001,
      (_x, _y, z) => Math.abs(z - FRAME_Z) - 0.002,
      (x, y) => Math.hypot(x - EYE_X, y - HEAD[1] + 0.004) - 0.051,
    ),
  )
  return {
    parts: [
      part('Frame', union(bowed(union(rim, bridge)), temples), 3200, 0.0042),
      { ...part('Lens', bowed(lens), 420, 0.004), exposed: true },
    ],
    paints: { Frame: gloss('#14746a', 0.3), Lens: { colour: '#d9f0f2', roughness: 0.08, alpha: 0.22 } },
  }
}

/** Dark glasses with a straight brow. */
export const slateShades: Maker = () => {
  const shape =
    (grow: number): Field =>
    (x, y, z) => {
      const flat = box([EYE_X, HEAD[1] - 0.006, z], [0.05 + grow, 0.034 + grow, 1], 0.024)(
        x,
        y + Math.max(0, x - EYE_X) * -0.12,
        z,
      )
      return flat
    }
  const depth =
    (thick: number): Field =>
    (_x, _y, z) =>
      Math.abs(z - FRAME_Z) - thick
  const frame = both(without(0.003, common(0.006, shape(0.008), depth(0.008)), shape(-0.004)))
  const bridge = tube(
    [at(-0.02, 0.012, FRAME_Z), at(0, 0.016, FRAME_Z + 0.002), at(0.02, 0.012, FRAME_Z)],
    0.0075,
    0.006,
  )
  const lens = both(common(0.002, shape(-0.002), depth(0.0035)))
  return {
    parts: [
      part('Frame', union(bowed(union(frame, bridge)), temples), 3000, 0.0045),
      { ...part('Lens', bowed(lens), 700, 0.004), exposed: true },
    ],
    paints: { Frame: gloss('#2b2a30', 0.3), Lens: { colour: '#20303c', roughness: 0.06, alpha: 0.88 } },
  }
}
