import { Mesh, type Object3D } from 'three'
import { EMOTION_EASE, type Emotion, easeInfluence, influencesFor } from '../../machines/rules/emotion.ts'
import type { Expressions } from './persona.ts'

/** Moves a model's morph targets towards an emotion. */
export interface Face {
  /** Turns to `emotion`: at once, or over the next frames. */
  feel: (emotion: Emotion | undefined, atOnce: boolean) => void
  /** Moves on by `seconds`; whether it still moves. */
  advance: (seconds: number) => boolean
}

/** The face of everything under `root` that has morph targets, and of the expressions beside them. */
export function faceOf(root: Object3D, expressions?: Expressions): Face {
  const meshes: { influences: number[]; names: readonly string[]; from: number[]; to: number[] }[] = []
  root.traverse((object) => {
    if (!(object instanceof Mesh) || !object.morphTargetInfluences || !object.morphTargetDictionary) return
    // Of targets that share a name the last has it.
    const names = object.morphTargetInfluences.map(() => '')
    for (const [name, index] of Object.entries(object.morphTargetDictionary)) names[index] = name
    meshes.push({ influences: object.morphTargetInfluences, names, from: [], to: [...object.morphTargetInfluences] })
  })
  if (expressions) meshes.push({ ...expressions, from: [], to: [...expressions.influences] })
  let elapsed = EMOTION_EASE
  const show = () => {
    for (const { influences, from, to } of meshes) {
      for (const [index, goal] of to.entries()) influences[index] = easeInfluence(from[index] ?? 0, goal, elapsed)
    }
  }
  return {
    feel: (emotion, atOnce) => {
      for (const mesh of meshes) {
        mesh.from = [...mesh.influences]
        mesh.to = influencesFor(emotion, mesh.names)
      }
      elapsed = atOnce ? EMOTION_EASE : 0
      show()
    },
    advance: (seconds) => {
      if (elapsed >= EMOTION_EASE) return false
      elapsed += seconds
      show()
      return elapsed < EMOTION_EASE
    },
  }
}
