import { useFrame, useThree } from '@react-three/fiber'
import { useEffect, useRef, useState } from 'react'
import {
  BackSide,
  type Camera,
  DoubleSide,
  FrontSide,
  type Material,
  type Mesh,
  type Scene,
  type WebGLRenderer,
  WebGLRenderTarget,
} from 'three'
import type { Model } from './model.ts'
import { materialsOf, meshesOf, shapesOf, texturesOf, unload } from './release.ts'

/**
 * The model that stands in the scene. A new one takes the old one's place once its shaders are compiled and its textures
 * are on the graphics card, so that no frame stutters; then `onShown` is called after its first frame. The old one leaves
 * the card after it left the scene.
 */
export function useShown(model: Model | null, isLit: boolean, onShown: (model: Model) => void): Model | null {
  const { gl, scene, camera, invalidate } = useThree()
  const [shown, setShown] = useState<Model | null>(null)
  const announced = useRef<Model | null>(null)

  useEffect(() => {
    if (!isLit) return
    let isGone = false
    const letGo = model?.hold()
    const prepared = model ? prepare(model, gl, camera, scene) : Promise.resolve()
    const take = () => {
      if (isGone) return
      setShown(model)
      invalidate()
    }
    // What could not be prepared is made ready by the frame that draws it.
    prepared.then(take, take)
    return () => {
      isGone = true
      letGo?.()
    }
  }, [model, isLit, gl, scene, camera, invalidate])

  useEffect(() => {
    if (!shown) return
    const letGo = shown.hold()
    return () => {
      unload(shown.root)
      letGo()
    }
  }, [shown])

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

async function prepare(model: Model, gl: WebGLRenderer, camera: Camera, scene: Scene): Promise<void> {
  const materials = gl.compile(model.root, camera, scene)
  compileShadows(model, gl, camera, scene)
  await caughtUp(gl, materials)
  const textures = new Set(shapesOf(model.root).flatMap(materialsOf).flatMap(texturesOf))
  let began = performance.now()
  for (const texture of textures) {
    gl.initTexture(texture)
    if (performance.now() - began < STRETCH) continue
    await new Promise((resume) => setTimeout(resume))
    began = performance.now()
  }
}

/** Which side of a surface casts the shadow, as the shadow pass chooses it. */
const CASTING = { [FrontSide]: BackSide, [BackSide]: FrontSide, [DoubleSide]: DoubleSide }

/** Has the shadow pass's shaders compiled too, which the renderer would leave to the first frame. */
function compileShadows({ root }: Model, gl: WebGLRenderer, camera: Camera, scene: Scene): void {
  const worn = new Map<Mesh, Material>()
  for (const mesh of meshesOf(root)) {
    const { material, customDepthMaterial } = mesh
    if (!customDepthMaterial || Array.isArray(material)) continue
    worn.set(mesh, material)
    customDepthMaterial.side = CASTING[material.side]
    mesh.material = customDepthMaterial
  }
  // Drawn into a map, where tones are not mapped.
  const map = new WebGLRenderTarget(1, 1)
  gl.setRenderTarget(map)
  gl.compile(root, camera, scene)
  gl.setRenderTarget(null)
  map.dispose()
  for (const [mesh, material] of worn) mesh.material = material
}

/** How often it is looked whether the card has caught up, in milliseconds. */
const GLANCE = 8

/**
 * Waits until the graphics card has done what it was told so far, shaders included, so that asking for the outcome does
 * not hold up the page. A lost context has nothing more to do, even when it is given back.
 */
async function caughtUp(gl: WebGLRenderer, materials: ReadonlySet<Material>): Promise<void> {
  const context = gl.getContext() as WebGL2RenderingContext
  let isLost = context.isContextLost()
  const lost = () => {
    isLost = true
  }
  gl.domElement.addEventListener('webglcontextlost', lost)
  const fence = context.fenceSync?.(context.SYNC_GPU_COMMANDS_COMPLETE, 0) ?? null
  context.flush()
  const isBusy = () =>
    (fence !== null && context.getSyncParameter(fence, context.SYNC_STATUS) === context.UNSIGNALED) ||
    [...materials].some((material) => programOf(gl, material)?.isReady() === false)
  while (!isLost && isBusy()) await new Promise((resume) => setTimeout(resume, GLANCE))
  gl.domElement.removeEventListener('webglcontextlost', lost)
  if (fence && !isLost) context.deleteSync(fence)
}

/** The program that three has made for a material, once it has. */
const programOf = (gl: WebGLRenderer, material: Material): { isReady: () => boolean } | undefined =>
  (gl.properties.get(material) as { currentProgram?: { isReady: () => boolean } }).currentProgram
