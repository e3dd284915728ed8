import { useFrame, useThree } from '@react-three/fiber'
import { useEffect } from 'react'
import { Bone, type Object3D, type PerspectiveCamera } from 'three'
import { stripMixamoPrefix } from '../../../machines/viewer/animation-tracks.ts'
import type { HotspotElements } from '../hotspot-elements.ts'
import type { Model } from '../load/model.ts'
import type { Hotspot } from '../viewer-settings.ts'
import { projectHotspot } from './project-hotspot.ts'

export interface HotspotPositionsProps {
  model: Model
  hotspots: readonly Hotspot[]
  elements: HotspotElements
}

/** Moves the hotspot elements to their points on the model in every drawn frame. */
export function HotspotPositions({ model, hotspots, elements }: HotspotPositionsProps) {
  const { invalidate } = useThree()
  // biome-ignore lint/correctness/useExhaustiveDependencies: changed hotspots require a new frame
  useEffect(() => invalidate(), [hotspots, model, invalidate])
  useFrame(({ camera, size }) => {
    const parent = model.root.parent
    if (!parent) return
    parent.updateWorldMatrix(true, false)
    camera.updateMatrixWorld()
    for (const hotspot of hotspots) {
      const element = elements.get(hotspot.id)
      if (!element) continue
      const anchor = hotspot.bone === undefined ? undefined : boneOf(model.root, hotspot.bone)
      const { x, y, isVisible } = projectHotspot(hotspot, parent, camera as PerspectiveCamera, size, anchor)
      element.style.translate = `${x.toFixed(1)}px ${y.toFixed(1)}px`
      element.toggleAttribute('data-seen', isVisible)
      element.toggleAttribute('data-turned', x > size.width * 0.6)
    }
  })
  return null
}

function boneOf(root: Object3D, name: string): Object3D | undefined {
  let bone: Object3D | undefined
  root.traverse((object) => {
    if (object instanceof Bone && stripMixamoPrefix(object.name) === stripMixamoPrefix(name)) bone ??= object
  })
  return bone
}
