import { type Figure, jointPosition } from './figure.ts'
import type { Point } from './signed-distance.ts'

/** Up to four joints (skeleton indices) with weights that add up to 1. */
export interface SkinInfluence {
  joints: [number, number, number, number]
  weights: [number, number, number, number]
}

/** Returns the skinning weights of a point, whose coordinates are in metres. */
export type ComputeInfluence = (x: number, y: number, z: number) => SkinInfluence

interface Bone {
  joint: number
  from: Point
  to: Point
  radius: number
}

const BONES: readonly (readonly [joint: string, from: string, to: string, radius: number])[] = [
  ['Hips', 'Hips', 'Spine', 0.115],
  ['Spine', 'Spine', 'Spine1', 0.115],
  ['Spine1', 'Spine1', 'Spine2', 0.115],
  ['Spine2', 'Spine2', 'Neck', 0.115],
  ['Neck', 'Neck', 'Head', 0.055],
  ['Head', 'Head', 'HeadTop_End', 0.14],
  ...(['Left', 'Right'] as const).flatMap((side) => [
    [`${side}Shoulder`, `${side}Shoulder`, `${side}Arm`, 0.06] as const,
    [`${side}Arm`, `${side}Arm`, `${side}ForeArm`, 0.056] as const,
    [`${side}ForeArm`, `${side}ForeArm`, `${side}Hand`, 0.046] as const,
    [`${side}Hand`, `${side}Hand`, `${side}HandMiddle1`, 0.042] as const,
    [`${side}UpLeg`, `${side}UpLeg`, `${side}Leg`, 0.075] as const,
    [`${side}Leg`, `${side}Leg`, `${side}Foot`, 0.06] as const,
    [`${side}Foot`, `${side}Foot`, `${side}ToeBase`, 0.05] as const,
    [`${side}ToeBase`, `${side}ToeBase`, `${side}Toe_End`, 0.05] as const,
  ]),
]

/** Exponential falloff of a bone's weight, per bone radius of distance. */
const SHARPNESS = 6.5

/** Returns smooth skinning weights by the distance to each bone of a figure. */
export function createInfluenceFunction(figure: Figure): ComputeInfluence {
  const order = [...figure.joints.keys()]
  const bones: Bone[] = BONES.map(([joint, from, to, radius]) => ({
    joint: order.indexOf(joint),
    from: jointPosition(figure, from),
    to: jointPosition(figure, to),
    radius,
  }))
  return (x, y, z) => {
    const reach = bones.map((bone) => distance(bone, x, y, z) / bone.radius)
    const nearest = Math.min(...reach)
    const shares = reach.map((d, i) => ({ joint: bones[i]!.joint, weight: Math.exp(-SHARPNESS * (d - nearest)) }))
    return normalizeInfluences(shares)
  }
}

/** Returns full weight on one joint. Throws for an unknown name. */
export function rigidInfluence(figure: Figure, joint: string): SkinInfluence {
  const index = [...figure.joints.keys()].indexOf(joint)
  if (index < 0) throw new Error(`The skeleton has no joint ${joint}.`)
  return { joints: [index, 0, 0, 0], weights: [1, 0, 0, 0] }
}

/** Selects the four largest weights, and scales them to a sum of 1. */
export function normalizeInfluences(shares: readonly { joint: number; weight: number }[]): SkinInfluence {
  const best = shares.toSorted((a, b) => b.weight - a.weight || a.joint - b.joint).slice(0, 4)
  const least = 0.02 * best[0]!.weight
  const influences = best.map(({ joint, weight }) => ({ joint, weight: weight > least ? weight : 0 }))
  const total = influences.reduce((sum, { weight }) => sum + weight, 0)
  const joints = influences.map(({ joint, weight }) => (weight > 0 ? joint : 0)) as SkinInfluence['joints']
  return { joints, weights: influences.map(({ weight }) => weight / total) as SkinInfluence['weights'] }
}

function distance({ from, to }: Bone, x: number, y: number, z: number): number {
  const [dx, dy, dz] = [to[0] - from[0], to[1] - from[1], to[2] - from[2]]
  const [px, py, pz] = [x - from[0], y - from[1], z - from[2]]
  const t = Math.min(1, Math.max(0, (px * dx + py * dy + pz * dz) / (dx * dx + dy * dy + dz * dz)))
  return Math.hypot(px - dx * t, py - dy * t, pz - dz * t)
}
