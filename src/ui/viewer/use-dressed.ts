import { useEffect, useState } from 'react'
import type { Model } from './model.ts'

/** How long a model waits for what it is to wear before it is seen without, in milliseconds. */
const PATIENCE = 3000

/** Whether a model wears the variant and the paint that are asked for, so that it is never seen without; and who says that one does. */
export function useDressed(
  model: Model | null,
  isAsked: boolean,
): [isDressed: boolean, onWorn: (model: Model | null) => void] {
  const [dressed, setDressed] = useState<Model | null>(null)
  // Who is seen already goes on being seen when something else is asked for.
  if (!isAsked && dressed !== model) setDressed(model)
  const isWaiting = dressed !== model
  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => setDressed(model), PATIENCE)
    return () => clearTimeout(timer)
  }, [isWaiting, model])
  return [!isWaiting, setDressed]
}
