import { type GltfJson, type JsonObject, objectAt, toCount, toObjectList } from './gltf-json.ts'

/**
 * Rendering cost of one mesh. `draws` is the number of draw calls. `morphs` is the total number of vertices in all morph targets.
 */
export interface DrawCounts {
  draws: number
  vertices: number
  morphs: number
}

/** Rendering cost of a node tree, its number of nodes (repeated nodes included), and its depth. */
export interface SceneCounts extends DrawCounts {
  nodes: number
  depth: number
}

/**
 * Counts the rendering cost of all scenes together. A node counts each time that a scene or a parent refers to it. The total of
 * each subtree is computed once, so repeated nodes cost no extra time. A node that is its own ancestor counts as infinite.
 * Without scenes every node without a parent is a root.
 */
export function countScene(json: GltfJson, meshes: readonly DrawCounts[]): SceneCounts {
  const nodes = toObjectList(json.nodes)
  const subtreeCounts = countSubtrees(nodes, (node) => countNode(node, json, meshes))
  const total: SceneCounts = { ...ZERO_COUNTS }
  for (const root of findRoots(json, nodes)) add(total, subtreeCounts[root] ?? ZERO_COUNTS, 0)
  // Loaders read meshes even if no scene contains them.
  const declaredDraws = meshes.reduce((sum, { draws }) => sum + draws, 0)
  return { ...total, nodes: Math.max(nodes.length, total.nodes), draws: Math.max(declaredDraws, total.draws) }
}

const ZERO_COUNTS: Readonly<SceneCounts> = { draws: 0, vertices: 0, morphs: 0, nodes: 0, depth: 0 }
const CYCLE_COUNTS: Readonly<SceneCounts> = {
  ...ZERO_COUNTS,
  nodes: Number.POSITIVE_INFINITY,
  depth: Number.POSITIVE_INFINITY,
}

function add(total: SceneCounts, counts: Readonly<SceneCounts>, depthOffset: number): void {
  total.draws += counts.draws
  total.vertices += counts.vertices
  total.morphs += counts.morphs
  total.nodes += counts.nodes
  total.depth = Math.max(total.depth, counts.depth + depthOffset)
}

/**
 * Computes the total of each node's subtree, including the node. Iterative, because an attacker chooses the depth of the tree.
 */
function countSubtrees(
  nodes: readonly JsonObject[],
  countOwn: (node: JsonObject) => SceneCounts,
): readonly SceneCounts[] {
  const totals: SceneCounts[] = []
  const isVisited = new Uint8Array(nodes.length)
  for (let first = 0; first < nodes.length; first++) {
    const stack = [first]
    while (stack.length > 0) {
      const index = stack.at(-1)!
      if (totals[index]) {
        stack.pop()
        continue
      }
      const children = toIndices(nodes[index]!['children']).filter((child) => child < nodes.length)
      if (!isVisited[index]) {
        isVisited[index] = 1
        for (const child of children) if (!totals[child] && !isVisited[child]) stack.push(child)
        continue
      }
      const subtotal = countOwn(nodes[index]!)
      // A child without a total is an ancestor, so the nodes form a cycle.
      for (const child of children) add(subtotal, totals[child] ?? CYCLE_COUNTS, 1)
      totals[index] = subtotal
      stack.pop()
    }
  }
  return totals
}

function countNode(node: JsonObject, json: GltfJson, meshes: readonly DrawCounts[]): SceneCounts {
  const mesh = meshes[Number(node['mesh'])]
  if (!mesh) return { ...ZERO_COUNTS, nodes: 1, depth: 1 }
  const instances = countInstances(node, json)
  return {
    draws: mesh.draws,
    vertices: mesh.vertices * instances,
    morphs: mesh.morphs * instances,
    nodes: 1,
    depth: 1,
  }
}

function countInstances(node: JsonObject, json: GltfJson): number {
  const instancing = ((node['extensions'] ?? {}) as JsonObject)['EXT_mesh_gpu_instancing'] as JsonObject | undefined
  if (!instancing) return 1
  const counts = Object.values((instancing['attributes'] ?? {}) as JsonObject).map((accessor) =>
    toCount(objectAt(json.accessors, accessor)['count']),
  )
  return Math.max(1, ...counts)
}

function findRoots(json: GltfJson, nodes: readonly JsonObject[]): number[] {
  const scenes = toObjectList(json.scenes)
  if (scenes.length > 0) return scenes.flatMap((scene) => toIndices(scene['nodes']))
  const isChild = new Uint8Array(nodes.length)
  for (const node of nodes) for (const child of toIndices(node['children'])) isChild[child] = 1
  return nodes.map((_, index) => index).filter((index) => !isChild[index])
}

/** Returns the indexes of a list. Numeric strings count too, because loaders accept them. */
const toIndices = (value: unknown): number[] =>
  Array.isArray(value) ? value.map(Number).filter((index) => Number.isInteger(index) && index >= 0) : []
