import { useThree } from '@react-three/fiber'
import { useEffect, useState } from 'react'
import { createEnvironmentLight } from './environment.ts'
import { brightnessFactorFor } from './environment-brightness.ts'
import type { EnvironmentState } from './use-panorama.ts'

/**
 * Specified environment intensity. A composer that ignored the exposure of 1.8 would need an intensity of 12. The viewer's
 * composer applies the exposure.
 */
const INTENSITY = 4

/**
 * Lights the scene with a panorama, at `fraction` (0 to 1) of the specified intensity. The previous light stays until the next
 * panorama is loaded. Returns true once the scene is lit or loading has failed, so that a model is not first shown black.
 */
export function useEnvironmentLight({ panorama, isSettled }: EnvironmentState, fraction = 1): boolean {
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
    scene.environmentIntensity = fraction * INTENSITY * brightnessFactorFor(panorama.luminance)
    invalidate()
  }, [panorama, scene, fraction, invalidate])

  return isLit || (isSettled && !panorama)
}
