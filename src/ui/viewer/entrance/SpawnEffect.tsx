import { useThree } from '@react-three/fiber'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { AnimationMixer } from 'three'
import { FADE_OUT_SECONDS } from '../../../machines/viewer/entrance.ts'
import { unloadFromGpu } from '../load/dispose.ts'
import { type Playback, playClip } from '../motion/playback.ts'
import { setOpacity } from '../motion/set-opacity.ts'
import { useFrameSteps } from '../motion/use-frame-steps.ts'
import type { EntranceAsset } from './entrance-assets.ts'
import type { EntrancePart } from './use-entrance.ts'

/** Plays the spawn effect around a new avatar, fades the effect out on its last frame, then removes it. */
export function SpawnEffect(props: EntrancePart) {
  const invalidate = useThree((state) => state.invalidate)
  const [asset, setAsset] = useState<EntranceAsset | null>(null)
  const mixer = useRef<AnimationMixer | null>(null)
  const playback = useRef<Playback | null>(null)
  const fadedSeconds = useRef(0)
  const latestProps = useEffectEvent(() => props)
  const { phase } = props
  const isShown = phase === 'running' || phase === 'fading'

  useEffect(() => {
    if (!isShown) return
    let isCancelled = false
    const { read, loop, onFailed } = latestProps()
    read().then(
      (loadedAsset) => {
        if (isCancelled) return
        const clip = loadedAsset.clips[0]
        if (!clip) return onFailed('the file has no clip')
        if (!(loop > 0)) return onFailed('the loop count is not positive')
        fadedSeconds.current = 0
        setOpacity(loadedAsset.scene, 1)
        mixer.current = new AnimationMixer(loadedAsset.scene)
        playback.current = playClip(mixer.current, clip, loop, () => latestProps().onEnded())
        setAsset(loadedAsset)
        invalidate()
      },
      (error) => {
        if (!isCancelled) onFailed(String(error))
      },
    )
    return () => {
      isCancelled = true
      playback.current?.stop()
      playback.current = null
      mixer.current = null
      setAsset(null)
    }
  }, [isShown, invalidate])

  // Disposes the scene only after it is unmounted. Otherwise the next frame would upload it to the GPU again.
  useEffect(() => {
    if (!asset) return
    const release = asset.retain()
    return () => {
      unloadFromGpu(asset.scene)
      release()
      invalidate()
    }
  }, [asset, invalidate])

  useFrameSteps((seconds) => {
    if (!asset) return false
    mixer.current?.update(seconds)
    if (phase === 'fading') {
      fadedSeconds.current = Math.min(FADE_OUT_SECONDS, fadedSeconds.current + seconds)
      setOpacity(asset.scene, 1 - fadedSeconds.current / FADE_OUT_SECONDS)
    }
    return true
  })

  return asset ? <primitive object={asset.scene} dispose={null} /> : null
}
