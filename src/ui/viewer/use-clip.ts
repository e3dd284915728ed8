import { useThree } from '@react-three/fiber'
import { useEffect, useRef } from 'react'
import type { AnimationAction, AnimationMixer } from 'three'
import { pickClip } from '../../machines/rules/animation-tracks.ts'
import { type Body, CROSS_FADE } from './body.ts'
import type { Model } from './model.ts'

/** Which of a model's own clips plays, and how. */
export interface ClipOptions {
  clip: string | number | null
  clipPlaying: boolean
  /** Times as fast as it was made. Default 1. */
  clipSpeed?: number | undefined
  /** Seconds into the clip. */
  clipTime: number | undefined
  onClipTime: ((seconds: number) => void) | undefined
  /** Reduced motion: nothing plays by itself. */
  isStill: boolean
}

/** How often it is told where the clip stands, in milliseconds. */
const EVERY = 250

/**
 * Plays a clip of the model's own over and over; another one fades in as it fades out. Answers what to call before each frame with the
 * seconds that passed: whether one runs. Under reduced motion it stands, but can still be moved by hand.
 */
export function useClip(
  model: Model,
  mixer: AnimationMixer,
  body: Body,
  options: ClipOptions,
): (seconds: number) => boolean {
  const invalidate = useThree((state) => state.invalidate)
  const { clip, clipPlaying, clipSpeed = 1, clipTime, onClipTime, isStill } = options
  const action = useRef<AnimationAction | null>(null)
  const leaving = useRef<{ action: AnimationAction; left: number }[]>([])
  const told = useRef(0)
  const isRunning = clipPlaying && !isStill
  // Under reduced motion a clip that nobody put anywhere is not shown at all.
  const isShown = !isStill || clipTime !== undefined

  const leave = (seconds: number) => {
    for (const one of leaving.current) one.left -= seconds
    for (const one of leaving.current) if (one.left <= 0) one.action.stop()
    leaving.current = leaving.current.filter((one) => one.left > 0)
  }

  useEffect(() => {
    const wanted = isShown ? pickClip(model.clips, clip) : undefined
    if (!wanted) return
    const begun = mixer.clipAction(wanted).reset().fadeIn(CROSS_FADE).play()
    leaving.current = leaving.current.filter((one) => one.action !== begun)
    body.idling?.release(begun)
    action.current = begun
    invalidate()
    return () => {
      if (body.idling) body.idling.leave(begun)
      else leaving.current.push({ action: begun.fadeOut(CROSS_FADE), left: CROSS_FADE })
      action.current = null
      invalidate()
    }
  }, [clip, isShown, model, mixer, body, invalidate])

  // biome-ignore lint/correctness/useExhaustiveDependencies: another clip begins as this one stands
  useEffect(() => {
    const held = action.current
    // Where nothing runs, what stands there is looked at as it is.
    if (!isRunning) leave(Number.POSITIVE_INFINITY)
    if (!held) return
    held.paused = !isRunning
    held.timeScale = clipSpeed
    if (!isRunning) held.stopFading().setEffectiveWeight(1)
    if (clipTime !== undefined && Number.isFinite(clipTime)) {
      held.time = Math.min(Math.max(0, clipTime), held.getClip().duration)
    }
    // A paused action is posed too, by an update that takes no time.
    mixer.update(0)
    invalidate()
  }, [clip, isShown, isRunning, clipSpeed, clipTime, model, mixer, invalidate])

  return (seconds) => {
    leave(seconds)
    const now = performance.now()
    const running = action.current
    if (!running || running.paused) return leaving.current.length > 0
    if (now - told.current >= EVERY) {
      told.current = now
      onClipTime?.(running.time)
    }
    return true
  }
}
