import { useFrame, useThree } from '@react-three/fiber'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Vector3 } from 'three'
import type { Gaze } from '../../../machines/viewer/gaze.ts'
import type { LifePart } from '../../../machines/viewer/life.ts'
import type { Model } from '../load/model.ts'
import { useLatched } from '../use-latched.ts'
import type { CommonExtraProps } from './extra-props.ts'
import { playIdleClips } from './idle-clips.ts'
import { createLifeLayer } from './life-layer.ts'
import { usePointerTarget } from './use-pointer.ts'

export interface IdleBehaviourProps extends CommonExtraProps {
  model: Model
  parts: readonly LifePart[]
  gaze: Gaze | null
}

/** Shortest delay for which no timer is set, in seconds. Longer than any pause between movements. */
const MAX_TIMER_SECONDS = 60

/**
 * Idle behaviour of the model: blinking, breathing, weight shifts, gaze, and an idle clip. Draws no frames while nothing moves.
 */
export function IdleBehaviour({ model, motion, parts, gaze, isStill }: IdleBehaviourProps) {
  const { invalidate, get } = useThree()
  const pointer = usePointerTarget(gaze === 'cursor' && !isStill)
  const latestInput = useEffectEvent(() => ({ parts, isStill, target: targetOf(gaze) }))
  const [lifeRef] = useState(() => ({ current: null as ReturnType<typeof createLifeLayer> | null }))
  const playsIdle = useLatched(parts.includes('idle')) && !isStill

  function targetOf(gazeSetting: Gaze | null): Vector3 | null {
    if (gazeSetting === 'camera') return get().camera.position.clone()
    if (gazeSetting === 'cursor') return pointer()
    return gazeSetting && new Vector3(...gazeSetting)
  }

  useEffect(() => {
    const life = createLifeLayer(model, () => latestInput(), Math.random)
    lifeRef.current = life
    motion.layers.add(life)
    invalidate()
    return () => {
      life.undo()
      motion.layers.delete(life)
      lifeRef.current = null
      invalidate()
    }
  }, [model, motion, lifeRef, invalidate])

  useEffect(() => {
    const idle = playsIdle && motion.mixer ? playIdleClips(motion.mixer, model.clips, Math.random) : null
    motion.idlePlayback = idle && {
      fadeOut: idle.fadeOut,
      cancelFadeOut: idle.cancelFadeOut,
      // Turning `idle` off fades the idle clip out, as if another clip played.
      step: (seconds, isClipPlaying) => idle.step(seconds, isClipPlaying || !latestInput().parts.includes('idle')),
    }
    invalidate()
    return () => {
      motion.idlePlayback = null
      idle?.end()
      invalidate()
    }
  }, [playsIdle, model, motion, invalidate])

  // biome-ignore lint/correctness/useExhaustiveDependencies: changed options require a new frame
  useEffect(() => invalidate(), [parts, gaze, isStill, invalidate])

  useWakeTimer(lifeRef)
  return null
}

/** Requests a frame when a resting model is about to move again. */
function useWakeTimer(lifeRef: { current: ReturnType<typeof createLifeLayer> | null }): void {
  const { invalidate } = useThree()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useFrame(() => {
    clearTimeout(timer.current)
    const secondsLeft = Math.min(MAX_TIMER_SECONDS, lifeRef.current?.secondsUntilMotion() ?? Number.POSITIVE_INFINITY)
    if (!(secondsLeft < MAX_TIMER_SECONDS)) return
    const delaySeconds = Math.max(0, secondsLeft)
    timer.current = setTimeout(() => {
      lifeRef.current?.skip(delaySeconds)
      invalidate()
    }, delaySeconds * 1000)
  })
}
