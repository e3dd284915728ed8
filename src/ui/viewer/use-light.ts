import { useThree } from '@react-three/fiber'
import { useEffect, useState } from 'react'
import { lightFrom } from './environment.ts'
import { levelFor } from './level.ts'
import type { Surroundings } from './use-panorama.ts'

/**
 * How strongly a levelled environment lights the model. Viewer decisions, which also name 12 where occlusion is on: that
 * makes up for a composer whose last pass leaves out the exposure of 1.8 (three's ACES maps it as 1.8 / 0.6 = 3). Ours
 * does not leave it out, and 12 would draw everything three times as bright as without occlusion.
 */
const INTENSITY = 4

/**
 * Lights the scene by a panorama, or by a share of its light beside lamps; the old light stays until the new one is
 * there. Answers whether the scene is lit, or never will be, so that a model does not appear black first.
 */
export function useLight({ panorama, isSettled }: Surroundings, share = 1): boolean {
  const { gl, scene, invalidate } = useThree()
  const [isLit, setLit] = useState(false)
  const [restores, setRestores] = useState(0)

  useEffect(() => {
    const restored = () => setRestores((count) => count + 1)
    gl.domElement.addEventListener('webglcontextrestored', restored)
    return () => gl.domElement.removeEventListener('webglcontextrestored', restored)
  }, [gl])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a restored context has lost what was made before
  useEffect(() => {
    if (!panorama) return
    const light = lightFrom(panorama, gl)
    scene.environment = light.texture
    setLit(true)
    invalidate()
    return light.dispose
  }, [panorama, gl, scene, invalidate, restores])

  useEffect(() => {
    if (!panorama) return
    scene.environmentIntensity = share * INTENSITY * levelFor(panorama.luminance)
    invalidate()
  }, [panorama, scene, share, invalidate])

  return isLit || (isSettled && !panorama)
}
