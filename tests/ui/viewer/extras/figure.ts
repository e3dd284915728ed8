import {
  Bone,
  BoxGeometry,
  Float32BufferAttribute,
  Group,
  Mesh,
  MeshStandardMaterial,
  Quaternion,
  Vector3,
} from 'three'
import type { ParsedModel } from '../../../../src/ui/viewer/load/fbx.ts'
import { assembleModel, type Model } from '../../../../src/ui/viewer/load/model.ts'

/** Builds a figure with a skeleton and a mesh. The mesh has a morph target for each name in `targets`. */
export async function createFigure(
  targets: readonly string[] = [],
  overrides: Partial<ParsedModel> = {},
): Promise<Model> {
  const bones = new Map<string, Bone>()
  const addBone = (name: string, parent: Bone | null, x: number, y: number) => {
    const bone = new Bone()
    bone.name = name
    bone.position.set(x, y, 0)
    parent?.add(bone)
    bones.set(name, bone)
    return bone
  }
  const hips = addBone('mixamorigHips', null, 0, 0.9)
  const spine = addBone('mixamorigSpine', hips, 0, 0.1)
  const chest = addBone('mixamorigSpine2', spine, 0, 0.3)
  const neck = addBone('mixamorigNeck', chest, 0, 0.2)
  addBone('mixamorigHead', neck, 0, 0.1)
  for (const [side, x] of [
    ['Left', 0.1],
    ['Right', -0.1],
  ] as const) {
    addBone(`mixamorig${side}Shoulder`, chest, x, 0.15)
    addBone(`mixamorig${side}Foot`, addBone(`mixamorig${side}UpLeg`, hips, x, 0), 0, -0.85)
  }
  // Simulates a typical armature, whose axes differ from the axes of its children.
  const armature = new Group().add(hips)
  armature.rotation.x = -Math.PI / 2
  hips.quaternion.setFromAxisAngle(new Vector3(1, 0, 0), Math.PI / 2)
  hips.position.set(0, 0, 0.9)
  const geometry = new BoxGeometry(0.4, 1.8, 0.3).translate(0, 0.9, 0)
  geometry.morphAttributes['position'] = targets.map(
    () => new Float32BufferAttribute(new Float32Array(geometry.getAttribute('position')!.count * 3), 3),
  )
  const mesh = new Mesh(geometry, new MeshStandardMaterial())
  mesh.morphTargetDictionary = Object.fromEntries(targets.map((name, index) => [name, index]))
  mesh.morphTargetInfluences = targets.map(() => 0)
  const scene = new Group().add(armature, mesh)
  const model = await assembleModel([{ scene, clips: [], isFbx: false, ...overrides }])
  new Group().add(model.root)
  return model
}

export function influenceOf(model: Model, name: string): number {
  let value = Number.NaN
  model.root.traverse((object) => {
    const index = (object as Mesh).morphTargetDictionary?.[name]
    if (index !== undefined) value = (object as Mesh).morphTargetInfluences![index]!
  })
  return value
}

export function bonePoseOf(model: Model, name: string): { rotation: Quaternion; position: Vector3 } {
  const bone = model.root.getObjectByName(`mixamorig${name}`)!
  return { rotation: bone.getWorldQuaternion(new Quaternion()), position: bone.getWorldPosition(new Vector3()) }
}

/** Returns the current forward direction of a bone, given its initial rotation. */
export function boneDirectionOf(model: Model, name: string, initial: Quaternion): Vector3 {
  const { rotation } = bonePoseOf(model, name)
  return new Vector3(0, 0, 1).applyQuaternion(rotation.multiply(initial.clone().invert()))
}
