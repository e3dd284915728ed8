import { useFrame, useThree } from '@react-three/fiber'
import { useEffect, useLayoutEffect, useState } from 'react'
import type { Occlusion as Settings } from '../../machines/rules/occlusion.ts'
import { composeOcclusion, type OcclusionComposer } from './occlusion-composer.ts'
import type { Painter } from './stage.ts'

/** Props of `Occlusion`; `time` is where it says how long the graphics card took, in milliseconds. */
export interface OcclusionProps {
  settings: Settings
  painter: Painter
  time: { current: (() => number | null) | null }
}

/** Draws the scene with ambient occlusion for as long as it is there, instead of the renderer by itself. */
export function Occlusion({ settings, painter, time }: OcclusionProps) {
  const { gl, scene, camera, size, viewport, invalidate } = useThree()
  const [composer, setComposer] = useState<OcclusionComposer | null>(null)

  useLayoutEffect(() => {
    const made = composeOcclusion(gl, scene, camera)
    setComposer(made)
    painter.current = made
    time.current = made.time
    invalidate()
    return () => {
      painter.current = null
      time.current = null
      made.dispose()
      invalidate()
    }
  }, [gl, scene, camera, painter, time, invalidate])

  useLayoutEffect(() => {
    composer?.set(settings)
    invalidate()
  }, [composer, settings, invalidate])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the drawing buffer follows the pixel ratio too
  useEffect(() => {
    composer?.resize(size.width, size.height)
    invalidate()
  }, [composer, size.width, size.height, viewport.dpr, invalidate])

  // From priority 1 on, whoever has it draws the frame.
  useFrame(() => painter.current?.draw(), 1)

  return null
}
