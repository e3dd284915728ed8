import { buildHead } from './body.ts'
import type { SolidPart } from './build-patches.ts'
import { HEAD_CENTRE } from './figure.ts'
import { clothPaint, glossPaint, metalPaint } from './paint.ts'
import type { BuildWearablePiece } from './piece-types.ts'
import {
  ball,
  blend,
  box,
  type DistanceField,
  ellipsoid,
  halfSpace,
  intersect,
  mirrorToBothSides,
  offsetBy,
  type Point,
  ring,
  rotateSolid,
  shell,
  subtract,
  tube,
  union,
} from './signed-distance.ts'

const fromHead = (x: number, y: number, z: number): Point => [x, HEAD_CENTRE[1] + y, z]
const head = buildHead(HEAD_CENTRE)
const accessoryPart = (material: string, field: DistanceField, triangles: number, cell = 0.006): SolidPart => ({
  mesh: 'Accessory',
  material,
  field,
  cell,
  triangles,
  joint: 'Head',
})

/** Big round headphones. */
export const haloCans: BuildWearablePiece = () => {
  const arc = (radius: number, from: number, to: number, steps: number) =>
    Array.from({ length: steps + 1 }, (_, i) => {
      const a = from + ((to - from) * i) / steps
      return fromHead(Math.cos(a) * radius, 0.005 + Math.sin(a) * (radius + 0.012), -0.01)
    })
  const flat =
    (field: DistanceField): DistanceField =>
    (x, y, z) =>
      field(x, y, (z + 0.01) * 0.62 - 0.01)
  const band = flat(tube(arc(0.213, 0.02, Math.PI - 0.02, 22), 0.0155, 0.004))
  const pad = flat(tube(arc(0.201, 0.95, Math.PI - 0.95, 12), 0.0135, 0.004))
  const cup = mirrorToBothSides(blend(0.01, ellipsoid(fromHead(0.212, -0.028, -0.006), [0.032, 0.072, 0.066])))
  return {
    parts: [
      accessoryPart(
        'Shell',
        union(
          band,
          mirrorToBothSides(
            intersect(
              0.01,
              ellipsoid(fromHead(0.214, -0.028, -0.006), [0.036, 0.074, 0.068]),
              halfSpace(fromHead(0.195, 0, 0), [-1, 0, 0]),
            ),
          ),
        ),
        3400,
        0.005,
      ),
      accessoryPart(
        'Cushion',
        mirrorToBothSides(
          subtract(0.006, ellipsoid(fromHead(0.187, -0.028, -0.006), [0.026, 0.07, 0.064]), offsetBy(head, -0.004)),
        ),
        1000,
      ),
      accessoryPart(
        'Accent',
        mirrorToBothSides(
          intersect(
            0.006,
            offsetBy(cup, 0.002),
            (_x, y, z) => Math.hypot((y - HEAD_CENTRE[1] + 0.028) * 0.95, z + 0.006) - 0.044,
            halfSpace(fromHead(0.226, 0, 0), [-1, 0, 0]),
          ),
        ),
        800,
        0.006,
      ),
      accessoryPart('Accent', pad, 700),
    ],
    paints: {
      Shell: glossPaint('#fbf6ec', 0.32),
      Cushion: glossPaint('#33303a', 0.6),
      Accent: glossPaint('#f2604d', 0.35),
    },
  }
}

/** Gold hoops with a bead. */
export const brassHoop: BuildWearablePiece = () => {
  const hoop = rotateSolid(
    ring(fromHead(0.183, -0.103, -0.004), 'z', 0.034, 0.0058),
    'y',
    0.5,
    fromHead(0.183, -0.103, -0.004),
  )
  const stud = ball(fromHead(0.181, -0.067, -0.002), 0.009)
  return {
    parts: [
      accessoryPart('Metal', mirrorToBothSides(union(hoop, stud)), 1500, 0.0035),
      accessoryPart('Bead', mirrorToBothSides(ball(fromHead(0.183, -0.138, -0.004), 0.0125)), 420, 0.0045),
    ],
    paints: { Metal: metalPaint('#f0b93a'), Bead: glossPaint('#1f9d8a', 0.22) },
  }
}

