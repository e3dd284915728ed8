import type { AnimationAction, AnimationMixer } from 'three'
import type { Persona } from './persona.ts'

/** How long one clip takes to give way to another, in seconds. */
export const CROSS_FADE = 0.5

/** Something that moves a model beside its clips and its emotion: only while a frame is drawn, so that it adds to them. */
export interface Layer {
  /** Puts its part on what stands, `seconds` after it last did; whether it moves. */
  step: (seconds: number) => boolean
  /** Takes it off again; does nothing where nothing is on. */
  undo: () => void
}

/** A clip that plays on while nothing else does. */
export interface Idling {
  /** Whether it plays, `seconds` later; something else may be acting meanwhile. */
  step: (seconds: number, isActing: boolean) => boolean
  /** Fades another clip out, of which it takes the place. */
  leave: (action: AnimationAction) => void
  /** Lets go of one that is wanted again, which goes on. */
  release: (action: AnimationAction) => void
}

/** What moves the model that stands in the scene; those who come later add to it. */
export interface Body {
  mixer: AnimationMixer | null
  idling: Idling | null
  readonly layers: Set<Layer>
}

/** A body that nothing moves. */
export const createBody = (): Body => ({ mixer: null, idling: null, layers: new Set() })

/**
 * Puts all layers on for the frame that is drawn in this very task, and after them what follows how they moved it; whether
 * one of them moves.
 */
export function wear({ layers }: Body, seconds: number, persona: Persona | null = null, isStill = false): boolean {
  if (layers.size === 0 && !persona) return false
  const takeOff = () => {
    persona?.undo()
    for (const layer of layers) layer.undo()
  }
  takeOff()
  queueMicrotask(takeOff)
  const moved = [...layers].map((layer) => layer.step(seconds))
  return [...moved, persona?.step(seconds, isStill)].some(Boolean)
}
