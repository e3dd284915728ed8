import { displacePoint, type Expression } from './face-expressions.ts'
import { HEAD_CENTRE } from './figure.ts'
import { buildCord, findFront, liftFromSurface, type Sheet } from './sheet.ts'
import { type DistanceField, type Point, surfaceNormal } from './signed-distance.ts'

/** Style of eyebrows: half length, thickness, arch and tilt in metres, and distance from the face. */
export interface BrowStyle {
  long: number
  thick: number
  arch: number
  tilt: number
  over: number
}

/** Soft, slightly arched brows. */
export const DEFAULT_BROWS: BrowStyle = { long: 0.031, thick: 0.0062, arch: 0.0085, tilt: 0.002, over: 0 }

/** Builds both eyebrows on the neutral head for an expression. */
export function createBrowSheets(head: DistanceField, style: BrowStyle, expression: Expression): Sheet[] {
  return ([1, -1] as const).map((sign) => {
    const side = sign > 0 ? 'Left' : 'Right'
    const inner = (expression.browInnerUp ?? 0) * 0.02 - (expression[`browDown${side}`] ?? 0) * 0.016
    const outer = (expression[`browOuterUp${side}`] ?? 0) * 0.018 - (expression[`browDown${side}`] ?? 0) * 0.008
    const together = (expression[`browDown${side}`] ?? 0) * 0.006
    const path = (share: number): Point => {
      const s = share * 2 - 1
      const x = sign * (0.066 + s * style.long - together * (1 - share))
      const lift = inner * (1 - share) ** 1.3 + outer * share ** 1.3
      const y = 0.059 + style.arch * (1 - s * s) - style.tilt * s + lift
      return liftFromSurface(
        head,
        displacePoint(findFront(head, x, HEAD_CENTRE[1] + y), { browInnerUp: expression.browInnerUp ?? 0 }),
        0.0025 + style.over,
      )
    }
    return buildCord(
      'Brow',
      12,
      path,
      (at) => surfaceNormal(head, ...at, 0.008),
      (share) => {
        const full =
          (0.45 + 0.55 * Math.sin(Math.PI * (0.12 + 0.72 * (1 - share)))) * (share > 0.97 || share < 0.02 ? 0.75 : 1)
        return [style.thick * full, style.thick * 0.62 * full]
      },
    )
  })
}
