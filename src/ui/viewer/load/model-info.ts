import { type AnimationClip, Bone, Mesh, type Object3D, type Texture } from 'three'
import type { ModelInfo } from '../viewer-info.ts'
import { drawablesOf, materialsOf, texturesOf } from './dispose.ts'

export type { ModelInfo } from '../viewer-info.ts'

export function collectModelInfo(root: Object3D, clips: readonly AnimationClip[], bytes: number): ModelInfo {
  const names = new Set<string>()
  const shapes = drawablesOf(root)
  const materials = new Set(shapes.flatMap(materialsOf))
  const textures = new Set([...materials].flatMap(texturesOf))
  let triangles = 0
  let vertices = 0
  for (const shape of shapes) {
    const { geometry, morphTargetDictionary } = shape
    const position = geometry.getAttribute('position')
    vertices += position?.count ?? 0
    if (shape instanceof Mesh) triangles += (geometry.index?.count ?? position?.count ?? 0) / 3
    for (const name of Object.keys(morphTargetDictionary ?? {})) names.add(name)
  }
  let bones = 0
  root.traverse((object) => {
    if (object instanceof Bone) bones += 1
  })
  const slots = [...new Set([...materials].flatMap(({ name }) => name || []))]
  return {
    triangles: Math.round(triangles),
    vertices,
    textures: textures.size,
    materials: materials.size,
    bones,
    pixels: [...textures].reduce((sum, texture) => sum + pixelsOf(texture), 0),
    bytes,
    morphTargets: [...names],
    clips: clips.map((clip) => clip.name),
    durations: clips.map((clip) => clip.duration),
    ...(slots.length > 0 && { slots }),
  }
}

function pixelsOf({ image }: Texture): number {
  const { width, height } = (image ?? {}) as { width?: number; height?: number }
  return (width ?? 0) * (height ?? 0)
}
