import { useThree } from '@react-three/fiber'
import { useEffect, useEffectEvent } from 'react'
import { influencesOf, mouthAfter, type Visemes, visemesHeard } from '../../../machines/rules/visemes.ts'
import { isAlike } from '../alike.ts'
import type { Model } from '../model.ts'
import { type Ear, earFor, type Speech } from './ear.ts'
import { morphsOf } from './morphs.ts'
import type { ExtraProps } from './props.ts'

/** Props of {@link Mouth}. */
export interface MouthProps extends ExtraProps {
  model: Model
  visemes: Visemes | undefined
  speech: Speech | null
}

/** How often silence is listened to, in milliseconds. */
const LISTENING = 80

const SHUT: Visemes = {}

/** The model's mouth: as it is told, or as what it says is heard. Still while nothing is said. */
export function Mouth({ model, body, isStill, visemes, speech }: MouthProps) {
  const { invalidate } = useThree()
  const told = useEffectEvent(() => ({ visemes: visemes ?? SHUT, isStill }))

  useEffect(() => {
    // A sound that moves a mouth by itself is motion, which some people asked to be spared.
    const ear = speech && !isStill ? open(speech) : null
    const morphs = morphsOf(model.root, model.persona?.face)
    let now: Visemes = SHUT
    const layer = {
      step: (seconds: number) => {
        const goal = ear ? (visemesHeard(ear.hear()) as Visemes) : told().visemes
        const next = told().isStill ? goal : mouthAfter(now, goal, seconds)
        const isMoving = !isAlike(now, next)
        now = next
        for (const [name, influence] of influencesOf(now, morphs.names)) morphs.add(name, influence)
        return isMoving
      },
      undo: () => morphs.undo(),
    }
    const listening = ear && setInterval(() => ear.isLoud() && invalidate(), LISTENING)
    body.layers.add(layer)
    invalidate()
    return () => {
      if (listening) clearInterval(listening)
      ear?.close()
      layer.undo()
      body.layers.delete(layer)
      invalidate()
    }
  }, [model, body, speech, isStill, invalidate])

  // biome-ignore lint/correctness/useExhaustiveDependencies: what it is told has changed
  useEffect(() => invalidate(), [visemes, invalidate])
  return null
}

/** An ear, or none where the page may not have one. */
function open(speech: Speech): Ear | null {
  try {
    return earFor(speech)
  } catch (error) {
    console.warn(`The model cannot hear what it says: ${String(error)}`)
    return null
  }
}
