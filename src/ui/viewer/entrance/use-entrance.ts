import { useThree } from '@react-three/fiber'
import { useEffect, useEffectEvent } from 'react'
import type { AnimationMixer } from 'three'
import { FADE_OUT_SECONDS } from '../../../machines/viewer/entrance.ts'
import type { Model } from '../load/model.ts'
import { fitClip, type Playback, playClip } from '../motion/playback.ts'
import type { EntranceAsset } from './entrance-assets.ts'

/** State of the spawn effect or the spawn animation, as named by the spawn machine. */
export type SpawnPhase = 'waiting' | 'running' | 'fading' | 'done'

/** Effect or animation of a running spawn: its state, its repetitions, and callbacks to the machine. */
export interface EntrancePart {
  phase: SpawnPhase
  loop: number
  read: () => Promise<EntranceAsset>
  onEnded: () => void
  onFailed: (reason: string) => void
}

export function useEntrance(
  model: Model,
  mixer: AnimationMixer,
  animation: EntrancePart,
  playback: { current: Playback | null },
): void {
  const invalidate = useThree((state) => state.invalidate)
  const latestAnimation = useEffectEvent(() => animation)
  const { phase } = animation
  const isRunning = phase === 'running'

  useEffect(() => {
    if (!isRunning) return
    let isCancelled = false
    const { read, loop, onFailed } = latestAnimation()
    read().then(
      (asset) => {
        if (isCancelled) return
        const clip = fitClip(asset, model)
        if (!clip)
          return onFailed(
            asset.clips.length > 0 ? 'the animation matches no bone of the model' : 'the file has no clip',
          )
        if (!(loop > 0)) return onFailed('the loop count is not positive')
        playback.current = playClip(mixer, clip, loop, () => latestAnimation().onEnded())
        invalidate()
      },
      (error) => {
        if (!isCancelled) onFailed(String(error))
      },
    )
    return () => {
      isCancelled = true
    }
  }, [isRunning, model, mixer, playback, invalidate])

  useEffect(() => {
    if (phase === 'fading') {
      playback.current?.fade(FADE_OUT_SECONDS)
      invalidate()
    } else if (phase !== 'running' && playback.current) {
      playback.current.stop()
      playback.current = null
      invalidate()
    }
  }, [phase, playback, invalidate])
}
