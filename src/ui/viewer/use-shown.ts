import { useFrame, useThree } from '@react-three/fiber'
import { useEffect, useRef, useState } from 'react'
import { putOnCard } from './card.ts'
import type { Model } from './model.ts'
import { unload } from './release.ts'

/**
 * The model that stands in the scene. A new one takes the old one's place once its shaders are compiled and its textures
 * are on the graphics card, so that no frame stutters; then `onShown` is called after its first frame. The old one leaves
 * the card after it left the scene.
 */
export function useShown(model: Model | null, isLit: boolean, onShown: (model: Model) => void): Model | null {
  const { gl, scene, camera, invalidate } = useThree()
  const [shown, setShown] = useState<Model | null>(null)
  const announced = useRef<Model | null>(null)

  useEffect(() => {
    if (!isLit) return
    let isGone = false
    const letGo = model?.hold()
    const prepared = model ? putOnCard(model.root, { gl, camera, scene, isGone: () => isGone }) : Promise.resolve()
    const take = () => {
      if (isGone) return
      setShown(model)
      invalidate()
    }
    // What could not be prepared is made ready by the frame that draws it.
    prepared.then(take, take)
    return () => {
      isGone = true
      letGo?.()
    }
  }, [model, isLit, gl, scene, camera, invalidate])

  useEffect(() => {
    if (!shown) return
    const letGo = shown.hold()
    return () => {
      unload(shown.root)
      letGo()
    }
  }, [shown])

  useFrame(() => {
    if (!shown || announced.current === shown) return
    announced.current = shown
    // The frame is drawn in this very task.
    queueMicrotask(() => onShown(shown))
  })
  return shown
}
