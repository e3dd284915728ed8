import { useThree } from '@react-three/fiber'
import { useEffect, useRef } from 'react'
import type { AnimationAction, AnimationMixer } from 'three'
import { pickClip } from '../../../machines/viewer/animation-tracks.ts'
import type { Model } from '../load/model.ts'
import { CROSS_FADE_SECONDS, type ModelMotion } from './model-motion.ts'

export interface ClipOptions {
  clip: string | number | null
  clipPlaying: boolean
  clipSpeed?: number | undefined
  clipTime: number | undefined
  onClipTime: ((seconds: number) => void) | undefined
  /** Reduced motion: nothing plays automatically. */
  isStill: boolean
}

const CLIP_TIME_INTERVAL_MS = 250

/**
 * Plays a clip of the model in a loop, with a cross-fade from the previous clip. Returns a function to call before each frame
 * with the elapsed seconds. That function returns whether a clip is running. Under reduced motion the clip is paused, and only
 * `clipTime` changes its position.
 */
export function useClip(
  model: Model,
  mixer: AnimationMixer,
  motion: ModelMotion,
  options: ClipOptions,
): (seconds: number) => boolean {
  const invalidate = useThree((state) => state.invalidate)
  const { clip, clipPlaying, clipSpeed = 1, clipTime, onClipTime, isStill } = options
  const action = useRef<AnimationAction | null>(null)
  const fadingOut = useRef<{ action: AnimationAction; secondsLeft: number }[]>([])
  const lastReport = useRef(0)
  const isPlaying = clipPlaying && !isStill
  // Under reduced motion, a clip is shown only at an explicit time.
  const isShown = !isStill || clipTime !== undefined

  const advanceFades = (seconds: number) => {
    for (const fading of fadingOut.current) fading.secondsLeft -= seconds
    for (const fading of fadingOut.current) if (fading.secondsLeft <= 0) fading.action.stop()
    fadingOut.current = fadingOut.current.filter((fading) => fading.secondsLeft > 0)
  }

  useEffect(() => {
    const pickedClip = isShown ? pickClip(model.clips, clip) : undefined
    if (!pickedClip) return
    const newAction = mixer.clipAction(pickedClip).reset().fadeIn(CROSS_FADE_SECONDS).play()
    fadingOut.current = fadingOut.current.filter((fading) => fading.action !== newAction)
    motion.idlePlayback?.cancelFadeOut(newAction)
    action.current = newAction
    invalidate()
    return () => {
      if (motion.idlePlayback) motion.idlePlayback.fadeOut(newAction)
      else fadingOut.current.push({ action: newAction.fadeOut(CROSS_FADE_SECONDS), secondsLeft: CROSS_FADE_SECONDS })
      action.current = null
      invalidate()
    }
  }, [clip, isShown, model, mixer, motion, invalidate])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new clip starts with the current settings
  useEffect(() => {
    const currentAction = action.current
    // While paused, fading clips end immediately, so that the exact frame is visible.
    if (!isPlaying) advanceFades(Number.POSITIVE_INFINITY)
    if (!currentAction) return
    currentAction.paused = !isPlaying
    currentAction.timeScale = clipSpeed
    if (!isPlaying) currentAction.stopFading().setEffectiveWeight(1)
    if (clipTime !== undefined && Number.isFinite(clipTime)) {
      currentAction.time = Math.min(Math.max(0, clipTime), currentAction.getClip().duration)
    }
    // An update of zero seconds also applies the pose of paused actions.
    mixer.update(0)
    invalidate()
  }, [clip, isShown, isPlaying, clipSpeed, clipTime, model, mixer, invalidate])

  return (seconds) => {
    advanceFades(seconds)
    const now = performance.now()
    const runningAction = action.current
    if (!runningAction || runningAction.paused) return fadingOut.current.length > 0
    if (now - lastReport.current >= CLIP_TIME_INTERVAL_MS) {
      lastReport.current = now
      onClipTime?.(runningAction.time)
    }
    return true
  }
}
