import { useFrame, useThree } from '@react-three/fiber'
import { useEffect, useLayoutEffect, useState } from 'react'
import type { OcclusionSettings as Settings } from '../../../machines/viewer/occlusion.ts'
import type { Painter } from '../stage/stage.ts'
import { composeOcclusion, type OcclusionComposer } from './occlusion-composer.ts'

/** Props of `Occlusion`. `time` receives a function that returns the GPU time of a frame, in milliseconds. */
export interface OcclusionProps {
  settings: Settings
  painter: Painter
  time: { current: (() => number | null) | null }
}

/** Draws the scene with ambient occlusion while mounted, in place of the plain renderer. */
export function Occlusion({ settings, painter, time }: OcclusionProps) {
  const { gl, scene, camera, size, viewport, invalidate } = useThree()
  const [composer, setComposer] = useState<OcclusionComposer | null>(null)

  useLayoutEffect(() => {
    const newComposer = composeOcclusion(gl, scene, camera)
    setComposer(newComposer)
    painter.current = newComposer
    time.current = newComposer.time
    invalidate()
    return () => {
      painter.current = null
      time.current = null
      newComposer.dispose()
      invalidate()
    }
  }, [gl, scene, camera, painter, time, invalidate])

  useLayoutEffect(() => {
    composer?.configure(settings)
    invalidate()
  }, [composer, settings, invalidate])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the drawing buffer follows the pixel ratio too
  useEffect(() => {
    composer?.resize(size.width, size.height)
    invalidate()
  }, [composer, size.width, size.height, viewport.dpr, invalidate])

  // With a priority of 1 or more, this callback replaces the default render (React Three Fiber).
  useFrame(() => painter.current?.draw(), 1)

  return null
}
