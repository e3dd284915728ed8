import { useThree } from '@react-three/fiber'
import { useEffect } from 'react'
import type { Model } from '../model.ts'
import type { Paint } from '../viewer-settings.ts'
import { paint, wearVariant } from './wardrobe.ts'

/** Props of {@link Materials}. */
export interface MaterialsProps {
  model: Model
  variant: string | null
  paints: Readonly<Record<string, Paint>>
}

/** What the model is made of: a variant of its file, and colours and textures of the page over that. */
export function Materials({ model, variant, paints }: MaterialsProps) {
  const { invalidate } = useThree()
  useEffect(() => {
    let isGone = false
    const done: (() => void)[] = []
    const change = async () => {
      if (variant) done.push(await wearVariant(model, variant, () => isGone))
      if (!isGone) done.push(await paint(model.root, paints, () => isGone))
      if (isGone) leave()
      else invalidate()
    }
    const leave = () => {
      // The last first: paint lies over the variant.
      for (const undo of done.reverse()) undo()
      done.length = 0
    }
    change().catch((error) => console.warn(String(error)))
    return () => {
      isGone = true
      leave()
      invalidate()
    }
  }, [model, variant, paints, invalidate])
  return null
}
