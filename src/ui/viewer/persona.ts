import type { Object3D } from 'three'
import type { BodyPart } from '../../machines/rules/face-names.ts'
import type { Turned } from '../../machines/rules/gaze.ts'

/** What a face can express beyond its morph targets, each with how much of it is asked for, from 0 to 1. */
export interface Expressions {
  names: string[]
  influences: number[]
}

/** What a VRM tells of who it is: how it shows feelings, where its limbs are, and what of it swings. */
export interface Persona {
  face: Expressions
  limbs: ReadonlyMap<BodyPart, Object3D>
  /** Turns its eyes so far, in radians, until told otherwise; null: they stay as they stand. Undefined where it has no way to. */
  look: ((eyes: Turned | null) => void) | undefined
  /** Shows what was asked for, and lets hair and cloth swing on by `seconds`, unless motion is to be spared; whether they move. */
  step: (seconds: number, isStill: boolean) => boolean
  /** Takes it off the face again; what swings stays where it is. */
  undo: () => void
}
