import { useFrame, useThree } from '@react-three/fiber'
import { useEffect, useRef, useState } from 'react'
import { unloadFromGpu } from '../load/dispose.ts'
import type { Model } from '../load/model.ts'
import { prepareOnGpu } from './prepare-on-gpu.ts'

/**
 * Returns the model in the scene. A new model replaces the old model once the new model's shaders, textures and vertices are on
 * the GPU, so that no frame stutters. `onShown` is called after the new model's first frame. The old model's GPU resources are
 * freed after its removal.
 */
export function useShownModel(model: Model | null, isLit: boolean, onShown: (model: Model) => void): Model | null {
  const { gl, scene, camera, invalidate } = useThree()
  const [shownModel, setShownModel] = useState<Model | null>(null)
  const reportedModel = useRef<Model | null>(null)

  useEffect(() => {
    if (!isLit) return
    let isCancelled = false
    const release = model?.retain()
    const preparation = model
      ? prepareOnGpu(model.root, { gl, camera, scene, isCancelled: () => isCancelled })
      : Promise.resolve()
    const showModel = () => {
      if (isCancelled) return
      setShownModel(model)
      invalidate()
    }
    // After an error, the first frame uploads the resources that are not prepared yet.
    preparation.then(showModel, showModel)
    return () => {
      isCancelled = true
      release?.()
    }
  }, [model, isLit, gl, scene, camera, invalidate])

  useEffect(() => {
    if (!shownModel) return
    const release = shownModel.retain()
    return () => {
      unloadFromGpu(shownModel.root)
      release()
    }
  }, [shownModel])

  useFrame(() => {
    if (!shownModel || reportedModel.current === shownModel) return
    reportedModel.current = shownModel
    // The frame is drawn in this task, before the microtask runs.
    queueMicrotask(() => onShown(shownModel))
  })
  return shownModel
}
