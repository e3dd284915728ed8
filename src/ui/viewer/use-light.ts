import { useThree } from '@react-three/fiber'
import { useEffect, useState } from 'react'
import type { Texture } from 'three'
import { levelFor, lightFrom, loadPanorama, meanLuminance } from './environment.ts'

/**
 * How strongly a levelled environment lights the model. Viewer decisions, which also name 12 where occlusion is on: that
 * makes up for a composer whose last pass leaves out the exposure of 1.8 (three's ACES maps it as 1.8 / 0.6 = 3). Ours
 * does not leave it out, and 12 would draw everything three times as bright as without occlusion.
 */
const INTENSITY = 4

/**
 * Lights the scene by `environment`; the old light stays until the new one is there. Answers whether the scene is lit,
 * or never will be, so that a model does not appear black first. The panorama is kept for when the context is restored.
 */
export function useLight(environment: string, onFailed: (error: unknown) => void): boolean {
  const { gl, scene, invalidate } = useThree()
  const [panorama, setPanorama] = useState<Texture | null>(null)
  const [isSettled, setSettled] = useState(false)
  const [restores, setRestores] = useState(0)

  useEffect(() => {
    let isGone = false
    loadPanorama(environment).then(
      (texture) => (isGone ? texture.dispose() : setPanorama(texture)),
      (error) => {
        if (isGone) return
        onFailed(error)
        setSettled(true)
      },
    )
    return () => {
      isGone = true
    }
  }, [environment, onFailed])

  useEffect(() => () => panorama?.dispose(), [panorama])

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
    setSettled(true)
    invalidate()
    return light.dispose
  }, [panorama, gl, scene, invalidate, restores])

  useEffect(() => {
    if (!panorama) return
    scene.environmentIntensity = INTENSITY * levelFor(meanLuminance(panorama))
    invalidate()
  }, [panorama, scene, invalidate])

  return isSettled
}
