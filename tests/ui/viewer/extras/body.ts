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
import type { ReadModel } from '../../../../src/ui/viewer/fbx.ts'
import { assemble, type Model } from '../../../../src/ui/viewer/model.ts'

/** A body of bones a metre and a bit tall, with a face of the targets named. */
export async function somebody(targets: readonly string[] = [], more: Partial<ReadModel> = {}): Promise<Model> {
  const bones = new Map<string, Bone>()
  const grow = (name: string, parent: Bone | null, x: number, y: number) => {
    const bone = new Bone()
    bone.name = name
    bone.position.set(x, y, 0)
    parent?.add(bone)
    bones.set(name, bone)
    return bone
  }
  const hips = grow('mixamorigHips', null, 0, 0.9)
  const spine = grow('mixamorigSpine', hips, 0, 0.1)
  const chest = grow('mixamorigSpine2', spine, 0, 0.3)
  const neck = grow('mixamorigNeck', chest, 0, 0.2)
  grow('mixamorigHead', neck, 0, 0.1)
  for (const [side, x] of [
    ['Left', 0.1],
    ['Right', -0.1],
  ] as const) {
    grow(`mixamorig${side}Shoulder`, chest, x, 0.15)
    grow(`mixamorig${side}Foot`, grow(`mixamorig${side}UpLeg`, hips, x, 0), 0, -0.85)
  }
  // Armatures stand in other axes than what they carry, and count in centimetres.
  const armature = new Group().add(hips)
  armature.rotation.x = -Math.PI / 2
  hips.quaternion.setFromAxisAngle(new Vector3(1, 0, 0), Math.PI / 2)
  hips.position.set(0, 0, 0.9)
  const skin = new BoxGeometry(0.4, 1.8, 0.3).translate(0, 0.9, 0)
  skin.morphAttributes['position'] = targets.map(
    () => new Float32BufferAttribute(new Float32Array(skin.getAttribute('position')!.count * 3), 3),
  )
  const mesh = new Mesh(skin, new MeshStandardMaterial())
  mesh.morphTargetDictionary = Object.fromEntries(targets.map((name, index) => [name, index]))
  mesh.morphTargetInfluences = targets.map(() => 0)
  const scene = new Group().add(armature, mesh)
  const model = await assemble([{ scene, clips: [], isFbx: false, ...more }])
  new Group().add(model.root)
  return model
}

/** The influence of a target. */
export function influence(model: Model, name: string): number {
  let found = Number.NaN
  model.root.traverse((object) => {
    const index = (object as Mesh).morphTargetDictionary?.[name]
    if (index !== undefined) found = (object as Mesh).morphTargetInfluences![index]!
  })
  return found
}

/** How a bone is turned in the world, and where it is. */
export function standOf(model: Model, name: string): { turned: Quaternion; at: Vector3 } {
  const bone = model.root.getObjectByName(`mixamorig${name}`)!
  return { turned: bone.getWorldQuaternion(new Quaternion()), at: bone.getWorldPosition(new Vector3()) }
}

/** Where a bone that looked straight on looks now. */
export function aheadOf(model: Model, name: string, first: Quaternion): Vector3 {
  const { turned } = standOf(model, name)
  return new Vector3(0, 0, 1).applyQuaternion(turned.multiply(first.clone().invert()))
}
