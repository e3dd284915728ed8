import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { BASE_MODELS } from '../../demo/make/base-models.ts'
import { buildPatches } from '../../demo/make/build-patches.ts'
import { CAGE_FAMILIES } from '../../demo/make/cages.ts'
import { type BodyShape, createFigure, type Figure, findJoint } from '../../demo/make/figure.ts'
import { BASE_KEYS_BY_TYPE } from '../../demo/make/piece-types.ts'
import { axisRotation, composeRotations, invertRotation, type Rotation } from '../../demo/make/rotation.ts'
import { JOINT_PREFIX, writeModel } from '../../demo/make/write-glb.ts'
import type { Pose } from '../../server/render/scene.ts'

const DEMO = fileURLToPath(new URL('../../demo/', import.meta.url))
const read = async (path: string) => new Uint8Array(await readFile(DEMO + path))

/** All six pairs of different demo bodies. */
export const BODY_PAIRS: readonly (readonly [from: BodyShape, to: BodyShape])[] = [
  ['female', 'male'],
  ['male', 'female'],
  ['neutral', 'male'],
  ['male', 'neutral'],
  ['neutral', 'female'],
  ['female', 'neutral'],
]

const findAssetType = (key: string) =>
  Object.keys(BASE_KEYS_BY_TYPE).find((type) => BASE_KEYS_BY_TYPE[type]!.includes(key)) ?? 'custom'

export const readBodyGlb = (shape: BodyShape) => read(`models/body-${shape}.glb`)

/** Reads the cage that fits a demo garment on a body. */
export function readCageGlb(key: string, shape: BodyShape): Promise<Uint8Array> {
  const family = CAGE_FAMILIES.find(({ types }) => types.includes(findAssetType(key)))
  return read(`cages/${shape}-${family?.key ?? 'whole'}.glb`)
}

/** Returns a demo garment modelled for a body, as a reference for fitted garments. Raises headwear to the height of the head. */
export async function buildTailoredGarment(key: string, shape: BodyShape): Promise<Uint8Array> {
  const base = BASE_MODELS.find((candidate) => candidate.key === key)
  if (!base) throw new Error(`Unknown base model: ${key}`)
  const figure = createFigure(shape)
  const piece = base.make(figure)
  const isHead = CAGE_FAMILIES.some((family) => family.key === 'head' && family.types.includes(findAssetType(key)))
  const patches = [
    ...(piece.patches ?? []),
    ...(await buildPatches(isHead ? createFigure('neutral') : figure, piece.parts)),
  ]
  const raisedPatches = isHead
    ? patches.map((patch) => ({
        ...patch,
        positions: patch.positions.map((value, i) => (i % 3 === 1 ? value + figure.torsoRise : value)),
      }))
    : patches
  return writeModel({ name: base.name, figure, patches: raisedPatches, paints: piece.paints })
}

type JointTurns = Readonly<Record<string, readonly [x: number, y: number, z: number]>>

/** Poses from five motions: joint rotations about the world axes, in radians. */
export const MOTION_JOINT_ROTATIONS: Readonly<Record<string, JointTurns>> = {
  idle: { Spine1: [-0.016, 0, 0.01], LeftArm: [0.02, 0, -0.14], RightArm: [0.02, 0, 0.14], LeftForeArm: [-0.16, 0, 0] },
  wave: {
    RightArm: [-0.3, 0, -1.16],
    RightForeArm: [-0.3, 0.1, -1.3],
    Spine2: [0, 0.05, 0.03],
    Head: [0, -0.06, 0.09],
  },
  walk: {
    LeftUpLeg: [-0.5, 0, 0],
    RightUpLeg: [0.4, 0, 0],
    LeftLeg: [0.2, 0, 0],
    RightLeg: [0.5, 0, 0],
    LeftArm: [0.35, 0, -0.3],
    RightArm: [-0.35, 0, 0.3],
  },
  sit: { LeftUpLeg: [-1.2, 0, 0], RightUpLeg: [-1.2, 0, 0], LeftLeg: [1.2, 0, 0], RightLeg: [1.2, 0, 0] },
  stretch: { LeftArm: [0, 0, 1.4], RightArm: [0, 0, -1.4], Spine1: [-0.15, 0, 0], Spine2: [-0.1, 0, 0] },
}

/** Converts joint rotations of a demo body to a pose for the renderer. */
export function createPose(shape: BodyShape, jointTurns: JointTurns): Pose {
  const figure: Figure = createFigure(shape)
  const nodes = new Map<string, { rotation: Rotation }>()
  for (const [name, [x, y, z]] of Object.entries(jointTurns)) {
    const joint = findJoint(figure, name)
    const parent = joint.parent === undefined ? undefined : findJoint(figure, joint.parent)
    const localRotation = composeRotations(axisRotation('y', y), axisRotation('z', z), axisRotation('x', x))
    const parentInverse = parent ? invertRotation(parent.rotation) : ([0, 0, 0, 1] as Rotation)
    nodes.set(JOINT_PREFIX + name, { rotation: composeRotations(parentInverse, localRotation, joint.rotation) })
  }
  return { nodes }
}
