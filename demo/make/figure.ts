import {
  axisRotation,
  composeRotations,
  IDENTITY_ROTATION,
  invertRotation,
  type Rotation,
  rotatePoint,
} from './rotation.ts'
import type { Point } from './signed-distance.ts'

/** Body shape. A garment is made for one body shape. */
export type BodyShape = 'neutral' | 'female' | 'male'

/** Joint of the skeleton: Mixamo name, parent, and world position and rotation at rest. */
export interface Joint {
  name: string
  parent: string | undefined
  position: Point
  rotation: Rotation
}

/** Measures of a body shape in metres, and its skeleton in the A-pose: feet at y = 0, facing +z. */
export interface Figure {
  shape: BodyShape
  /** Height of chest and head, relative to the neutral shape. */
  torsoRise: number
  shoulder: number
  chest: Point
  waist: Point
  hips: Point
  /** Thickness factor of arms and legs. */
  limb: number
  joints: ReadonlyMap<string, Joint>
  head: Point
}

/** Angle of the arms from the vertical at rest, in radians. */
export const ARM_ANGLE_RADIANS = 0.63

/** Middle of the neutral head. The head has the same size on every body. */
export const HEAD_CENTRE: Point = [0, 1.15, 0]

const MEASURES: Readonly<
  Record<BodyShape, Pick<Figure, 'torsoRise' | 'shoulder' | 'chest' | 'waist' | 'hips' | 'limb'>>
> = {
  neutral: {
    torsoRise: 0,
    shoulder: 0.132,
    chest: [0.124, 0.125, 0.1],
    waist: [0.114, 0.11, 0.1],
    hips: [0.126, 0.09, 0.106],
    limb: 1,
  },
  female: {
    torsoRise: 0.03,
    shoulder: 0.122,
    chest: [0.115, 0.12, 0.1],
    waist: [0.096, 0.1, 0.09],
    hips: [0.136, 0.092, 0.112],
    limb: 0.95,
  },
  male: {
    torsoRise: 0.075,
    shoulder: 0.162,
    chest: [0.152, 0.145, 0.116],
    waist: [0.13, 0.12, 0.108],
    hips: [0.13, 0.09, 0.108],
    limb: 1.14,
  },
}

export function createFigure(shape: BodyShape): Figure {
  const measures = MEASURES[shape]
  const head: Point = [HEAD_CENTRE[0], HEAD_CENTRE[1] + measures.torsoRise, HEAD_CENTRE[2]]
  return { shape, ...measures, head, joints: skeleton(measures.torsoRise, measures.shoulder) }
}

/** Returns a joint's position. Throws for an unknown name. */
export function jointPosition(figure: Figure, name: string): Point {
  return findJoint(figure, name).position
}

/** Returns a joint by its name without prefix. Throws for an unknown name. */
export function findJoint(figure: Figure, name: string): Joint {
  const joint = figure.joints.get(name)
  if (!joint) throw new Error(`The skeleton has no joint ${name}.`)
  return joint
}

export function localRestTransform(figure: Figure, joint: Joint): { translation: Point; rotation: Rotation } {
  if (!joint.parent) return { translation: joint.position, rotation: joint.rotation }
  const parent = findJoint(figure, joint.parent)
  const back = invertRotation(parent.rotation)
  const apart: Point = [
    joint.position[0] - parent.position[0],
    joint.position[1] - parent.position[1],
    joint.position[2] - parent.position[2],
  ]
  return { translation: rotatePoint(back, apart), rotation: composeRotations(back, joint.rotation) }
}

const ARM: Rotation = [0.5, 0.5, -0.5, 0.5]
const LEG: Rotation = [0, 0, 1, 0]

/** Builds Mixamo's joints. Bones run along their own y axis, so that Mixamo clips rotate them correctly. */
function skeleton(lift: number, shoulder: number): Map<string, Joint> {
  const joints = new Map<string, Joint>()
  const add = (name: string, parent: string | undefined, at: Point, rotation: Rotation = IDENTITY_ROTATION) =>
    joints.set(name, { name, parent, position: at, rotation })
  add('Hips', undefined, [0, 0.57, 0])
  add('Spine', 'Hips', [0, 0.635 + lift * 0.3, 0])
  add('Spine1', 'Spine', [0, 0.71 + lift * 0.6, 0])
  add('Spine2', 'Spine1', [0, 0.785 + lift, 0])
  add('Neck', 'Spine2', [0, 0.905 + lift, -0.005])
  add('Head', 'Neck', [0, 0.965 + lift, 0])
  add('HeadTop_End', 'Head', [0, 1.34 + lift, 0])
  const [s, c] = [Math.sin(ARM_ANGLE_RADIANS), Math.cos(ARM_ANGLE_RADIANS)]
  for (const [side, sign] of [
    ['Left', 1],
    ['Right', -1],
  ] as const) {
    const flat: Rotation = sign > 0 ? ARM : [0.5, -0.5, 0.5, 0.5]
    const hanging = composeRotations(axisRotation('z', -sign * (Math.PI / 2 - ARM_ANGLE_RADIANS)), flat)
    const along = (reach: number): Point => [sign * (shoulder + s * reach), 0.855 + lift - c * reach, 0]
    add(`${side}Shoulder`, 'Spine2', [sign * 0.04, 0.868 + lift, 0], flat)
    add(`${side}Arm`, `${side}Shoulder`, along(0), hanging)
    add(`${side}ForeArm`, `${side}Arm`, along(0.165), hanging)
    add(`${side}Hand`, `${side}ForeArm`, along(0.315), hanging)
    add(`${side}HandMiddle1`, `${side}Hand`, along(0.37), hanging)
    add(`${side}UpLeg`, 'Hips', [sign * 0.072, 0.54, 0], LEG)
    add(`${side}Leg`, `${side}UpLeg`, [sign * 0.082, 0.305, 0.006], LEG)
    add(`${side}Foot`, `${side}Leg`, [sign * 0.09, 0.085, -0.01], composeRotations(LEG, axisRotation('x', 1)))
    add(
      `${side}ToeBase`,
      `${side}Foot`,
      [sign * 0.1, 0.03, 0.08],
      composeRotations(LEG, axisRotation('x', Math.PI / 2)),
    )
    add(
      `${side}Toe_End`,
      `${side}ToeBase`,
      [sign * 0.104, 0.03, 0.13],
      composeRotations(LEG, axisRotation('x', Math.PI / 2)),
    )
  }
  return joints
}
