import { useEffect, useState } from 'react'
import type { Model } from './model.ts'

/** What is asked for that has to be there when a model is first seen: what it wears, and where the camera is. */
export interface Asks {
  dress: boolean
  aim: boolean
}

/** Whether a model may be seen, and who says that what is asked for is there. */
export interface MadeReady {
  isReady: boolean
  onWorn: (model: Model) => void
  onAimed: () => void
}

/** How long a model waits for it before it is seen without, in milliseconds. */
const PATIENCE = 3000

/** Has a model wait until it can be seen as it is asked for; who is seen already goes on being seen whatever else is asked for. */
export function useMadeReady(model: Model | null, asks: Asks): MadeReady {
  const [worn, setWorn] = useState<Model | null>(null)
  const [isAimed, setAimed] = useState(false)
  const [ready, setReady] = useState<Model | null>(null)
  const isReady = ready === model
  if (!isReady && (!asks.dress || worn === model) && (!asks.aim || isAimed)) setReady(model)
  useEffect(() => {
    if (isReady) return
    const timer = setTimeout(() => setReady(model), PATIENCE)
    return () => clearTimeout(timer)
  }, [isReady, model])
  const [onAimed] = useState(() => () => setAimed(true))
  return { isReady, onWorn: setWorn, onAimed }
}