/** A soft mask over nose and mouth. */
export const linenMask: BuildWearablePiece = () => {
  const region: DistanceField = (x, y, z) => {
    const h = y - HEAD_CENTRE[1]
    const up = h + 0.022 + 0.9 * Math.abs(x) * Math.abs(x) * 2.2
    return Math.max(up, -0.158 + 0.16 * Math.abs(x) - h, Math.abs(x) - 0.128, 0.02 - z) * 0.9
  }
  const base = blend(0.05, head, ellipsoid(fromHead(0, -0.08, 0.1), [0.08, 0.06, 0.095]))
  const pleats: DistanceField = (x, y, z) =>
    intersect(0.01, shell(base, 0.003, 0.013), region)(x, y, z) +
    0.0018 * Math.cos((y - HEAD_CENTRE[1] + 0.09) * 230) * (Math.abs(x) < 0.1 ? 1 : 0)
  const loops = mirrorToBothSides(
    union(
      tube(
        [
          fromHead(0.125, -0.055, 0.108),
          fromHead(0.165, -0.035, 0.06),
          fromHead(0.188, -0.01, 0.0),
          fromHead(0.184, -0.04, -0.035),
        ],
        0.0045,
        0.004,
      ),
      tube(
        [
          fromHead(0.122, -0.125, 0.085),
          fromHead(0.155, -0.1, 0.05),
          fromHead(0.178, -0.075, 0.0),
          fromHead(0.184, -0.04, -0.035),
        ],
        0.0045,
        0.004,
      ),
    ),
  )
  return {
    parts: [accessoryPart('Fabric', pleats, 2200, 0.0065), accessoryPart('Cord', loops, 700, 0.0045)],
    paints: { Fabric: clothPaint('#8fb8c9'), Cord: clothPaint('#fbf7ef') },
  }
}

const EYE_X = 0.066
const FRAME_Z = 0.186

/** Arms of glasses, from the frame to behind the ears. */
const temples = mirrorToBothSides(
  tube(
    [
      fromHead(0.112, 0.012, FRAME_Z - 0.026),
      fromHead(0.158, 0.018, 0.11),
      fromHead(0.187, 0.016, 0.02),
      fromHead(0.189, -0.004, -0.03),
    ],
    0.0058,
    0.004,
  ),
)

/** Bends a lens frame around the face: nearer at the nose, further back at the temples. */
const bowed =
  (field: DistanceField): DistanceField =>
  (x, y, z) =>
    field(x, y, z + Math.max(0, Math.abs(x) - 0.02) ** 2 * 2.6)

export const reedGlasses: BuildWearablePiece = () => {
  const rim = mirrorToBothSides(ring(fromHead(EYE_X, -0.004, FRAME_Z), 'z', 0.052, 0.0068))
  const bridge = tube(
    [fromHead(-0.018, 0.006, FRAME_Z), fromHead(0, 0.014, FRAME_Z + 0.004), fromHead(0.018, 0.006, FRAME_Z)],
    0.006,
    0.006,
  )
  const lens = mirrorToBothSides(
    intersect(
      0.001,
      (_x, _y, z) => Math.abs(z - FRAME_Z) - 0.002,
      (x, y) => Math.hypot(x - EYE_X, y - HEAD_CENTRE[1] + 0.004) - 0.051,
    ),
  )
  return {
    parts: [
      accessoryPart('Frame', union(bowed(union(rim, bridge)), temples), 3200, 0.0042),
      { ...accessoryPart('Lens', bowed(lens), 420, 0.004), exposed: true },
    ],
    paints: { Frame: glossPaint('#14746a', 0.3), Lens: { colour: '#d9f0f2', roughness: 0.08, alpha: 0.22 } },
  }
}

/** Dark glasses with a straight brow. */
export const slateShades: BuildWearablePiece = () => {
  const shape =
    (grow: number): DistanceField =>
    (x, y, z) => {
      const flat = box([EYE_X, HEAD_CENTRE[1] - 0.006, z], [0.05 + grow, 0.034 + grow, 1], 0.024)(
        x,
        y + Math.max(0, x - EYE_X) * -0.12,
        z,
      )
      return flat
    }
  const depth =
    (thick: number): DistanceField =>
    (_x, _y, z) =>
      Math.abs(z - FRAME_Z) - thick
  const frame = mirrorToBothSides(subtract(0.003, intersect(0.006, shape(0.008), depth(0.008)), shape(-0.004)))
  const bridge = tube(
    [fromHead(-0.02, 0.012, FRAME_Z), fromHead(0, 0.016, FRAME_Z + 0.002), fromHead(0.02, 0.012, FRAME_Z)],
    0.0075,
    0.006,
  )
  const lens = mirrorToBothSides(intersect(0.002, shape(-0.002), depth(0.0035)))
  return {
    parts: [
      accessoryPart('Frame', union(bowed(union(frame, bridge)), temples), 3000, 0.0045),
      { ...accessoryPart('Lens', bowed(lens), 700, 0.004), exposed: true },
    ],
    paints: { Frame: glossPaint('#2b2a30', 0.3), Lens: { colour: '#20303c', roughness: 0.06, alpha: 0.88 } },
  }
}
