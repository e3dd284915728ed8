import type { Gltf } from './gltf-document.ts'

/**
 * Whether a model draws anything: its scene, or its first one where it names none, holds a node whose mesh has vertices.
 * What the viewer shows is that scene and nothing else. The nodes may repeat or lead in circles.
 */
export function drawsSomething({ scene, scenes, nodes, meshes, accessors }: Gltf): boolean {
  const isDrawn = ({ attributes }: Gltf['meshes'][number]['primitives'][number]) =>
    (accessors[attributes['POSITION'] ?? -1]?.count ?? 0) > 0
  const draws = meshes.map(({ primitives }) => primitives.some(isDrawn))
  const seen = new Set<number>()
  const waiting = [...(scenes[scene ?? 0] ?? scenes[0] ?? { nodes: [] }).nodes]
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (seen.has(at)) continue
    seen.add(at)
    const node = nodes[at]
    if (node?.mesh !== undefined && draws[node.mesh]) return true
    waiting.push(...(node?.children ?? []))
  }
  return false
}
