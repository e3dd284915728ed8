import type { AnimationAction, AnimationMixer } from 'three'
import type { VrmPersona } from '../load/vrm-persona.ts'

export const CROSS_FADE_SECONDS = 0.5

/**
 * Procedural movement on top of clips and emotion. Applied only while a frame is drawn, so that the movement never accumulates.
 */
export interface MotionLayer {
  /** Applies the layer to the current pose, `seconds` after the last call. Returns whether the layer is still moving. */
  step: (seconds: number) => boolean
  /** Removes the layer's contribution; does nothing if the layer is not applied. */
  undo: () => void
}

/** Idle clip, played while no other animation is active. */
export interface IdlePlayback {
  /** Advances by `seconds` and returns whether the idle clip plays. `isActing` is true while another animation is active. */
  step: (seconds: number, isActing: boolean) => boolean
  /** Fades out another clip, which the idle clip replaces. */
  fadeOut: (action: AnimationAction) => void
  /** Stops fading out a clip that is played again. */
  cancelFadeOut: (action: AnimationAction) => void
}

export interface ModelMotion {
  mixer: AnimationMixer | null
  idlePlayback: IdlePlayback | null
  readonly layers: Set<MotionLayer>
}

export const createModelMotion = (): ModelMotion => ({ mixer: null, idlePlayback: null, layers: new Set() })

/**
 * Applies all layers, then the persona's secondary motion, for the frame drawn in this task. A microtask removes the layers
 * again. Returns whether any layer or the persona is still moving.
 */
export function applyMotionLayers(
  { layers }: ModelMotion,
  seconds: number,
  persona: VrmPersona | null = null,
  isStill = false,
): boolean {
  if (layers.size === 0 && !persona) return false
  const undoAll = () => {
    persona?.undo()
    for (const layer of layers) layer.undo()
  }
  undoAll()
  queueMicrotask(undoAll)
  const isMovingByLayer = [...layers].map((layer) => layer.step(seconds))
  return [...isMovingByLayer, persona?.step(seconds, isStill)].some(Boolean)
}
