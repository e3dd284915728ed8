import { useFrame, useThree } from '@react-three/fiber'
import { useEffect } from 'react'
import { Bone, type Object3D, type PerspectiveCamera } from 'three'
import { bareBoneName } from '../../../machines/rules/animation-tracks.ts'
import type { Model } from '../model.ts'
import type { Pins } from '../pins.ts'
import type { Hotspot } from '../viewer-settings.ts'
import { pinOf } from './pinned.ts'

/** Props of {@link Pinning}. */
export interface PinningProps {
  model: Model
  hotspots: readonly Hotspot[]
  pins: Pins
}

/** Moves the hotspots on the page with the points that they are pinned to; writes nothing while nothing is drawn. */
export function Pinning({ model, hotspots, pins }: PinningProps) {
  const { invalidate } = useThree()
  // biome-ignore lint/correctness/useExhaustiveDependencies: others are to be put in their places
  useEffect(() => invalidate(), [hotspots, model, invalidate])
  useFrame(({ camera, size }) => {
    const stand = model.root.parent
    if (!stand) return
    stand.updateWorldMatrix(true, false)
    camera.updateMatrixWorld()
    for (const hotspot of hotspots) {
      const element = pins.get(hotspot.id)
      if (!element) continue
      const anchor = hotspot.bone === undefined ? undefined : boneOf(model.root, hotspot.bone)
      const { x, y, isSeen } = pinOf(hotspot, stand, camera as PerspectiveCamera, size, anchor)
      element.style.translate = `${x.toFixed(1)}px ${y.toFixed(1)}px`
      element.toggleAttribute('data-seen', isSeen)
      element.toggleAttribute('data-turned', x > size.width * 0.6)
    }
  })
  return null
}

function boneOf(root: Object3D, name: string): Object3D | undefined {
  let found: Object3D | undefined
  root.traverse((object) => {
    if (object instanceof Bone && bareBoneName(object.name) === bareBoneName(name)) found ??= object
  })
  return found
}
