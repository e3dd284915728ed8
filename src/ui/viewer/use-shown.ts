import { useFrame, useThree } from '@react-three/fiber'
import { useEffect, useRef, useState } from 'react'
import { Mesh, type Texture, type WebGLRenderer } from 'three'
import { type Model, materialsOf, texturesOf } from './model.ts'

/**
 * The model that stands in the scene. A new one takes the old one's place once its shaders are compiled and its textures
 * are on the graphics card, so that no frame stutters; then `onShown` is called after its first frame. The old one is
 * disposed after it left.
 */
export function useShown(model: Model | null, isLit: boolean, onShown: (model: Model) => void): Model | null {
  const { gl, scene, camera, invalidate } = useThree()
  const [shown, setShown] = useState<Model | null>(null)
  const announced = useRef<Model | null>(null)

  useEffect(() => {
    if (!isLit) return
    let isGone = false
    let isTaken = false
    const prepared = model ? prepare(model, gl, () => gl.compileAsync(model.root, camera, scene)) : Promise.resolve()
    prepared.then(() => {
      if (isGone) return
      isTaken = true
      setShown(model)
      invalidate()
    })
    return () => {
      isGone = true
      if (!isTaken) model?.dispose()
    }
  }, [model, isLit, gl, scene, camera, invalidate])

  useEffect(() => () => shown?.dispose(), [shown])

  useFrame(() => {
    if (!shown || announced.current === shown) return
    announced.current = shown
    // The frame is drawn in this very task.
    queueMicrotask(() => onShown(shown))
  })
  return shown
}

/** The longest stretch of uploading textures between two frames, in milliseconds. */
const STRETCH = 12

async function prepare(model: Model, gl: WebGLRenderer, compile: () => Promise<unknown>): Promise<void> {
  await compile()
  const textures = new Set<Texture>()
  model.root.traverse((object) => {
    if (!(object instanceof Mesh)) return
    for (const texture of materialsOf(object).flatMap(texturesOf)) textures.add(texture)
  })
  let began = performance.now()
  for (const texture of textures) {
    gl.initTexture(texture)
    if (performance.now() - began < STRETCH) continue
    await new Promise((resume) => requestAnimationFrame(resume))
    began = performance.now()
  }
}
