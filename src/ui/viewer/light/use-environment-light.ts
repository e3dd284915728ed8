import { useThree } from '@react-three/fiber'
import { useEffect, useState } from 'react'
import { createEnvironmentLight } from './environment.ts'
import { brightnessFactorFor } from './environment-brightness.ts'
import type { EnvironmentState } from './use-panorama.ts'

/**
 * Specified intensity of a levelled environment, with and without occlusion. A composer whose last pass ignores the exposure of
 * 1.8 would need 12, because ACES of three.js divides it by 0.6. Our composer applies the exposure.
 */
const INTENSITY = 4

/**
 * Lights the scene with a panorama, or with a share of its light next to lamps. The previous light stays until the next one is
 * loaded. Returns whether the scene is lit or never will be, so that a model is not first shown black.
 */
export function useEnvironmentLight({ panorama, isSettled }: EnvironmentState, share = 1): boolean {
  const { gl, scene, invalidate } = useThree()
  const [isLit, setLit] = useState(false)
  const [restoreCount, setRestoreCount] = useState(0)

  useEffect(() => {
    const onRestored = () => setRestoreCount((count) => count + 1)
    gl.domElement.addEventListener('webglcontextrestored', onRestored)
    return () => gl.domElement.removeEventListener('webglcontextrestored', onRestored)
  }, [gl])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a restored context has lost its textures
  useEffect(() => {
    if (!panorama) return
    const light = createEnvironmentLight(panorama, gl)
    scene.environment = light.texture
    setLit(true)
    invalidate()
    return light.dispose
  }, [panorama, gl, scene, invalidate, restoreCount])

  useEffect(() => {
    if (!panorama) return
    scene.environmentIntensity = share * INTENSITY * brightnessFactorFor(panorama.luminance)
    invalidate()
  }, [panorama, scene, share, invalidate])

  return isLit || (isSettled && !panorama)
}
