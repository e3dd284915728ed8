import { useThree } from '@react-three/fiber'
import { useEffect, useEffectEvent } from 'react'
import { detectVisemes, easeMouth, type Visemes, visemeInfluences } from '../../../machines/viewer/visemes.ts'
import type { Model } from '../load/model.ts'
import { isRenderEqual } from '../motion/is-render-equal.ts'
import type { CommonExtraProps } from './extra-props.ts'
import { createMorphInfluences } from './morph-influences.ts'
import { createSpeechAnalyser, type Speech, type SpeechAnalyser } from './speech-analyser.ts'

export interface MouthProps extends CommonExtraProps {
  model: Model
  visemes: Visemes | undefined
  speech: Speech | null
}

const SILENCE_POLL_MS = 80

const CLOSED_MOUTH: Visemes = {}

/** Moves the mouth by the given visemes or by the sound of speech. Draws no frames during silence. */
export function Mouth({ model, motion, isStill, visemes, speech }: MouthProps) {
  const { invalidate } = useThree()
  const latestProps = useEffectEvent(() => ({ visemes: visemes ?? CLOSED_MOUTH, isStill }))

  useEffect(() => {
    // No automatic mouth movement under reduced motion.
    const analyser = speech && !isStill ? openAnalyser(speech) : null
    const morphs = createMorphInfluences(model.root, model.persona?.face)
    let current: Visemes = CLOSED_MOUTH
    const layer = {
      step: (seconds: number) => {
        const target = analyser ? (detectVisemes(analyser.sample()) as Visemes) : latestProps().visemes
        const next = latestProps().isStill ? target : easeMouth(current, target, seconds)
        const isMoving = !isRenderEqual(current, next)
        current = next
        for (const [name, influence] of visemeInfluences(current, morphs.names)) morphs.add(name, influence)
        return isMoving
      },
      undo: () => morphs.undo(),
    }
    const silenceTimer = analyser && setInterval(() => analyser.isLoud() && invalidate(), SILENCE_POLL_MS)
    motion.layers.add(layer)
    invalidate()
    return () => {
      if (silenceTimer) clearInterval(silenceTimer)
      analyser?.close()
      layer.undo()
      motion.layers.delete(layer)
      invalidate()
    }
  }, [model, motion, speech, isStill, invalidate])

  // biome-ignore lint/correctness/useExhaustiveDependencies: changed visemes require a new frame
  useEffect(() => invalidate(), [visemes, invalidate])
  return null
}

/** Opens an audio analyser. If that fails, logs a warning and returns null. */
function openAnalyser(speech: Speech): SpeechAnalyser | null {
  try {
    return createSpeechAnalyser(speech)
  } catch (error) {
    console.warn(`The viewer cannot analyse the speech: ${String(error)}`)
    return null
  }
}
