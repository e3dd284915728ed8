import { Mesh, type Object3D } from 'three'
import { EMOTION_EASE_SECONDS, type Emotion, easeInfluence, influencesFor } from '../../../machines/viewer/emotion.ts'
import type { VrmExpressions } from '../load/vrm-persona.ts'

export interface EmotionFace {
  /** Starts to show `emotion`, immediately or over the next frames. */
  setEmotion: (emotion: Emotion | undefined, isImmediate: boolean) => void
  /** Advances by `seconds`; returns whether the face is still moving. */
  advance: (seconds: number) => boolean
}

/** Creates a face from all morph targets under `root`, plus the given expressions. */
export function createEmotionFace(root: Object3D, expressions?: VrmExpressions): EmotionFace {
  const meshes: { influences: number[]; names: readonly string[]; from: number[]; to: number[] }[] = []
  root.traverse((object) => {
    if (!(object instanceof Mesh) || !object.morphTargetInfluences || !object.morphTargetDictionary) return
    // If targets share a name, the dictionary refers to the last one.
    const names = object.morphTargetInfluences.map(() => '')
    for (const [name, index] of Object.entries(object.morphTargetDictionary)) names[index] = name
    meshes.push({ influences: object.morphTargetInfluences, names, from: [], to: [...object.morphTargetInfluences] })
  })
  if (expressions) meshes.push({ ...expressions, from: [], to: [...expressions.influences] })
  let elapsed = EMOTION_EASE_SECONDS
  const applyInfluences = () => {
    for (const { influences, from, to } of meshes) {
      for (const [index, target] of to.entries()) influences[index] = easeInfluence(from[index] ?? 0, target, elapsed)
    }
  }
  return {
    setEmotion: (emotion, isImmediate) => {
      for (const mesh of meshes) {
        mesh.from = [...mesh.influences]
        mesh.to = influencesFor(emotion, mesh.names)
      }
      elapsed = isImmediate ? EMOTION_EASE_SECONDS : 0
      applyInfluences()
    },
    advance: (seconds) => {
      if (elapsed >= EMOTION_EASE_SECONDS) return false
      elapsed += seconds
      applyInfluences()
      return elapsed < EMOTION_EASE_SECONDS
    },
  }
}
