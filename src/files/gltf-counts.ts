import { GlbError } from './glb-error.ts'
import type { Gltf } from './gltf-document.ts'

/** Maximum of a count in the server's database; no real model reaches it. */
const MAX_COUNT = 2 ** 31 - 1

/** Counts of a model. `bones` is the number of joints in its largest skin. `morphTargets` is the largest number in one mesh. */
export interface GltfCounts {
  readonly triangles: number
  readonly vertices: number
  readonly drawCalls: number
  readonly bones: number
  readonly morphTargets: number
  readonly textures: number
  readonly materials: number
  readonly animations: number
}

/** Counts the content of a model; vertices shared by primitives count once. Throws GlbError above {@link MAX_COUNT}. */
export function countGltf(document: Gltf): GltfCounts {
  const { meshes, accessors, textures, skins, materials, animations } = document
  const positions = new Set<number>()
  const counts = { triangles: 0, vertices: 0, drawCalls: 0, bones: 0, morphTargets: 0 }
  for (const { primitives } of meshes) {
    for (const { attributes, indices, mode, targets } of primitives) {
      const { POSITION: position } = attributes
      counts.drawCalls += 1
      counts.morphTargets = Math.max(counts.morphTargets, targets.length)
      if (position === undefined) continue
      positions.add(position)
      counts.triangles += countTriangles(mode, accessors[indices ?? position]?.count ?? 0)
    }
  }
  for (const position of positions) counts.vertices += accessors[position]?.count ?? 0
  for (const { joints } of skins) counts.bones = Math.max(counts.bones, joints.length)
  if (Math.max(counts.triangles, counts.vertices) > MAX_COUNT)
    throw new GlbError({
      word: 'upload.glbBroken',
      message: 'The model declares more points than a file can contain.',
    })
  return { ...counts, textures: textures.length, materials: materials.length, animations: animations.length }
}

/** Counts triangles by a primitive's mode: 4 triangles, 5 strip, 6 fan; points and lines have none. */
function countTriangles(mode: number, indexCount: number): number {
  if (mode === 4) return Math.floor(indexCount / 3)
  return mode === 5 || mode === 6 ? Math.max(0, indexCount - 2) : 0
}
