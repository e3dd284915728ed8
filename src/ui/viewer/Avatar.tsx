import { useThree } from '@react-three/fiber'
import { useEffect, useMemo, useRef } from 'react'
import { AnimationMixer } from 'three'
import type { Emotion } from '../../machines/viewer/emotion.ts'
import { type EntrancePart, useEntrance } from './entrance/use-entrance.ts'
import { materialsOf, meshesOf } from './load/dispose.ts'
import type { Model } from './load/model.ts'
import { createEmotionFace } from './motion/emotion-face.ts'
import { applyMotionLayers, type ModelMotion } from './motion/model-motion.ts'
import type { Playback } from './motion/playback.ts'
import { type ClipOptions, useClip } from './motion/use-clip.ts'
import { useFrameSteps } from './motion/use-frame-steps.ts'

export interface AvatarProps extends ClipOptions {
  model: Model
  emotion: Emotion | undefined
  wireframe: boolean
  animation: EntrancePart
  /** Additional animation sources: procedural layers and the idle clip. */
  motion: ModelMotion
}

export function Avatar({ model, emotion, wireframe, animation, motion, ...clip }: AvatarProps) {
  const invalidate = useThree((state) => state.invalidate)
  const mixer = useMemo(() => new AnimationMixer(model.root), [model])
  const face = useMemo(() => createEmotionFace(model.root, model.persona?.face), [model])
  const spawnPlayback = useRef<Playback | null>(null)
  const { isStill } = clip
  useEntrance(model, mixer, animation, spawnPlayback)
  const advanceClip = useClip(model, mixer, motion, clip)

  useEffect(() => {
    face.setEmotion(emotion, isStill)
    invalidate()
  }, [face, emotion, isStill, invalidate])

  useEffect(() => {
    for (const material of meshesOf(model.root).flatMap(materialsOf)) {
      if ('wireframe' in material) material.wireframe = wireframe
    }
    invalidate()
  }, [model, wireframe, invalidate])

  useEffect(() => {
    motion.mixer = mixer
    return () => {
      if (motion.mixer === mixer) motion.mixer = null
      mixer.stopAllAction()
      mixer.uncacheRoot(model.root)
    }
  }, [motion, mixer, model])

  useFrameSteps((seconds) => {
    const isFaceMoving = face.advance(seconds)
    const isClipAdvancing = advanceClip(seconds)
    const isEntrancePlaying = spawnPlayback.current !== null
    const isClipPlaying = clip.clip !== null || animation.phase === 'running'
    const isIdlePlaying = motion.idlePlayback?.step(seconds, isClipPlaying) ?? false
    if (isEntrancePlaying || isClipAdvancing || isIdlePlaying) mixer.update(seconds)
    const isLayerMoving = applyMotionLayers(motion, seconds, model.persona, isStill)
    return isFaceMoving || isEntrancePlaying || isClipAdvancing || isIdlePlaying || isLayerMoving
  })

  return <primitive object={model.root} dispose={null} />
}
