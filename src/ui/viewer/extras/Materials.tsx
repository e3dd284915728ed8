import { useThree } from '@react-three/fiber'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Model } from '../load/model.ts'
import { createModelMaterials, type SlotPaints } from './model-materials.ts'

export interface MaterialsProps {
  model: Model
  variant: string | null
  paints: SlotPaints
  /** Called once the materials are applied, or have failed. */
  onApplied: (model: Model) => void
}

/**
 * Applies a material variant of the model file, then the option `paints` (changes to single materials). The current materials
 * stay until the new materials are loaded.
 */
export function Materials({ model, variant, paints, onApplied }: MaterialsProps) {
  const { invalidate } = useThree()
  const [materials] = useState(() => createModelMaterials(model))
  const reportApplied = useEffectEvent(() => onApplied(model))

  useEffect(() => {
    materials
      .apply(variant, paints)
      .catch((error) => console.warn(String(error)))
      .then((isApplied) => {
        if (isApplied === false) return
        reportApplied()
        invalidate()
      })
  }, [materials, variant, paints, invalidate])

  useEffect(
    () => () => {
      materials.reset()
      invalidate()
    },
    [materials, invalidate],
  )
  return null
}
