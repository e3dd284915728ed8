import { useThree } from '@react-three/fiber'
import { useEffect, useEffectEvent } from 'react'
import type { AnimationMixer } from 'three'
import { FADE } from '../../machines/rules/entrance.ts'
import type { Aside } from './asides.ts'
import type { Model } from './model.ts'
import { clipFor, type Playback, play } from './playback.ts'

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

/** Plays the spawn animation while its phase says so. */
export function useEntrance(
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
