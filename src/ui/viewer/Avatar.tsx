import { useThree } from '@react-three/fiber'
import { useEffect, useMemo, useRef } from 'react'
import { AnimationMixer } from 'three'
import { pickClip } from '../../machines/rules/animation-tracks.ts'
import type { Emotion } from '../../machines/rules/emotion.ts'
import { faceOf } from './emotions.ts'
import type { Model } from './model.ts'
import { clipFor, type Playback, play } from './playback.ts'
import type { ReadModel } from './read-model.ts'
import { useMotion } from './use-motion.ts'

/** Where a part of the entrance stands; the spawn machine's words. */
export type SpawnPhase = 'waiting' | 'running' | 'fading' | 'done'

/** One part of the entrance on its way: where it stands, and what to tell the machine. */
export interface SpawnPart {
  phase: SpawnPhase
  onEnded: () => void
  onMissed: () => void
}

/** Spec §9: effect fade-out 0.5 s. */
export const FADE = 0.5

/** Props of `Avatar`. */
export interface AvatarProps {
  model: Model
  emotion: Emotion | undefined
  clip: string | number | null
  isStill: boolean
  animation: SpawnPart & { loop: number; read: () => Promise<ReadModel> }
}

/** The model itself: its face, its own clip, and its spawn animation. */
export function Avatar({ model, emotion, clip, isStill, animation }: AvatarProps) {
  const invalidate = useThree((state) => state.invalidate)
  const mixer = useMemo(() => new AnimationMixer(model.root), [model])
  const face = useMemo(() => faceOf(model.root), [model])
  const latest = useRef(animation)
  latest.current = animation
  const entrance = useRef<Playback | null>(null)
  const moving = useRef(0)
  const told = JSON.stringify(emotion)
  const { phase } = animation
  const isEntering = phase === 'running'

  // biome-ignore lint/correctness/useExhaustiveDependencies: equal emotions are the same, whatever object holds them
  useEffect(() => {
    face.feel(emotion, isStill)
    invalidate()
  }, [face, told, isStill, invalidate])

  useEffect(() => {
    if (!isEntering) return
    let isGone = false
    const { read, loop, onMissed } = latest.current
    read().then(
      (found) => {
        if (isGone) return
        const fitted = loop > 0 ? clipFor(found, model.root) : undefined
        if (!fitted) return onMissed()
        entrance.current = play(mixer, fitted, loop, () => latest.current.onEnded())
        moving.current += 1
        invalidate()
      },
      () => {
        if (!isGone) onMissed()
      },
    )
    return () => {
      isGone = true
    }
  }, [isEntering, model, mixer, invalidate])

  useEffect(() => {
    if (phase === 'fading') {
      entrance.current?.fade(FADE)
      invalidate()
    } else if (phase !== 'running' && entrance.current) {
      entrance.current.stop()
      entrance.current = null
      moving.current -= 1
    }
  }, [phase, invalidate])

  useEffect(() => {
    const wanted = isStill ? undefined : pickClip(model.clips, clip)
    if (!wanted) return
    const action = mixer.clipAction(wanted)
    action.reset().fadeIn(FADE).play()
    moving.current += 1
    invalidate()
    return () => {
      action.stop()
      moving.current -= 1
      invalidate()
    }
  }, [clip, isStill, model, mixer, invalidate])

  useEffect(() => {
    return () => {
      mixer.stopAllAction()
      mixer.uncacheRoot(model.root)
    }
  }, [mixer, model])

  useMotion((seconds) => {
    const isFeeling = face.advance(seconds)
    if (moving.current > 0) mixer.update(seconds)
    return isFeeling || moving.current > 0
  })

  return <primitive object={model.root} dispose={null} />
}
