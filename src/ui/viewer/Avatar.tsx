import { useThree } from '@react-three/fiber'
import { useEffect, useMemo, useRef } from 'react'
import { AnimationMixer } from 'three'
import type { Emotion } from '../../machines/rules/emotion.ts'
import { type Body, wear } from './body.ts'
import { faceOf } from './emotions.ts'
import type { Model } from './model.ts'
import type { Playback } from './playback.ts'
import { materialsOf, meshesOf } from './release.ts'
import { type ClipOptions, useClip } from './use-clip.ts'
import { type SpawnPart, useEntrance } from './use-entrance.ts'
import { useMotion } from './use-motion.ts'

/** Props of `Avatar`. */
export interface AvatarProps extends ClipOptions {
  model: Model
  emotion: Emotion | undefined
  wireframe: boolean
  animation: SpawnPart
  /** What moves it besides. */
  body: Body
}

/** The model itself: its face, its own clip, and its spawn animation. */
export function Avatar({ model, emotion, wireframe, animation, body, ...clip }: AvatarProps) {
  const invalidate = useThree((state) => state.invalidate)
  const mixer = useMemo(() => new AnimationMixer(model.root), [model])
  const face = useMemo(() => faceOf(model.root, model.persona?.face), [model])
  const entrance = useRef<Playback | null>(null)
  const { isStill } = clip
  useEntrance(model, mixer, animation, entrance)
  const advanceClip = useClip(model, mixer, body, clip)

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
    body.mixer = mixer
    return () => {
      if (body.mixer === mixer) body.mixer = null
      mixer.stopAllAction()
      mixer.uncacheRoot(model.root)
    }
  }, [body, mixer, model])

  useMotion((seconds) => {
    const isFeeling = face.advance(seconds)
    const isRunning = advanceClip(seconds)
    const isEntering = entrance.current !== null
    const isActing = clip.clip !== null || animation.phase === 'running'
    const isIdling = body.idling?.step(seconds, isActing) ?? false
    if (isEntering || isRunning || isIdling) mixer.update(seconds)
    const isAlive = wear(body, seconds, model.persona, isStill)
    return isFeeling || isEntering || isRunning || isIdling || isAlive
  })

  return <primitive object={model.root} dispose={null} />
}
