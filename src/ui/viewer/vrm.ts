import {
  type MToonMaterial,
  type VRM,
  type VRMExpression,
  VRMExpressionMorphTargetBind,
  VRMHumanBoneName,
  VRMLoaderPlugin,
} from '@pixiv/three-vrm'
import { type BufferGeometry, type Object3D, Quaternion } from 'three'
import type { GLTF, GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js'
import type { GltfJson } from '../../files/gltf-json.ts'
import type { BodyPart } from '../../machines/rules/face-names.ts'
import type { Turned } from '../../machines/rules/gaze.ts'
import type { Persona } from './persona.ts'
import { meshesOf } from './release.ts'
import { refuseCostlyVrm } from './vrm-demand.ts'

/**
 * Has `loader` read a VRM 0 or 1, and answers what makes its persona of what was read; null where the file only says that
 * it is one. Throws a `ViewerError` (toolarge) for one that asks for too much.
 */
export function personaReader(loader: GLTFLoader, json: GltfJson): (read: GLTF) => Persona | null {
  refuseCostlyVrm(json)
  // Its bones are moved as they are, not by a second skeleton that stands straight.
  loader.register((parser) => new VRMLoaderPlugin(parser, { autoUpdateHumanBones: false }))
  return ({ userData }) => {
    const vrm = userData['vrm'] as VRM | undefined
    if (!vrm) return null
    vrm.humanoid.normalizedHumanBonesRoot.removeFromParent()
    for (const { geometry } of meshesOf(vrm.scene)) drawWhole(geometry)
    // Before 1.0 they look the other way.
    if (vrm.meta.metaVersion === '0') vrm.scene.rotation.y = Math.PI
    return personaOf(vrm)
  }
}

/** Has a shape drawn as far as it goes: with an outline around it, the library ends one without an index after a third. */
function drawWhole({ index, groups, attributes }: BufferGeometry): void {
  const whole = attributes['position']?.count ?? 0
  if (index || groups.length === 0) return
  for (const group of groups) group.count = whole
}

/** What VRM calls the limbs that we move. */
const LIMBS = {
  hips: VRMHumanBoneName.Hips,
  spine: VRMHumanBoneName.Spine,
  chest: VRMHumanBoneName.Chest,
  neck: VRMHumanBoneName.Neck,
  head: VRMHumanBoneName.Head,
  leftShoulder: VRMHumanBoneName.LeftShoulder,
  rightShoulder: VRMHumanBoneName.RightShoulder,
  leftThigh: VRMHumanBoneName.LeftUpperLeg,
  rightThigh: VRMHumanBoneName.RightUpperLeg,
  leftFoot: VRMHumanBoneName.LeftFoot,
  rightFoot: VRMHumanBoneName.RightFoot,
  leftEye: VRMHumanBoneName.LeftEye,
  rightEye: VRMHumanBoneName.RightEye,
} as const satisfies Record<BodyPart, VRMHumanBoneName>

/** Springs are reckoned in steps of this many seconds at most: over longer ones they would leap. */
const STEP = 1 / 30

/** The cosine of half the angle below which a bone counts as at rest: a fiftieth of a degree. */
const AT_REST = 1 - 1.5e-8

function personaOf({
  scene,
  humanoid,
  lookAt,
  expressionManager,
  springBoneManager,
  nodeConstraintManager,
  materials,
}: VRM): Persona {
  const names = expressionManager?.expressions.map(({ expressionName }) => expressionName) ?? []
  const influences = names.map(() => 0)
  const limbs = new Map(
    (Object.entries(LIMBS) as [BodyPart, VRMHumanBoneName][]).flatMap(([part, name]) => {
      const bone = humanoid.getRawBoneNode(name)
      return bone ? [[part, bone] as const] : []
    }),
  )
  const worn = wornBy(expressionManager?.expressions ?? [])
  const eyes = ['leftEye', 'rightEye'] as const
  const stood = new Map<Object3D, Quaternion>()
  const springs = [...(springBoneManager?.joints ?? [])].map(({ bone }) => ({ bone, was: new Quaternion() }))
  let gaze: Turned | null = null
  let isShown = false
  let isSwinging = false

  const express = () => {
    for (const [index, name] of names.entries()) expressionManager?.setValue(name, influences[index] ?? 0)
    if (gaze && lookAt) {
      for (const eye of eyes) {
        const bone = limbs.get(eye)
        if (bone) stood.set(bone, bone.quaternion.clone())
      }
      // Angles as the library counts them: degrees, and down.
      lookAt.applier.applyYawPitch((gaze.yaw * 180) / Math.PI, (-gaze.pitch * 180) / Math.PI)
    }
    const isAsked = expressionManager?.expressions.some(({ weight }) => weight > 0) ?? false
    if (!isAsked && !isShown) return
    isShown = isAsked
    worn.keep()
    expressionManager?.update()
    worn.addKept()
    for (const material of materials ?? []) (material as Partial<MToonMaterial>).update?.(0)
  }
  /** Has everything that swings hang as it was made, where it stands now. */
  const settle = () => {
    scene.updateWorldMatrix(true, true)
    springBoneManager?.reset()
  }
  const swing = (seconds: number): boolean => {
    if (!springBoneManager || springs.length === 0) return false
    if (!isSwinging) settle()
    isSwinging = true
    for (const spring of springs) spring.was.copy(spring.bone.quaternion)
    const steps = Math.max(1, Math.ceil(seconds / STEP))
    for (let step = 0; step < steps; step += 1) springBoneManager.update(seconds / steps)
    for (const { bone, was } of springs) {
      // A bone of no length swings nowhere.
      if (!Number.isFinite(bone.quaternion.x)) bone.quaternion.copy(was)
    }
    return springs.some(({ bone, was }) => Math.abs(bone.quaternion.dot(was)) < AT_REST)
  }

  return {
    face: { names, influences },
    limbs,
    look: lookAt
      ? (wanted) => {
          gaze = wanted
        }
      : undefined,
    step: (seconds, isStill) => {
      express()
      nodeConstraintManager?.update()
      if (!isStill) return swing(seconds)
      if (isSwinging) settle()
      isSwinging = false
      return false
    },
    undo: () => {
      worn.restore()
      for (const [bone, turned] of stood) bone.quaternion.copy(turned)
      stood.clear()
    },
  }
}

/** The morph targets that expressions wear: the library sets them, and we add what else was asked of them. */
function wornBy(expressions: readonly VRMExpression[]) {
  const places = new Map<number[], Set<number>>()
  for (const bind of expressions.flatMap(({ binds }) => binds)) {
    if (!(bind instanceof VRMExpressionMorphTargetBind)) continue
    for (const { morphTargetInfluences } of bind.primitives) {
      if (morphTargetInfluences?.[bind.index] === undefined) continue
      places.set(morphTargetInfluences, (places.get(morphTargetInfluences) ?? new Set()).add(bind.index))
    }
  }
  const targets = [...places].flatMap(([influences, indices]) => [...indices].map((index) => ({ influences, index })))
  let kept: number[] = []
  return {
    keep: () => {
      kept = targets.map(({ influences, index }) => influences[index]!)
    },
    addKept: () => {
      for (const [at, { influences, index }] of targets.entries()) influences[index]! += kept[at]!
    },
    restore: () => {
      for (const [at, before] of kept.entries()) targets[at]!.influences[targets[at]!.index] = before
      kept = []
    },
  }
}
