import type { Object3D } from 'three'
import type { BodyPart } from '../../../machines/viewer/face-names.ts'
import type { GazeAngles } from '../../../machines/viewer/gaze.ts'

/** Facial expressions of a VRM, each with its requested influence from 0 to 1. */
export interface VrmExpressions {
  names: string[]
  influences: number[]
}

export interface VrmPersona {
  face: VrmExpressions
  limbs: ReadonlyMap<BodyPart, Object3D>
  /**
   * Turns the eyes, in radians, until the next call; null leaves the eyes unchanged. Undefined if the model has no eye control.
   */
  setGaze: ((eyes: GazeAngles | null) => void) | undefined
  /**
   * Applies the expressions and advances spring bones by `seconds`, unless motion is reduced. Returns whether spring bones still
   * move.
   */
  step: (seconds: number, isStill: boolean) => boolean
  /** Removes the expressions from the face; spring bones keep their position. */
  undo: () => void
}
