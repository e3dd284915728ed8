import { shortened } from './gltf-bounds.ts'
import type { Gltf } from './gltf-document.ts'

/** No more names than a guess needs. */
const MOST_NAMES = 50

/** What the parts that a model draws are called, each once: its nodes with a mesh, and those meshes. At most 50, shortened. */
export function namesIn({ nodes, meshes }: Gltf): readonly string[] {
  const names = new Set<string>()
  for (const node of nodes) {
    if (node.mesh === undefined) continue
    for (const name of [node.name, meshes[node.mesh]?.name])
      if (typeof name === 'string' && name !== '') names.add(shortened(name))
    if (names.size >= MOST_NAMES) break
  }
  return [...names].slice(0, MOST_NAMES)
}
