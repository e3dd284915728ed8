import { Bone, Euler, type Object3D, Quaternion, Vector3 } from 'three'
import { type BodyPart, bodyPartsIn } from '../../../machines/viewer/face-names.ts'

/** Adds small rotations and movements to a model's bones, and reverts them. */
export interface LimbController {
  has: (part: BodyPart) => boolean
  bone: (part: BodyPart) => Object3D | undefined
  /** Rotates a body part about the axes of the whole model, in radians: `x` nods, `y` turns to the model's left, `z` leans. */
  turn: (part: BodyPart, x: number, y: number, z: number) => void
  /** Moves a body part along the axes of the whole model, in metres. */
  move: (part: BodyPart, x: number, y: number, z: number) => void
  undo: () => void
}

/** Creates a controller for `knownLimbs`, or else for the limbs found under `root` by bone name. */
export function createLimbController(root: Object3D, knownLimbs?: ReadonlyMap<BodyPart, Object3D>): LimbController {
  const byPart = knownLimbs ?? findLimbsByName(root)
  const originals = new Map<Object3D, { quaternion: Quaternion; position: Vector3 }>()
  /** Stores the original transform of a bone. All rotations are relative to the original axes. */
  const saveOriginal = (bone: Object3D) => {
    if (!originals.has(bone))
      originals.set(bone, { quaternion: bone.quaternion.clone(), position: bone.position.clone() })
  }
  const [parentRotation, rotation, inverse, offset, worldScale] = [
    new Quaternion(),
    new Quaternion(),
    new Quaternion(),
    new Vector3(),
    new Vector3(),
  ]
  const euler = new Euler(0, 0, 0, 'YXZ')
  /** Returns the rotation that a bone's parent had before any changes, relative to the model. */
  const originalParentRotation = (bone: Object3D) => {
    parentRotation.identity()
    for (let ancestor = bone.parent; ancestor && ancestor !== root; ancestor = ancestor.parent)
      parentRotation.premultiply(originals.get(ancestor)?.quaternion ?? ancestor.quaternion)
    return parentRotation
  }
  return {
    has: (part) => byPart.has(part),
    bone: (part) => byPart.get(part),
    turn: (part, x, y, z) => {
      const bone = byPart.get(part)
      if (!bone) return
      saveOriginal(bone)
      const parent = originalParentRotation(bone)
      rotation.setFromEuler(euler.set(x, y, z))
      inverse.copy(parent).invert()
      bone.quaternion.premultiply(inverse.multiply(rotation).multiply(parent))
    },
    move: (part, x, y, z) => {
      const bone = byPart.get(part)
      if (!bone?.parent) return
      saveOriginal(bone)
      // Bones are often in centimetres, while the given offset is in metres.
      bone.parent.getWorldScale(worldScale)
      const scale = root.getWorldScale(offset).x / (worldScale.x || 1)
      offset.set(x, y, z).multiplyScalar(scale).applyQuaternion(originalParentRotation(bone).invert())
      bone.position.add(offset)
    },
    undo: () => {
      for (const [bone, { quaternion, position }] of originals) {
        bone.quaternion.copy(quaternion)
        bone.position.copy(position)
      }
      originals.clear()
    },
  }
}

function findLimbsByName(root: Object3D): Map<BodyPart, Object3D> {
  const bones: Object3D[] = []
  root.traverse((object) => {
    if (object instanceof Bone) bones.push(object)
  })
  const names = bodyPartsIn(bones.map(({ name }) => name))
  return new Map(
    (Object.entries(names) as [BodyPart, string][]).map(([part, name]) => [
      part,
      bones.find((bone) => bone.name === name)!,
    ]),
  )
}
