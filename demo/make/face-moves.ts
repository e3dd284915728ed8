import { type Point, smooth } from './field.ts'
import { HEAD } from './figure.ts'

/** How far each expression is on: ARKit's names, 0..1. */
export type Expression = Readonly<Partial<Record<Target, number>>>

/** The expressions that faces can make; names after ARKit's blend shapes. */
export const TARGETS = [
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

/** One of the expressions. */
export type Target = (typeof TARGETS)[number]

/** Moves of the flesh by expression: a place on the neutral head to its displacement in metres. */
export const FLESH: ReadonlyMap<Target, (x: number, y: number, z: number) => Point> = new Map<
  Target,
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

/** Where the flesh at a place of the neutral head goes under an expression. */
export function displaced([x, y, z]: Point, expression: Expression): Point {
  const out: [number, number, number] = [x, y, z]
  for (const [target, move] of FLESH) {
    const share = expression[target] ?? 0
    if (share === 0) continue
    for (const [k, d] of move(x, y, z).entries()) out[k] = out[k]! + d * share
  }
  return out
}

function jaw(y: number, z: number): number {
  return smooth(-0.07, -0.15, y - HEAD[1]) * smooth(-0.235, -0.19, y - HEAD[1]) * smooth(-0.03, 0.07, z)
}

function smile(x: number, y: number, z: number, sign: number): Point {
  const cheek = bump(x, y, z, [sign * 0.082, -0.068, 0.118], 0.042)
  const corner = bump(x, y, z, [sign * 0.05, -0.1, 0.14], 0.028)
  return [sign * (0.005 * cheek + 0.004 * corner), 0.01 * cheek + 0.004 * corner, 0.009 * cheek]
}

function puff(x: number, y: number, z: number): Point {
  const sign = x < 0 ? -1 : 1
  const amount = bump(Math.abs(x), y, z, [0.09, -0.092, 0.1], 0.048) * smooth(0.01, 0.05, Math.abs(x))
  return [sign * 0.019 * amount, 0, 0.016 * amount]
}

function bump(x: number, y: number, z: number, [cx, cy, cz]: Point, width: number): number {
  const square = (x - cx) ** 2 + (y - HEAD[1] - cy) ** 2 + (z - cz) ** 2
  const value = Math.exp(-square / (width * width))
  return value < 0.02 ? 0 : value
}

function scaled([x, y, z]: Point, by: number): Point {
  return [x * by, y * by, z * by]
}
