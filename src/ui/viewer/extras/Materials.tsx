import { useThree } from '@react-three/fiber'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Model } from '../model.ts'
import { type Paints, wardrobeOf } from './wardrobe.ts'

/** Props of {@link Materials}. */
export interface MaterialsProps {
  model: Model
  variant: string | null
  paints: Paints
  /** The model wears it, or cannot. */
  onWorn: (model: Model) => void
}

/** What the model is made of: a variant of its file, and colours and textures of the page over that. What it wears stays until what comes is there. */
export function Materials({ model, variant, paints, onWorn }: MaterialsProps) {
  const { invalidate } = useThree()
  const [wardrobe] = useState(() => wardrobeOf(model))
  const worn = useEffectEvent(() => onWorn(model))

  useEffect(() => {
    wardrobe
      .wear(variant, paints)
      .catch((error) => console.warn(String(error)))
      .then((isWorn) => {
        if (isWorn === false) return
        worn()
        invalidate()
      })
  }, [wardrobe, variant, paints, invalidate])

  useEffect(
    () => () => {
      wardrobe.leave()
      invalidate()
    },
    [wardrobe, invalidate],
  )
  return null
}
