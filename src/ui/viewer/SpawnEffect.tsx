import { useThree } from '@react-three/fiber'
import { useEffect, useRef, useState } from 'react'
import { AnimationMixer, Mesh, type Object3D } from 'three'
import { FADE, type SpawnPart } from './Avatar.tsx'
import { disposeOf, materialsOf } from './model.ts'
import { type Playback, play } from './playback.ts'
import type { ReadModel } from './read-model.ts'
import { useMotion } from './use-motion.ts'

/** Props of `SpawnEffect`; `read` answers the effect's scene and the clip it plays. */
export interface SpawnEffectProps extends SpawnPart {
  loop: number
  read: () => Promise<ReadModel>
}

/** What plays around an avatar as it appears: plays, fades out while it holds its last frame, and is gone. */
export function SpawnEffect(props: SpawnEffectProps) {
  const invalidate = useThree((state) => state.invalidate)
  const [scene, setScene] = useState<Object3D | null>(null)
  const mixer = useRef<AnimationMixer | null>(null)
  const playback = useRef<Playback | null>(null)
  const faded = useRef(0)
  const latest = useRef(props)
  latest.current = props
  const { phase } = props
  const isShown = phase === 'running' || phase === 'fading'

  useEffect(() => {
    if (!isShown) return
    let isGone = false
    const { read, loop, onMissed } = latest.current
    read().then(
      (found) => {
        const clip = found.clips[0]
        if (isGone || !clip || loop <= 0) {
          disposeOf(found.scene)
          if (!isGone) onMissed()
          return
        }
        faded.current = 0
        mixer.current = new AnimationMixer(found.scene)
        playback.current = play(mixer.current, clip, loop, () => latest.current.onEnded())
        setScene(found.scene)
        invalidate()
      },
      () => {
        if (!isGone) onMissed()
      },
    )
    return () => {
      isGone = true
      playback.current?.stop()
      playback.current = null
      mixer.current = null
      setScene(null)
    }
  }, [isShown, invalidate])

  // Runs after it left the scene; any sooner and the next frame would load it again.
  useEffect(() => {
    if (scene) return () => disposeOf(scene)
  }, [scene])

  useMotion((seconds) => {
    if (!scene) return false
    mixer.current?.update(seconds)
    if (latest.current.phase === 'fading') {
      faded.current = Math.min(FADE, faded.current + seconds)
      fadeTo(scene, 1 - faded.current / FADE)
    }
    return true
  })

  return scene ? <primitive object={scene} dispose={null} /> : null
}

function fadeTo(scene: Object3D, opacity: number): void {
  scene.traverse((object) => {
    if (!(object instanceof Mesh)) return
    for (const material of materialsOf(object)) {
      material.userData.opacity ??= material.opacity
      material.transparent = true
      material.opacity = material.userData.opacity * opacity
    }
  })
}
