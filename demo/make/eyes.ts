import type { Expression } from './face-expressions.ts'
import { HEAD_CENTRE } from './figure.ts'
import { buildCord, buildDisc, buildGrid, liftFromSurface, type Sheet } from './sheet.ts'
import { type DistanceField, type Point, surfaceNormal } from './signed-distance.ts'

/** Style of eyes: half sizes in metres, share of the eye that the upper lid covers (0..1), and lashes. */
export interface EyeStyle {
  wide: number
  high: number
  iris: number
  lid: number
  lash: number
  /** Distance from the face, in metres, for eyes placed over the body's own eyes. */
  over: number
}

/** Friendly round eyes. */
export const DEFAULT_EYES: EyeStyle = { wide: 0.03, high: 0.036, iris: 0.0262, lid: 0.2, lash: 0.0036, over: 0 }

const DOME = 0.0075

/** Builds both eyes with lids and lashes on the neutral head for an expression. */
export function createEyeSheets(head: DistanceField, style: EyeStyle, expression: Expression): Sheet[] {
  return ([1, -1] as const).flatMap((sign) => eye(head, style, expression, sign))
}

function eye(head: DistanceField, style: EyeStyle, expression: Expression, sign: 1 | -1): Sheet[] {
  const side = sign > 0 ? 'Left' : 'Right'
  const blink = expression[`eyeBlink${side}`] ?? 0
  const wide = expression[`eyeWide${side}`] ?? 0
  const normal = eyeFrame(head, sign)
  /** Returns a point in the eye's ellipse (1 is the rim), raised from the face by `up` metres. */
  const on = (a: number, b: number, up: number): Point => {
    const flat = addScaled(normal.middle, normal.across, a * style.wide, normal.upward, b * style.high)
    return liftFromSurface(head, projectAlong(head, flat, normal.out), up + style.over)
  }
  const dome = (a: number, b: number) => DOME * Math.sqrt(Math.max(0, 1 - a * a - b * b))
  const sunk = -0.006 * blink
  const round = (material: string, radius: number, ca: number, cb: number, up: number, rings: number, around: number) =>
    buildDisc(material, rings, around, (r, angle) => {
      const a = ca / style.wide + (r * radius * Math.cos(angle)) / style.wide
      const b = cb / style.high + (r * radius * Math.sin(angle)) / style.high
      return on(a, b, dome(a, b) + up + sunk)
    })
  const white = buildDisc('Eye White', 4, 20, (r, angle) => {
    const [a, b] = [r * Math.cos(angle), r * Math.sin(angle)]
    return on(a, b, dome(a, b) + sunk - (r === 1 ? 0.0015 : 0))
  })
  const inward = -sign * 0.0015
  const rim = (a: number) => Math.sqrt(Math.max(0, 1.0404 - a * a))
  const open = (a: number) => rim(a) * (1 - style.lid * (1 - 0.25 * a * a) + style.lid * 0.9 * wide)
  const edge = (a: number) => open(a) + (-rim(a) * 0.8 - open(a)) * blink
  const cover = (a: number, b: number) => dome(a / 1.04, b / 1.04) + 0.0026
  const lid = buildGrid('Skin', 10, 4, (u, v) => {
    const a = (u * 2 - 1) * 1.02
    const b = rim(a) * 1.02 + (edge(a) - rim(a) * 1.02) * v
    return on(a, b, cover(a, b) - (v === 0 || u === 0 || u === 1 ? 0.004 : 0))
  })
  const lash = buildCord(
    'Lash',
    12,
    (share) => {
      const a = (share * 2 - 1) * 1.0
      const b = edge(a)
      return on(a * 1.02, b, cover(a, b) + 0.0006)
    },
    () => normal.out,
    (share) => {
      const outer = sign > 0 ? share : 1 - share
      const body = Math.sin(Math.PI * Math.min(1, Math.max(0, share))) ** 0.5
      const thick = style.lash * (0.25 + 0.75 * body) * (0.75 + 0.5 * outer)
      return [thick, thick * 0.8]
    },
    5,
  )
  return [
    white,
    round('Iris', style.iris, inward, -0.001, 0.0009, 3, 20),
    round('Pupil', style.iris * 0.58, inward, -0.001, 0.0017, 2, 16),
    round('Glint', style.iris * 0.3, inward - 0.0072, 0.0105, 0.0026, 2, 10),
    round('Glint', style.iris * 0.14, inward + 0.0075, -0.0095, 0.0026, 1, 8),
    lid,
    lash,
  ]
}

function eyeFrame(head: DistanceField, sign: number): { middle: Point; out: Point; across: Point; upward: Point } {
  const start: Point = [sign * 0.0635, HEAD_CENTRE[1] - 0.004, 0.17]
  const middle = projectAlong(head, start, [0, 0, 1])
  const n = surfaceNormal(head, ...middle, 0.01)
  const out = unit([n[0] * 0.75, n[1] * 0.4, n[2]])
  const across = unit([out[2], 0, -out[0]])
  const upward = unit([
    out[1] * across[2] - out[2] * across[1],
    out[2] * across[0] - out[0] * across[2],
    out[0] * across[1] - out[1] * across[0],
  ])
  return { middle, out, across, upward }
}

/** Moves a point onto the surface of the head, along a direction. */
function projectAlong(head: DistanceField, at: Point, out: Point): Point {
  let [x, y, z] = at
  for (let step = 0; step < 40; step++) {
    const d = head(x, y, z) * 0.8
    x -= out[0] * d
    y -= out[1] * d
    z -= out[2] * d
  }
  return [x, y, z]
}

function addScaled(at: Point, u: Point, a: number, v: Point, b: number): Point {
  return [at[0] + u[0] * a + v[0] * b, at[1] + u[1] * a + v[1] * b, at[2] + u[2] * a + v[2] * b]
}

function unit(v: Point): Point {
  const length = Math.hypot(...v)
  return [v[0] / length, v[1] / length, v[2] / length]
}
