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
import type { GltfJson } from '../../../files/gltf-json.ts'
import type { BodyPart } from '../../../machines/viewer/face-names.ts'
import type { GazeAngles } from '../../../machines/viewer/gaze.ts'
import { meshesOf } from './dispose.ts'
import { assertVrmWithinLimits } from './vrm-demand.ts'
import type { VrmPersona } from './vrm-persona.ts'

/**
 * Makes `loader` read VRM 0 and 1. Returns a function that creates the persona from the result, or null if the file contains no
 * VRM data. Throws a `ViewerError` (toolarge) for a VRM beyond the limits.
 */
export function createPersonaReader(loader: GLTFLoader, json: GltfJson): (read: GLTF) => VrmPersona | null {
  assertVrmWithinLimits(json)
  // Clips move the raw bones, so the library must not overwrite them from its normalised copy of the skeleton.
  loader.register((parser) => new VRMLoaderPlugin(parser, { autoUpdateHumanBones: false }))
  return ({ userData }) => {
    const vrm = userData['vrm'] as VRM | undefined
    if (!vrm) return null
    vrm.humanoid.normalizedHumanBonesRoot.removeFromParent()
    for (const { geometry } of meshesOf(vrm.scene)) removeDrawRange(geometry)
    // VRM 0 models face the opposite direction.
    if (vrm.meta.metaVersion === '0') vrm.scene.rotation.y = Math.PI
    return createPersona(vrm)
  }
}

/**
 * Makes the groups of a geometry without an index cover all vertices. For a material with an outline, the groups of the VRM
 * library cover only a third.
 */
function removeDrawRange({ index, groups, attributes }: BufferGeometry): void {
  const vertexCount = attributes['position']?.count ?? 0
  if (index || groups.length === 0) return
  for (const group of groups) group.count = vertexCount
}

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

/** Maximum time step of the spring simulation, in seconds. Longer steps would make the simulation unstable. */
const MAX_STEP_SECONDS = 1 / 30

/** Cosine of half the rotation below which a bone counts as at rest: a fiftieth of a degree. */
const REST_COSINE = 1 - 1.5e-8

function createPersona({
  scene,
  humanoid,
  lookAt,
  expressionManager,
  springBoneManager,
  nodeConstraintManager,
  materials,
}: VRM): VrmPersona {
  const names = expressionManager?.expressions.map(({ expressionName }) => expressionName) ?? []
  const influences = names.map(() => 0)
  const limbs = new Map(
    (Object.entries(LIMBS) as [BodyPart, VRMHumanBoneName][]).flatMap(([part, name]) => {
      const bone = humanoid.getRawBoneNode(name)
      return bone ? [[part, bone] as const] : []
    }),
  )
  const expressionWeights = createExpressionWeights(expressionManager?.expressions ?? [])
  const eyes = ['leftEye', 'rightEye'] as const
  const restRotations = new Map<Object3D, Quaternion>()
  const springs = [...(springBoneManager?.joints ?? [])].map(({ bone }) => ({ bone, previous: new Quaternion() }))
  let gaze: GazeAngles | null = null
  let isApplied = false
  let isSwinging = false

  const applyExpressions = () => {
    for (const [index, name] of names.entries()) expressionManager?.setValue(name, influences[index] ?? 0)
    if (gaze && lookAt) {
      for (const eye of eyes) {
        const bone = limbs.get(eye)
        if (bone) restRotations.set(bone, bone.quaternion.clone())
      }
      // The library expects degrees, with positive pitch downwards.
      lookAt.applier.applyYawPitch((gaze.yaw * 180) / Math.PI, (-gaze.pitch * 180) / Math.PI)
    }
    const hasWeights = expressionManager?.expressions.some(({ weight }) => weight > 0) ?? false
    if (!hasWeights && !isApplied) return
    isApplied = hasWeights
    expressionWeights.save()
    expressionManager?.update()
    expressionWeights.addSaved()
    for (const material of materials ?? []) (material as Partial<MToonMaterial>).update?.(0)
  }
  /** Resets the spring bones to their rest pose at the current position. */
  const resetSprings = () => {
    scene.updateWorldMatrix(true, true)
    springBoneManager?.reset()
  }
  const advanceSprings = (seconds: number): boolean => {
    if (!springBoneManager || springs.length === 0) return false
    if (!isSwinging) resetSprings()
    isSwinging = true
    for (const spring of springs) spring.previous.copy(spring.bone.quaternion)
    const steps = Math.max(1, Math.ceil(seconds / MAX_STEP_SECONDS))
    for (let step = 0; step < steps; step += 1) springBoneManager.update(seconds / steps)
    for (const { bone, previous } of springs) {
      // A bone of zero length has no valid rotation.
      if (!Number.isFinite(bone.quaternion.x)) bone.quaternion.copy(previous)
    }
    return springs.some(({ bone, previous }) => Math.abs(bone.quaternion.dot(previous)) < REST_COSINE)
  }

  return {
    face: { names, influences },
    limbs,
    setGaze: lookAt
      ? (angles) => {
          gaze = angles
        }
      : undefined,
    step: (seconds, isStill) => {
      applyExpressions()
      nodeConstraintManager?.update()
      if (!isStill) return advanceSprings(seconds)
      if (isSwinging) resetSprings()
      isSwinging = false
      return false
    },
    undo: () => {
      expressionWeights.restore()
      for (const [bone, rotation] of restRotations) bone.quaternion.copy(rotation)
      restRotations.clear()
    },
  }
}

/**
 * Saves and restores the morph targets that expressions use. The library overwrites these targets, so influences from other
 * sources are added afterwards.
 */
function createExpressionWeights(expressions: readonly VRMExpression[]) {
  const indicesByMesh = new Map<number[], Set<number>>()
  for (const bind of expressions.flatMap(({ binds }) => binds)) {
    if (!(bind instanceof VRMExpressionMorphTargetBind)) continue
    for (const { morphTargetInfluences } of bind.primitives) {
      if (morphTargetInfluences?.[bind.index] === undefined) continue
      indicesByMesh.set(morphTargetInfluences, (indicesByMesh.get(morphTargetInfluences) ?? new Set()).add(bind.index))
    }
  }
  const targets = [...indicesByMesh].flatMap(([influences, indices]) =>
    [...indices].map((index) => ({ influences, index })),
  )
  let savedValues: number[] = []
  return {
    save: () => {
      savedValues = targets.map(({ influences, index }) => influences[index]!)
    },
    addSaved: () => {
      for (const [position, { influences, index }] of targets.entries()) influences[index]! += savedValues[position]!
    },
    restore: () => {
      for (const [position, saved] of savedValues.entries())
        targets[position]!.influences[targets[position]!.index] = saved
      savedValues = []
    },
  }
}
