import { headOf } from './body.ts'
import { BROWS, type BrowStyle, browSheets } from './brows.ts'
import { EYES, type EyeStyle, eyeSheets } from './eyes.ts'
import { type Expression, FLESH, TARGETS, type Target } from './face-moves.ts'
import { type Field, type Point, smooth } from './field.ts'
import { type Figure, HEAD } from './figure.ts'
import { MOUTH, type MouthStyle, mouthSheets } from './mouth.ts'
import type { Part, Patch } from './piece.ts'
import { normalsOf, type Sheet } from './sheet.ts'
import { rigid } from './weights.ts'

/** How a face looks. */
export interface FaceStyle {
  eyes: EyeStyle
  brows: BrowStyle
  mouth: MouthStyle
}

/** The face of the plain bodies. */
export const PLAIN_FACE: FaceStyle = { eyes: EYES, brows: BROWS, mouth: MOUTH }

const NEUTRAL_HEAD: Field = headOf(HEAD)

/** Eyes, brows and mouth as patches on a figure's head, with a morph for each expression that moves them. */
export function facePatches(figure: Figure, style: FaceStyle): Patch[] {
  return [
    ...sheetPatches(figure, 'Eyes', (e) => eyeSheets(NEUTRAL_HEAD, style.eyes, e)),
    ...sheetPatches(figure, 'Brows', (e) => browSheets(NEUTRAL_HEAD, style.brows, e)),
    ...sheetPatches(figure, 'Mouth', (e) => mouthSheets(NEUTRAL_HEAD, style.mouth, e)),
  ]
}

/** Patches of sheets made by a rule that knows the expression; sheets of one material become one patch. */
export function sheetPatches(figure: Figure, mesh: string, make: (expression: Expression) => Sheet[]): Patch[] {
  const rest = make({})
  const moved = TARGETS.map((target) => ({ target, sheets: make({ [target]: 1 }) }))
  const lift = figure.head[1] - HEAD[1]
  const head = rigid(figure, 'Head')
  const materials = [...new Set(rest.map((sheet) => sheet.material))]
  return materials.map((material) => {
    const flat = (sheets: readonly Sheet[]) =>
      sheets.filter((sheet) => sheet.material === material).flatMap((sheet) => sheet.points.flat())
    const own = rest.filter((sheet) => sheet.material === material)
    const base = flat(rest)
    const morphs = new Map<string, Float32Array>()
    for (const { target, sheets } of moved) {
      const delta = Float32Array.from(flat(sheets), (value, i) => {
        const d = value - base[i]!
        return Math.abs(d) < 1e-5 ? 0 : d
      })
      if (delta.some((d) => Math.abs(d) > 2e-4)) morphs.set(target, delta)
    }
    const indices: number[] = []
    let start = 0
    for (const sheet of own) {
      indices.push(...sheet.indices.map((i) => i + start))
      start += sheet.points.length
    }
    return {
      mesh,
      material,
      positions: Float32Array.from(base, (value, i) => (i % 3 === 1 ? value + lift : value)),
      normals: Float32Array.from(own.flatMap((sheet) => [...normalsOf(sheet)])),
      colours: new Float32Array(base.length).fill(1),
      influences: Array.from({ length: base.length / 3 }, () => head),
      indices: Uint32Array.from(indices),
      morphs,
    }
  })
}

/** The expressions' moves of the flesh (all, or those named), for a head at a figure's height. */
export function fleshMorphs(figure: Figure, only: readonly Target[] = TARGETS): NonNullable<Part['morphs']> {
  const lift = figure.head[1] - HEAD[1]
  return new Map(
    [...FLESH]
      .filter(([target]) => only.includes(target))
      .map(([target, move]) => [target, (x: number, y: number, z: number) => move(x, y - lift, z)]),
  )
}

/** Rosy cheeks, nose, ears and knuckles: factors on the colour of the skin. */
export function blush(figure: Figure): (x: number, y: number, z: number) => Point {
  return (x, y, z) => {
    const [ax, h] = [Math.abs(x), y - figure.head[1]]
    const near = (cx: number, cy: number, cz: number, width: number) =>
      Math.exp(-((ax - cx) ** 2 + (h - cy) ** 2 + (z - cz) ** 2) / (width * width))
    const cheek = near(0.1, -0.06, 0.115, 0.042) * 1.1
    const nose = near(0, -0.036, 0.185, 0.022) * 0.5
    const ear = near(0.185, -0.03, 0, 0.03) * 0.45
    const hand = smooth(0.56, 0.5, y) * smooth(0.3, 0.36, ax) * 0.3
    const amount = Math.min(1, cheek + nose + ear + hand)
    return [1, 1 - 0.34 * amount, 1 - 0.32 * amount]
  }
}
