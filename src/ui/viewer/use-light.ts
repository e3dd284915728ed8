import { useThree } from '@react-three/fiber'
import { useEffect, useState } from 'react'
import type { Texture } from 'three'
import { levelFor, lightFrom, loadPanorama, meanLuminance } from './environment.ts'

/** How strongly a levelled environment lights the model, by itself and where tone mapping comes last. Viewer decisions. */
const INTENSITY = { plain: 4, composed: 12 }

/**
 * Lights the scene by `environment`; the old light stays until the new one is there. Answers whether the scene is lit,
 * or never will be, so that a model does not appear black first. The panorama is kept for when the context is restored.
 */
export function useLight(environment: string, isComposed: boolean, onFailed: (error: unknown) => void): boolean {
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
    const strength = isComposed ? INTENSITY.composed : INTENSITY.plain
    scene.environmentIntensity = strength * levelFor(meanLuminance(panorama))
    invalidate()
  }, [panorama, isComposed, scene, invalidate])

  return isSettled
}
