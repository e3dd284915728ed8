import { buildFeaturelessHead, buildHead } from './body.ts'
import { createBrowSheets, DEFAULT_BROWS } from './brows.ts'
import { createEyeSheets, DEFAULT_EYES } from './eyes.ts'
import { createFleshMorphs, createSheetPatches } from './face.ts'
import { HEAD_CENTRE } from './figure.ts'
import { FACE_PAINTS, type Paints } from './paint.ts'
import type { BuildWearablePiece } from './piece-types.ts'
import {
  blend,
  type DistanceField,
  ellipsoid,
  intersect,
  mirrorToBothSides,
  offsetBy,
  type Point,
  smoothstep,
  subtract,
  tube,
} from './signed-distance.ts'

const fromHead = (x: number, y: number, z: number): Point => [x, HEAD_CENTRE[1] + y, z]
const head = buildHead(HEAD_CENTRE)
const egg = buildFeaturelessHead(HEAD_CENTRE)

function pickFacePaints(...names: string[]): Paints {
  return Object.fromEntries(names.map((name) => [name, FACE_PAINTS[name]!]))
}

const EYE_PAINTS = pickFacePaints('Eye White', 'Iris', 'Pupil', 'Glint', 'Skin', 'Lash')

/** Round, wide-awake eyes. */
export const dewEyes: BuildWearablePiece = (figure) => {
  const style = { ...DEFAULT_EYES, wide: 0.0312, high: 0.0378, iris: 0.0278, lid: 0.16, lash: 0.004, over: 0.0016 }
  return {
    parts: [],
    patches: createSheetPatches(figure, 'Eyes', (e) => createEyeSheets(head, style, e)),
    paints: { ...EYE_PAINTS, Iris: { colour: '#2f7f8f', roughness: 0.5 } },
  }
}

/** Half-closed, dreamy eyes. */
export const duskEyes: BuildWearablePiece = (figure) => {
  const style = { ...DEFAULT_EYES, wide: 0.0316, high: 0.0368, iris: 0.0265, lid: 0.48, lash: 0.0052, over: 0.0016 }
  return {
    parts: [],
    patches: createSheetPatches(figure, 'Eyes', (e) => createEyeSheets(head, style, e)),
    paints: { ...EYE_PAINTS, Iris: { colour: '#7a5a2e', roughness: 0.5 } },
  }
}

/** Full, straight eyebrows. */
export const hedgeBrows: BuildWearablePiece = (figure) => {
  const style = { long: 0.037, thick: 0.0105, arch: 0.005, tilt: 0, over: 0.0012 }
  return {
    parts: [],
    patches: createSheetPatches(figure, 'Brows', (e) => createBrowSheets(head, style, e)),
    paints: pickFacePaints('Brow'),
  }
}

/** High, strongly arched eyebrows. */
export const archBrows: BuildWearablePiece = (figure) => {
  const style = { ...DEFAULT_BROWS, long: 0.034, thick: 0.0074, arch: 0.015, tilt: 0.004, over: 0.0012 }
  return {
    parts: [],
    patches: createSheetPatches(figure, 'Brows', (e) => createBrowSheets(head, style, e)),
    paints: pickFacePaints('Brow'),
  }
}

const mouthGap: DistanceField = (x, y) => Math.hypot(x / 1.4, (y - HEAD_CENTRE[1] + 0.106) * 2.05) - 0.031

const BEARD_EXPRESSIONS = ['jawOpen', 'mouthSmileLeft', 'mouthSmileRight'] as const

const whiskers = { Beard: { colour: '#5a3420', roughness: 0.72 } }

/** A full, soft beard with a moustache. */
export const brambleBeard: BuildWearablePiece = (figure) => {
  const jaw: DistanceField = (x, y, z) => {
    const h = y - HEAD_CENTRE[1]
    const cheekline = h + 0.058 - 0.5 * Math.max(0, Math.abs(x) - 0.09) - 0.006 * smoothstep(0.06, 0, Math.abs(x))
    return Math.max(cheekline, 0.035 - z - 0.2 * Math.max(0, Math.abs(x) - 0.1)) * 0.85
  }
  const mass = blend(0.04, offsetBy(egg, 0.015), ellipsoid(fromHead(0, -0.155, 0.085), [0.075, 0.046, 0.066]))
  const tufts: DistanceField = (x, y, z) =>
    mass(x, y, z) + 0.0028 * Math.cos(x * 120) * smoothstep(-0.08, -0.15, y - HEAD_CENTRE[1])
  const beard = subtract(0.012, intersect(0.02, tufts, jaw), mouthGap, offsetBy(head, -0.008))
  const moustache = mirrorToBothSides(
    tube(
      [fromHead(0.003, -0.07, 0.17), fromHead(0.03, -0.076, 0.165), fromHead(0.056, -0.098, 0.148)],
      (s) => 0.0155 - 0.006 * s,
      0.012,
    ),
  )
  return {
    parts: [
      {
        mesh: 'Beard',
        material: 'Beard',
        field: blend(0.012, beard, moustache),
        cell: 0.0065,
        triangles: 3600,
        joint: 'Head',
        morphs: createFleshMorphs(figure, BEARD_EXPRESSIONS),
      },
    ],
    paints: whiskers,
  }
}

/** A curled moustache. */
export const gullMoustache: BuildWearablePiece = (figure) => {
  const wing = mirrorToBothSides(
    tube(
      [
        fromHead(0.002, -0.067, 0.176),
        fromHead(0.026, -0.071, 0.172),
        fromHead(0.05, -0.083, 0.16),
        fromHead(0.07, -0.078, 0.148),
        fromHead(0.079, -0.064, 0.142),
      ],
      (s) => 0.0145 * (1 - s) ** 0.6 + 0.004,
      0.01,
    ),
  )
  return {
    parts: [
      {
        mesh: 'Beard',
        material: 'Beard',
        field: subtract(0.004, wing, offsetBy(head, -0.012)),
        cell: 0.0042,
        triangles: 1800,
        joint: 'Head',
        morphs: createFleshMorphs(figure, BEARD_EXPRESSIONS),
      },
    ],
    paints: whiskers,
  }
}

/** A short goatee. */
export const fennelGoatee: BuildWearablePiece = (figure) => {
  const chin = intersect(
    0.014,
    offsetBy(head, 0.014),
    (x, y, z) => Math.max(Math.hypot(x, (y - HEAD_CENTRE[1] + 0.155) * 0.9) - 0.046, 0.02 - z) * 0.9,
  )
  const beard = subtract(0.01, chin, mouthGap, offsetBy(head, -0.008))
  const moustache = mirrorToBothSides(
    tube(
      [fromHead(0.004, -0.069, 0.172), fromHead(0.03, -0.076, 0.164), fromHead(0.046, -0.1, 0.154)],
      (s) => 0.0095 - 0.003 * s,
      0.008,
    ),
  )
  return {
    parts: [
      {
        mesh: 'Beard',
        material: 'Beard',
        field: blend(0.008, beard, moustache),
        cell: 0.005,
        triangles: 2200,
        joint: 'Head',
        morphs: createFleshMorphs(figure, BEARD_EXPRESSIONS),
      },
    ],
    paints: whiskers,
  }
}
