import { useEffect, useState } from 'react'
import type { Model } from './model.ts'

/** Options that must be applied before a model is first shown: material options and camera options. */
export interface ReadinessNeeds {
  materials: boolean
  camera: boolean
}

export interface ModelReadiness {
  isReady: boolean
  onMaterialsApplied: (model: Model) => void
  onCameraApplied: () => void
}

/** Maximum time that options delay a model, in milliseconds. */
const READY_TIMEOUT_MS = 3000

/**
 * Delays a new model until the requested options are applied. A model already shown stays visible when more options are
 * requested.
 */
export function useModelReadiness(model: Model | null, needs: ReadinessNeeds): ModelReadiness {
  const [paintedModel, setPaintedModel] = useState<Model | null>(null)
  const [isCameraApplied, setCameraApplied] = useState(false)
  const [readyModel, setReadyModel] = useState<Model | null>(null)
  const isReady = readyModel === model
  if (!isReady && (!needs.materials || paintedModel === model) && (!needs.camera || isCameraApplied))
    setReadyModel(model)
  useEffect(() => {
    if (isReady) return
    const timer = setTimeout(() => setReadyModel(model), READY_TIMEOUT_MS)
    return () => clearTimeout(timer)
  }, [isReady, model])
  const [onCameraApplied] = useState(() => () => setCameraApplied(true))
  return { isReady, onMaterialsApplied: setPaintedModel, onCameraApplied }
}
