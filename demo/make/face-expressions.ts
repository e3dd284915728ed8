import { HEAD_CENTRE } from './figure.ts'
import { type Point, smoothstep } from './signed-distance.ts'

/** Strength of each expression, from 0 to 1. */
export type Expression = Readonly<Partial<Record<ExpressionTarget, number>>>

/** Expressions by ARKit name. */
export const EXPRESSION_TARGETS = [
  'jawOpen',
  'mouthSmileLeft',
  'mouthSmileRight',
  'mouthFrownLeft',
  'mouthFrownRight',
  'mouthPucker',
  'mouthFunnel',
  'cheekPuff',
  'browInnerUp',
  'browDownLeft',
  'browDownRight',
  'browOuterUpLeft',
  'browOuterUpRight',
  'eyeBlinkLeft',
  'eyeBlinkRight',
  'eyeWideLeft',
  'eyeWideRight',
] as const

export type ExpressionTarget = (typeof EXPRESSION_TARGETS)[number]

/** Displacement of the flesh in metres, by expression and position on the neutral head. */
export const FLESH_DISPLACEMENTS: ReadonlyMap<ExpressionTarget, (x: number, y: number, z: number) => Point> = new Map<
  ExpressionTarget,
  (x: number, y: number, z: number) => Point
>([
  ['jawOpen', (_x, y, z) => scaled([0, -0.03, -0.006], jaw(y, z))],
  ['mouthSmileLeft', (x, y, z) => smile(x, y, z, 1)],
  ['mouthSmileRight', (x, y, z) => smile(x, y, z, -1)],
  ['mouthFrownLeft', (x, y, z) => scaled([0.002, -0.007, 0], bump(x, y, z, [0.05, -0.12, 0.14], 0.04))],
  ['mouthFrownRight', (x, y, z) => scaled([-0.002, -0.007, 0], bump(x, y, z, [-0.05, -0.12, 0.14], 0.04))],
  ['mouthPucker', (x, y, z) => scaled([0, 0, 0.012], bump(x, y, z, [0, -0.1, 0.155], 0.035))],
  ['mouthFunnel', (x, y, z) => scaled([0, 0, 0.008], bump(x, y, z, [0, -0.1, 0.155], 0.04))],
  ['cheekPuff', (x, y, z) => puff(x, y, z)],
  ['browInnerUp', (x, y, z) => scaled([0, 0.006, 0.002], bump(x, y, z, [0, 0.07, 0.15], 0.05))],
])

/** Returns a point of the neutral head, displaced by an expression. */
export function displacePoint([x, y, z]: Point, expression: Expression): Point {
  const out: [number, number, number] = [x, y, z]
  for (const [target, move] of FLESH_DISPLACEMENTS) {
    const share = expression[target] ?? 0
    if (share === 0) continue
    for (const [k, d] of move(x, y, z).entries()) out[k] = out[k]! + d * share
  }
  return out
}

function jaw(y: number, z: number): number {
  return (
    smoothstep(-0.07, -0.15, y - HEAD_CENTRE[1]) *
    smoothstep(-0.235, -0.19, y - HEAD_CENTRE[1]) *
    smoothstep(-0.03, 0.07, z)
  )
}

function smile(x: number, y: number, z: number, sign: number): Point {
  const cheek = bump(x, y, z, [sign * 0.082, -0.068, 0.118], 0.042)
  const corner = bump(x, y, z, [sign * 0.05, -0.1, 0.14], 0.028)
  return [sign * (0.005 * cheek + 0.004 * corner), 0.01 * cheek + 0.004 * corner, 0.009 * cheek]
}

function puff(x: number, y: number, z: number): Point {
  const sign = x < 0 ? -1 : 1
  const amount = bump(Math.abs(x), y, z, [0.09, -0.092, 0.1], 0.048) * smoothstep(0.01, 0.05, Math.abs(x))
  return [sign * 0.019 * amount, 0, 0.016 * amount]
}

function bump(x: number, y: number, z: number, [cx, cy, cz]: Point, width: number): number {
  const square = (x - cx) ** 2 + (y - HEAD_CENTRE[1] - cy) ** 2 + (z - cz) ** 2
  const value = Math.exp(-square / (width * width))
  return value < 0.02 ? 0 : value
}

function scaled([x, y, z]: Point, by: number): Point {
  return [x * by, y * by, z * by]
}
