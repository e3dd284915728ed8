import { useEffect, useState } from 'react'
import type { Model } from './model.ts'

/** Options that must be applied before a model is first shown: `dress` for the materials, `aim` for the camera. */
export interface ReadinessNeeds {
  dress: boolean
  aim: boolean
}

export interface ModelReadiness {
  isReady: boolean
  onWorn: (model: Model) => void
  onAimed: () => void
}

/** Maximum time that options delay a model, in milliseconds. */
const READY_TIMEOUT_MS = 3000

/**
 * Delays a new model until the requested options are applied. A model already shown stays visible when more options are
 * requested.
 */
export function useModelReadiness(model: Model | null, needs: ReadinessNeeds): ModelReadiness {
  const [dressedModel, setDressedModel] = useState<Model | null>(null)
  const [isAimed, setAimed] = useState(false)
  const [readyModel, setReadyModel] = useState<Model | null>(null)
  const isReady = readyModel === model
  if (!isReady && (!needs.dress || dressedModel === model) && (!needs.aim || isAimed)) setReadyModel(model)
  useEffect(() => {
    if (isReady) return
    const timer = setTimeout(() => setReadyModel(model), READY_TIMEOUT_MS)
    return () => clearTimeout(timer)
  }, [isReady, model])
  const [onAimed] = useState(() => () => setAimed(true))
  return { isReady, onWorn: setDressedModel, onAimed }
}
