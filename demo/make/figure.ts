import type { Point } from './field.ts'
import { about, compound, inverse, type Rotation, rotate, STILL } from './rotation.ts'

/** The body shapes; garments are made for one of them. */
export type Shape = 'neutral' | 'female' | 'male'

/** A joint of the skeleton: Mixamo's name, its parent, where it stands and how it is turned at rest (world). */
export interface Joint {
  name: string
  parent: string | undefined
  at: Point
  turn: Rotation
}

/** The measures of a body shape in metres and its skeleton in the A-pose; feet at y = 0, facing +z. */
export interface Figure {
  shape: Shape
  /** How much higher the chest and the head stand than the neutral ones. */
  lift: number
  shoulder: number
  chest: Point
  waist: Point
  hips: Point
  /** Factor on the thickness of arms and legs. */
  limb: number
  joints: ReadonlyMap<string, Joint>
  /** Middle of the head. */
  head: Point
}

/** How far the arms hang from the vertical at rest, radians. */
export const ARM_ANGLE = 0.63

/** Middle of the neutral head; the head has the same size on every body. */
export const HEAD: Point = [0, 1.15, 0]

const MEASURES: Readonly<Record<Shape, Pick<Figure, 'lift' | 'shoulder' | 'chest' | 'waist' | 'hips' | 'limb'>>> = {
  neutral: {
    lift: 0,
    shoulder: 0.132,
    chest: [0.124, 0.125, 0.1],
    waist: [0.114, 0.11, 0.1],
    hips: [0.126, 0.09, 0.106],
    limb: 1,
  },
  female: {
    lift: 0.03,
    shoulder: 0.122,
    chest: [0.115, 0.12, 0.1],
    waist: [0.096, 0.1, 0.09],
    hips: [0.136, 0.092, 0.112],
    limb: 0.95,
  },
  male: {
    lift: 0.075,
    shoulder: 0.162,
    chest: [0.152, 0.145, 0.116],
    waist: [0.13, 0.12, 0.108],
    hips: [0.13, 0.09, 0.108],
    limb: 1.14,
  },
}

/** The figure of a body shape. */
export function figure(shape: Shape): Figure {
  const measures = MEASURES[shape]
  const head: Point = [HEAD[0], HEAD[1] + measures.lift, HEAD[2]]
  return { shape, ...measures, head, joints: skeleton(measures.lift, measures.shoulder) }
}

/** Where a joint stands. Throws for a name the skeleton lacks. */
export function placeOf(figure: Figure, name: string): Point {
  return jointOf(figure, name).at
}

/** A joint by its name without prefix. Throws for a name the skeleton lacks. */
export function jointOf(figure: Figure, name: string): Joint {
  const joint = figure.joints.get(name)
  if (!joint) throw new Error(`The skeleton has no joint ${name}.`)
  return joint
}

/** A joint's rest transform relative to its parent. */
export function localRest(figure: Figure, joint: Joint): { translation: Point; rotation: Rotation } {
  if (!joint.parent) return { translation: joint.at, rotation: joint.turn }
  const parent = jointOf(figure, joint.parent)
  const back = inverse(parent.turn)
  const apart: Point = [joint.at[0] - parent.at[0], joint.at[1] - parent.at[1], joint.at[2] - parent.at[2]]
  return { translation: rotate(back, apart), rotation: compound(back, joint.turn) }
}

const ARM: Rotation = [0.5, 0.5, -0.5, 0.5]
const LEG: Rotation = [0, 0, 1, 0]

/** Mixamo's joints: bones run along their own y axis, so that clips made for Mixamo's rig turn them the right way. */
function skeleton(lift: number, shoulder: number): Map<string, Joint> {
  const joints = new Map<string, Joint>()
  const add = (name: string, parent: string | undefined, at: Point, turn: Rotation = STILL) =>
    joints.set(name, { name, parent, at, turn })
  add('Hips', undefined, [0, 0.57, 0])
  add('Spine', 'Hips', [0, 0.635 + lift * 0.3, 0])
  add('Spine1', 'Spine', [0, 0.71 + lift * 0.6, 0])
  add('Spine2', 'Spine1', [0, 0.785 + lift, 0])
  add('Neck', 'Spine2', [0, 0.905 + lift, -0.005])
  add('Head', 'Neck', [0, 0.965 + lift, 0])
  add('HeadTop_End', 'Head', [0, 1.34 + lift, 0])
  const [s, c] = [Math.sin(ARM_ANGLE), Math.cos(ARM_ANGLE)]
  for (const [side, sign] of [
    ['Left', 1],
    ['Right', -1],
  ] as const) {
    const flat: Rotation = sign > 0 ? ARM : [0.5, -0.5, 0.5, 0.5]
    const hanging = compound(about('z', -sign * (Math.PI / 2 - ARM_ANGLE)), flat)
    const along = (reach: number): Point => [sign * (shoulder + s * reach), 0.855 + lift - c * reach, 0]
    add(`${side}Shoulder`, 'Spine2', [sign * 0.04, 0.868 + lift, 0], flat)
    add(`${side}Arm`, `${side}Shoulder`, along(0), hanging)
    add(`${side}ForeArm`, `${side}Arm`, along(0.165), hanging)
    add(`${side}Hand`, `${side}ForeArm`, along(0.315), hanging)
    add(`${side}HandMiddle1`, `${side}Hand`, along(0.37), hanging)
    add(`${side}UpLeg`, 'Hips', [sign * 0.072, 0.54, 0], LEG)
    add(`${side}Leg`, `${side}UpLeg`, [sign * 0.082, 0.305, 0.006], LEG)
    add(`${side}Foot`, `${side}Leg`, [sign * 0.09, 0.085, -0.01], compound(LEG, about('x', 1)))
    add(`${side}ToeBase`, `${side}Foot`, [sign * 0.1, 0.03, 0.08], compound(LEG, about('x', Math.PI / 2)))
    add(`${side}Toe_End`, `${side}ToeBase`, [sign * 0.104, 0.03, 0.13], compound(LEG, about('x', Math.PI / 2)))
  }
  return joints
}
