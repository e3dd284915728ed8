import type { Gltf } from './gltf-document.ts'

/**
 * Returns whether a model renders anything: its default scene, or else its first scene, contains a node whose mesh has vertices.
 * The viewer shows only that scene. Nodes may be repeated or cyclic.
 */
export function hasVisibleMesh({ scene, scenes, nodes, meshes, accessors }: Gltf): boolean {
  const hasVertices = ({ attributes }: Gltf['meshes'][number]['primitives'][number]) =>
    (accessors[attributes['POSITION'] ?? -1]?.count ?? 0) > 0
  const isVisibleMesh = meshes.map(({ primitives }) => primitives.some(hasVertices))
  const visited = new Set<number>()
  const stack = [...(scenes[scene ?? 0] ?? scenes[0] ?? { nodes: [] }).nodes]
  for (let index = stack.pop(); index !== undefined; index = stack.pop()) {
    if (visited.has(index)) continue
    visited.add(index)
    const node = nodes[index]
    if (node?.mesh !== undefined && isVisibleMesh[node.mesh]) return true
    stack.push(...(node?.children ?? []))
  }
  return false
}
