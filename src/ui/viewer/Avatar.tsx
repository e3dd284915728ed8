import { useThree } from '@react-three/fiber'
import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { AnimationMixer } from 'three'
import type { Emotion } from '../../machines/rules/emotion.ts'
import { FADE } from '../../machines/rules/entrance.ts'
import type { Aside } from './asides.ts'
import { faceOf } from './emotions.ts'
import type { Model } from './model.ts'
import { clipFor, type Playback, play } from './playback.ts'
import { materialsOf, meshesOf } from './release.ts'
import { type ClipOptions, useClip } from './use-clip.ts'
import { useMotion } from './use-motion.ts'

/** Where a part of the entrance stands; the spawn machine's words. */
export type SpawnPhase = 'waiting' | 'running' | 'fading' | 'done'

/** One part of the entrance on its way: where it stands, how often it plays, and what to tell the machine. */
export interface SpawnPart {
  phase: SpawnPhase
  loop: number
  read: () => Promise<Aside>
  onEnded: () => void
  onMissed: (reason: string) => void
}

/** Props of `Avatar`. */
export interface AvatarProps extends ClipOptions {
  model: Model
  emotion: Emotion | undefined
  wireframe: boolean
  animation: SpawnPart
}

/** The model itself: its face, its own clip, and its spawn animation. */
export function Avatar({ model, emotion, wireframe, animation, ...clip }: AvatarProps) {
  const invalidate = useThree((state) => state.invalidate)
  const mixer = useMemo(() => new AnimationMixer(model.root), [model])
  const face = useMemo(() => faceOf(model.root), [model])
  const entrance = useRef<Playback | null>(null)
  const { isStill } = clip
  useEntrance(model, mixer, animation, entrance)
  const advanceClip = useClip(model, mixer, clip)

  useEffect(() => {
    face.feel(emotion, isStill)
    invalidate()
  }, [face, emotion, isStill, invalidate])

  useEffect(() => {
    for (const material of meshesOf(model.root).flatMap(materialsOf)) {
      if ('wireframe' in material) material.wireframe = wireframe
    }
    invalidate()
  }, [model, wireframe, invalidate])

  useEffect(() => {
    return () => {
      mixer.stopAllAction()
      mixer.uncacheRoot(model.root)
    }
  }, [mixer, model])

  useMotion((seconds) => {
    const isFeeling = face.advance(seconds)
    const isRunning = advanceClip()
    const isEntering = entrance.current !== null
    if (isEntering || isRunning) mixer.update(seconds)
    return isFeeling || isEntering || isRunning
  })

  return <primitive object={model.root} dispose={null} />
}

/** Plays the spawn animation while its phase says so. */
function useEntrance(
  model: Model,
  mixer: AnimationMixer,
  animation: SpawnPart,
  entrance: { current: Playback | null },
): void {
  const invalidate = useThree((state) => state.invalidate)
  const now = useEffectEvent(() => animation)
  const { phase } = animation
  const isEntering = phase === 'running'

  useEffect(() => {
    if (!isEntering) return
    let isGone = false
    const { read, loop, onMissed } = now()
    read().then(
      (found) => {
        if (isGone) return
        const fitted = clipFor(found, model)
        if (!fitted)
          return onMissed(found.clips.length > 0 ? 'no bone of the model is in it' : 'there is no clip in it')
        if (!(loop > 0)) return onMissed('it is to play no time')
        entrance.current = play(mixer, fitted, loop, () => now().onEnded())
        invalidate()
      },
      (error) => {
        if (!isGone) onMissed(String(error))
      },
    )
    return () => {
      isGone = true
    }
  }, [isEntering, model, mixer, entrance, invalidate])

  useEffect(() => {
    if (phase === 'fading') {
      entrance.current?.fade(FADE)
      invalidate()
    } else if (phase !== 'running' && entrance.current) {
      entrance.current.stop()
      entrance.current = null
      invalidate()
    }
  }, [phase, entrance, invalidate])
}
