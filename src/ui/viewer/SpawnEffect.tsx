import { useThree } from '@react-three/fiber'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { AnimationMixer } from 'three'
import { FADE } from '../../machines/rules/entrance.ts'
import type { Aside } from './asides.ts'
import { fadeTo } from './fade.ts'
import { type Playback, play } from './playback.ts'
import { unload } from './release.ts'
import type { SpawnPart } from './use-entrance.ts'
import { useMotion } from './use-motion.ts'

/** What plays around an avatar as it appears: plays, fades out while it holds its last frame, and is gone. */
export function SpawnEffect(props: SpawnPart) {
  const invalidate = useThree((state) => state.invalidate)
  const [aside, setAside] = useState<Aside | null>(null)
  const mixer = useRef<AnimationMixer | null>(null)
  const playback = useRef<Playback | null>(null)
  const faded = useRef(0)
  const now = useEffectEvent(() => props)
  const { phase } = props
  const isShown = phase === 'running' || phase === 'fading'

  useEffect(() => {
    if (!isShown) return
    let isGone = false
    const { read, loop, onMissed } = now()
    read().then(
      (found) => {
        if (isGone) return
        const clip = found.clips[0]
        if (!clip) return onMissed('there is no clip in it')
        if (!(loop > 0)) return onMissed('it is to play no time')
        faded.current = 0
        fadeTo(found.scene, 1)
        mixer.current = new AnimationMixer(found.scene)
        playback.current = play(mixer.current, clip, loop, () => now().onEnded())
        setAside(found)
        invalidate()
      },
      (error) => {
        if (!isGone) onMissed(String(error))
      },
    )
    return () => {
      isGone = true
      playback.current?.stop()
      playback.current = null
      mixer.current = null
      setAside(null)
    }
  }, [isShown, invalidate])

  // Its end runs after it left the scene; any sooner and the next frame would load it again.
  useEffect(() => {
    if (!aside) return
    const letGo = aside.hold()
    return () => {
      unload(aside.scene)
      letGo()
      invalidate()
    }
  }, [aside, invalidate])

  useMotion((seconds) => {
    if (!aside) return false
    mixer.current?.update(seconds)
    if (phase === 'fading') {
      faded.current = Math.min(FADE, faded.current + seconds)
      fadeTo(aside.scene, 1 - faded.current / FADE)
    }
    return true
  })

  return aside ? <primitive object={aside.scene} dispose={null} /> : null
}
