import { Bone, Euler, type Object3D, Quaternion, Vector3 } from 'three'
import { type BodyPart, bodyPartsIn } from '../../../machines/rules/face-names.ts'

/** Turns and moves the bones of a body a little, and takes that back. */
export interface Limbs {
  /** Which parts there are. */
  has: (part: BodyPart) => boolean
  bone: (part: BodyPart) => Object3D | undefined
  /** Turns a part about the axes of the whole model, in radians: `x` nods, `y` turns to its left, `z` leans. */
  turn: (part: BodyPart, x: number, y: number, z: number) => void
  /** Moves a part along the axes of the whole model, in metres. */
  move: (part: BodyPart, x: number, y: number, z: number) => void
  undo: () => void
}

/** The limbs of everything under `root`: those that are `known`, else by the names of its bones. */
export function limbsOf(root: Object3D, known?: ReadonlyMap<BodyPart, Object3D>): Limbs {
  const byPart = known ?? limbsByName(root)
  const kept = new Map<Object3D, { turned: Quaternion; at: Vector3 }>()
  /** Bones as they stood before, by whose axes all turns are meant. */
  const keep = (bone: Object3D) => {
    if (!kept.has(bone)) kept.set(bone, { turned: bone.quaternion.clone(), at: bone.position.clone() })
  }
  const [around, turn, back, step, size] = [
    new Quaternion(),
    new Quaternion(),
    new Quaternion(),
    new Vector3(),
    new Vector3(),
  ]
  const euler = new Euler(0, 0, 0, 'YXZ')
  /** How the parent of a bone stood in the model. */
  const parentOf = (bone: Object3D) => {
    around.identity()
    for (let one = bone.parent; one && one !== root; one = one.parent)
      around.premultiply(kept.get(one)?.turned ?? one.quaternion)
    return around
  }
  return {
    has: (part) => byPart.has(part),
    bone: (part) => byPart.get(part),
    turn: (part, x, y, z) => {
      const bone = byPart.get(part)
      if (!bone) return
      keep(bone)
      const parent = parentOf(bone)
      turn.setFromEuler(euler.set(x, y, z))
      back.copy(parent).invert()
      bone.quaternion.premultiply(back.multiply(turn).multiply(parent))
    },
    move: (part, x, y, z) => {
      const bone = byPart.get(part)
      if (!bone?.parent) return
      keep(bone)
      // Armatures often count in centimetres.
      bone.parent.getWorldScale(size)
      const scale = root.getWorldScale(step).x / (size.x || 1)
      step.set(x, y, z).multiplyScalar(scale).applyQuaternion(parentOf(bone).invert())
      bone.position.add(step)
    },
    undo: () => {
      for (const [bone, { turned, at }] of kept) {
        bone.quaternion.copy(turned)
        bone.position.copy(at)
      }
      kept.clear()
    },
  }
}

function limbsByName(root: Object3D): Map<BodyPart, Object3D> {
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
