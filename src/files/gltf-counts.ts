import { GlbFault } from './glb-fault.ts'
import type { Gltf } from './gltf-document.ts'

/** More than any model has, and the most the server's store can keep of a count. */
const MOST_COUNTED = 2 ** 31 - 1

/** What a model holds: `bones` are the joints of its largest skin, `morphTargets` those of the mesh that has most. */
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

/** Counts what a model holds; vertices that primitives share count once. Throws GlbFault beyond what can be counted. */
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
      counts.triangles += trianglesOf(mode, accessors[indices ?? position]?.count ?? 0)
    }
  }
  for (const position of positions) counts.vertices += accessors[position]?.count ?? 0
  for (const { joints } of skins) counts.bones = Math.max(counts.bones, joints.length)
  if (Math.max(counts.triangles, counts.vertices) > MOST_COUNTED)
    throw new GlbFault({
      word: 'upload.glbBroken',
      message: 'The model counts more points than a file can hold.',
    })
  return { ...counts, textures: textures.length, materials: materials.length, animations: animations.length }
}

/** Modes of a primitive: 4 triangles, 5 strip, 6 fan; points and lines have none. */
function trianglesOf(mode: number, corners: number): number {
  if (mode === 4) return Math.floor(corners / 3)
  return mode === 5 || mode === 6 ? Math.max(0, corners - 2) : 0
}
