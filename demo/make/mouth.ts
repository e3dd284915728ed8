import { displacePoint, type Expression } from './face-expressions.ts'
import { HEAD_CENTRE } from './figure.ts'
import { buildCord, buildGrid, findFront, liftFromSurface, type Sheet } from './sheet.ts'
import { type DistanceField, type Point, surfaceNormal } from './signed-distance.ts'

/** Style of a mouth: half width and lip thickness in metres, smile and opening at rest. */
export interface MouthStyle {
  wide: number
  lip: number
  smile: number
  open: number
}

/** A small friendly smile. */
export const DEFAULT_MOUTH: MouthStyle = { wide: 0.041, lip: 0.0048, smile: 1.35, open: 0 }

const MOUTH_HEIGHT = -0.101

/** Builds lips, teeth, tongue and the dark inside of the mouth, on the neutral head for an expression. */
export function createMouthSheets(head: DistanceField, style: MouthStyle, expression: Expression): Sheet[] {
  const share = (name: keyof Expression) => expression[name] ?? 0
  const jaw = share('jawOpen')
  const [pucker, funnel] = [share('mouthPucker'), share('mouthFunnel')]
  const narrow = 1 - 0.5 * pucker - 0.35 * funnel
  const corner = (s: number) => {
    const side = s > 0 ? 'Left' : 'Right'
    return share(`mouthSmile${side}`) - share(`mouthFrown${side}`)
  }
  const x = (s: number) => s * style.wide * narrow + s * Math.abs(s) * 0.01 * Math.max(0, corner(s))
  const bend = (s: number) => s * s * (0.011 * style.smile + 0.014 * corner(s)) * (1 - 0.6 * pucker)
  const gape = (s: number) => (1 - s * s) ** 0.75
  const parted = 0.017 * style.open + 0.036 * jaw + 0.014 * funnel + 0.003 * pucker
  const smiling = (corner(1) + corner(-1)) / 2
  const upper = (s: number) => MOUTH_HEIGHT + bend(s) + gape(s) * (0.0016 + 0.12 * parted + 0.001 * smiling)
  const lower = (s: number) => MOUTH_HEIGHT + bend(s) - gape(s) * (0.0016 + 0.88 * parted)
  /** Returns a point on the face, displaced by the expression. */
  const on = (px: number, py: number, up: number): Point => {
    let y = HEAD_CENTRE[1] + py
    let out: Point = [px, y, 0]
    for (let step = 0; step < 4; step++) {
      out = displacePoint(findFront(head, px, y), expression)
      y += HEAD_CENTRE[1] + py - out[1]
    }
    return liftFromSurface(head, out, up)
  }
  const between = (s: number, t: number) => upper(s) + (lower(s) - upper(s)) * t
  const inside = (u: number) => (u * 2 - 1) * 0.98
  const hole = buildGrid('Mouth', 14, 3, (u, v) => on(x(inside(u)), between(inside(u), v), 0.0024))
  const teeth = buildGrid('Teeth', 12, 2, (u, v) => {
    const s = (u * 2 - 1) * 0.86
    const deep = Math.min(0.011, (upper(s) - lower(s)) * 0.42)
    return on(x(s), upper(s) - v * deep, 0.004 + 0.001 * (1 - s * s))
  })
  const tongue = buildGrid('Tongue', 10, 3, (u, v) => {
    const s = (u * 2 - 1) * 0.62
    const tall = (upper(s) - lower(s)) * 0.4 * Math.sqrt(Math.max(0, 1 - (s / 0.62) ** 2))
    return on(x(s), lower(s) + (1 - v) * tall, 0.0036 + 0.002 * (1 - v))
  })
  const swell = 1 + 0.5 * pucker
  const lip = (line: (s: number) => number, thick: number, shift: number) =>
    buildCord(
      'Lips',
      14,
      (share01) => {
        const s = share01 * 2 - 1
        return on(x(s), line(s) + shift * gape(s) * swell, 0.002 + 0.002 * pucker)
      },
      (at) => surfaceNormal(head, ...at, 0.006),
      (share01) => {
        const s = share01 * 2 - 1
        const full = 0.3 + 0.7 * (1 - s * s) ** 0.8
        return [thick * full * swell, thick * (0.45 + 0.45 * full) * swell]
      },
      7,
    )
  return [hole, teeth, tongue, lip(upper, style.lip * 0.82, style.lip * 0.45), lip(lower, style.lip, -style.lip * 0.55)]
}
