import { buildHead } from './body.ts'
import { type BrowStyle, createBrowSheets, DEFAULT_BROWS } from './brows.ts'
import type { Patch, SolidPart } from './build-patches.ts'
import { createEyeSheets, DEFAULT_EYES, type EyeStyle } from './eyes.ts'
import { EXPRESSION_TARGETS, type Expression, type ExpressionTarget, FLESH_DISPLACEMENTS } from './face-expressions.ts'
import { type Figure, HEAD_CENTRE } from './figure.ts'
import { createMouthSheets, DEFAULT_MOUTH, type MouthStyle } from './mouth.ts'
import { computeNormals, type Sheet } from './sheet.ts'
import { type DistanceField, type Point, smoothstep } from './signed-distance.ts'
import { rigidInfluence } from './skin-weights.ts'

export interface FaceStyle {
  eyes: EyeStyle
  brows: BrowStyle
  mouth: MouthStyle
}

export const PLAIN_FACE: FaceStyle = { eyes: DEFAULT_EYES, brows: DEFAULT_BROWS, mouth: DEFAULT_MOUTH }

const NEUTRAL_HEAD: DistanceField = buildHead(HEAD_CENTRE)

/** Builds eyes, brows and mouth on a figure's head, with a morph target for each expression that moves them. */
export function createFacePatches(figure: Figure, style: FaceStyle): Patch[] {
  return [
    ...createSheetPatches(figure, 'Eyes', (e) => createEyeSheets(NEUTRAL_HEAD, style.eyes, e)),
    ...createSheetPatches(figure, 'Brows', (e) => createBrowSheets(NEUTRAL_HEAD, style.brows, e)),
    ...createSheetPatches(figure, 'Mouth', (e) => createMouthSheets(NEUTRAL_HEAD, style.mouth, e)),
  ]
}

/** Builds patches from sheets that depend on the expression. Sheets of one material are merged. */
export function createSheetPatches(figure: Figure, mesh: string, make: (expression: Expression) => Sheet[]): Patch[] {
  const rest = make({})
  const moved = EXPRESSION_TARGETS.map((target) => ({ target, sheets: make({ [target]: 1 }) }))
  const lift = figure.head[1] - HEAD_CENTRE[1]
  const head = rigidInfluence(figure, 'Head')
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
      normals: Float32Array.from(own.flatMap((sheet) => [...computeNormals(sheet)])),
      colours: new Float32Array(base.length).fill(1),
      influences: Array.from({ length: base.length / 3 }, () => head),
      indices: Uint32Array.from(indices),
      morphs,
    }
  })
}

/** Returns the flesh displacements of the given expressions, for a head at the figure's height. */
export function createFleshMorphs(
  figure: Figure,
  only: readonly ExpressionTarget[] = EXPRESSION_TARGETS,
): NonNullable<SolidPart['morphs']> {
  const lift = figure.head[1] - HEAD_CENTRE[1]
  return new Map(
    [...FLESH_DISPLACEMENTS]
      .filter(([target]) => only.includes(target))
      .map(([target, move]) => [target, (x: number, y: number, z: number) => move(x, y - lift, z)]),
  )
}

/** Returns factors on the skin colour, for rosy cheeks, nose, ears and knuckles. */
export function createBlush(figure: Figure): (x: number, y: number, z: number) => Point {
  return (x, y, z) => {
    const [ax, h] = [Math.abs(x), y - figure.head[1]]
    const near = (cx: number, cy: number, cz: number, width: number) =>
      Math.exp(-((ax - cx) ** 2 + (h - cy) ** 2 + (z - cz) ** 2) / (width * width))
    const cheek = near(0.1, -0.06, 0.115, 0.042) * 1.1
    const nose = near(0, -0.036, 0.185, 0.022) * 0.5
    const ear = near(0.185, -0.03, 0, 0.03) * 0.45
    const hand = smoothstep(0.56, 0.5, y) * smoothstep(0.3, 0.36, ax) * 0.3
    const amount = Math.min(1, cheek + nose + ear + hand)
    return [1, 1 - 0.34 * amount, 1 - 0.32 * amount]
  }
}
