import { eggOf, headOf } from './body.ts'
import { BROWS, browSheets } from './brows.ts'
import { EYES, eyeSheets } from './eyes.ts'
import { fleshMorphs, sheetPatches } from './face.ts'
import { blend, both, common, ellipsoid, type Field, grown, type Point, smooth, tube, without } from './field.ts'
import { HEAD } from './figure.ts'
import { FACE, type Paints } from './paint.ts'
import type { Maker } from './wardrobe.ts'

const at = (x: number, y: number, z: number): Point => [x, HEAD[1] + y, z]
const head = headOf(HEAD)
const egg = eggOf(HEAD)

function only(...names: string[]): Paints {
  return Object.fromEntries(names.map((name) => [name, FACE[name]!]))
}

const EYE_PAINTS = only('Eye White', 'Iris', 'Pupil', 'Glint', 'Skin', 'Lash')

/** Round, wide-awake eyes. */
export const dewEyes: Maker = (figure) => {
  const style = { ...EYES, wide: 0.0312, high: 0.0378, iris: 0.0278, lid: 0.16, lash: 0.004, over: 0.0016 }
  return {
    parts: [],
    patches: sheetPatches(figure, 'Eyes', (e) => eyeSheets(head, style, e)),
    paints: { ...EYE_PAINTS, Iris: { colour: '#2f7f8f', roughness: 0.5 } },
  }
}

/** Half-closed, dreamy eyes. */
export const duskEyes: Maker = (figure) => {
  const style = { ...EYES, wide: 0.0316, high: 0.0368, iris: 0.0265, lid: 0.48, lash: 0.0052, over: 0.0016 }
  return {
    parts: [],
    patches: sheetPatches(figure, 'Eyes', (e) => eyeSheets(head, style, e)),
    paints: { ...EYE_PAINTS, Iris: { colour: '#7a5a2e', roughness: 0.5 } },
  }
}

/** Full, straight eyebrows. */
export const hedgeBrows: Maker = (figure) => {
  const style = { long: 0.037, thick: 0.0105, arch: 0.005, tilt: 0, over: 0.0012 }
  return { parts: [], patches: sheetPatches(figure, 'Brows', (e) => browSheets(head, style, e)), paints: only('Brow') }
}

/** Thin, high eyebrows. */
export const archBrows: Maker = (figure) => {
  const style = { ...BROWS, long: 0.034, thick: 0.0074, arch: 0.015, tilt: 0.004, over: 0.0012 }
  return { parts: [], patches: sheetPatches(figure, 'Brows', (e) => browSheets(head, style, e)), paints: only('Brow') }
}

const mouthGap: Field = (x, y) => Math.hypot(x / 1.4, (y - HEAD[1] + 0.106) * 2.05) - 0.031

/** What moves a beard. */
const MOVES = ['jawOpen', 'mouthSmileLeft', 'mouthSmileRight'] as const

const whiskers = { Beard: { colour: '#5a3420', roughness: 0.72 } }

/** A full, soft beard with a moustache. */
export const brambleBeard: Maker = (figure) => {
  const jaw: Field = (x, y, z) => {
    const h = y - HEAD[1]
    const cheekline = h + 0.058 - 0.5 * Math.max(0, Math.abs(x) - 0.09) - 0.006 * smooth(0.06, 0, Math.abs(x))
    return Math.max(cheekline, 0.035 - z - 0.2 * Math.max(0, Math.abs(x) - 0.1)) * 0.85
  }
  const mass = blend(0.04, grown(egg, 0.015), ellipsoid(at(0, -0.155, 0.085), [0.075, 0.046, 0.066]))
  const tufts: Field = (x, y, z) => mass(x, y, z) + 0.0028 * Math.cos(x * 120) * smooth(-0.08, -0.15, y - HEAD[1])
  const beard = without(0.012, common(0.02, tufts, jaw), mouthGap, grown(head, -0.008))
  const moustache = both(
    tube([at(0.003, -0.07, 0.17), at(0.03, -0.076, 0.165), at(0.056, -0.098, 0.148)], (s) => 0.0155 - 0.006 * s, 0.012),
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
        morphs: fleshMorphs(figure, MOVES),
      },
    ],
    paints: whiskers,
  }
}

/** A curled moustache. */
export const gullMoustache: Maker = (figure) => {
  const wing = both(
    tube(
      [
        at(0.002, -0.067, 0.176),
        at(0.026, -0.071, 0.172),
        at(0.05, -0.083, 0.16),
        at(0.07, -0.078, 0.148),
        at(0.079, -0.064, 0.142),
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
        field: without(0.004, wing, grown(head, -0.012)),
        cell: 0.0042,
        triangles: 1800,
        joint: 'Head',
        morphs: fleshMorphs(figure, MOVES),
      },
    ],
    paints: whiskers,
  }
}

/** A short goatee. */
export const fennelGoatee: Maker = (figure) => {
  const chin = common(
    0.014,
    grown(head, 0.014),
    (x, y, z) => Math.max(Math.hypot(x, (y - HEAD[1] + 0.155) * 0.9) - 0.046, 0.02 - z) * 0.9,
  )
  const beard = without(0.01, chin, mouthGap, grown(head, -0.008))
  const moustache = both(
    tube([at(0.004, -0.069, 0.172), at(0.03, -0.076, 0.164), at(0.046, -0.1, 0.154)], (s) => 0.0095 - 0.003 * s, 0.008),
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
        morphs: fleshMorphs(figure, MOVES),
      },
    ],
    paints: whiskers,
  }
}
