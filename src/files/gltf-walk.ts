import { type GltfJson, indexed, listOf, type Part, wholeOf } from './gltf-json.ts'

/** What is drawn once: parts of meshes, vertices, and vertices times their morph targets. */
export interface Share {
  draws: number
  vertices: number
  morphs: number
}

/** What a tree of nodes draws, how many nodes it has as often as they are reached, and how many stand above one another. */
export interface Drawn extends Share {
  nodes: number
  depth: number
}

/**
 * Counts what all scenes draw together, every node as often as it is reached. What hangs below a node is counted once and
 * remembered, so that nodes which are listed again and again cost no time; below a node that is its own ancestor hang
 * endlessly many. Without scenes every node that none leads to begins a tree.
 */
export function drawnOf(json: GltfJson, meshes: readonly Share[]): Drawn {
  const nodes = listOf(json.nodes)
  const below = treesOf(nodes, (node) => ownOf(node, json, meshes))
  const total: Drawn = { ...NOTHING }
  for (const root of rootsOf(json, nodes)) add(total, below[root] ?? NOTHING, 0)
  // What no scene shows is read all the same.
  const kept = meshes.reduce((sum, { draws }) => sum + draws, 0)
  return { ...total, nodes: Math.max(nodes.length, total.nodes), draws: Math.max(kept, total.draws) }
}

const NOTHING: Readonly<Drawn> = { draws: 0, vertices: 0, morphs: 0, nodes: 0, depth: 0 }
const ENDLESS: Readonly<Drawn> = { ...NOTHING, nodes: Number.POSITIVE_INFINITY, depth: Number.POSITIVE_INFINITY }

function add(total: Drawn, more: Readonly<Drawn>, levels: number): void {
  total.draws += more.draws
  total.vertices += more.vertices
  total.morphs += more.morphs
  total.nodes += more.nodes
  total.depth = Math.max(total.depth, more.depth + levels)
}

/** What hangs below each node, itself included; no recursion, for trees are as deep as a stranger likes. */
function treesOf(nodes: readonly Part[], own: (node: Part) => Drawn): readonly Drawn[] {
  const trees: Drawn[] = []
  const isOpen = new Uint8Array(nodes.length)
  for (let first = 0; first < nodes.length; first++) {
    const path = [first]
    while (path.length > 0) {
      const at = path.at(-1)!
      if (trees[at]) {
        path.pop()
        continue
      }
      const children = indicesOf(nodes[at]!['children']).filter((child) => child < nodes.length)
      if (!isOpen[at]) {
        isOpen[at] = 1
        for (const child of children) if (!trees[child] && !isOpen[child]) path.push(child)
        continue
      }
      const tree = own(nodes[at]!)
      // A child that is still open is an ancestor.
      for (const child of children) add(tree, trees[child] ?? ENDLESS, 1)
      trees[at] = tree
      path.pop()
    }
  }
  return trees
}

function ownOf(node: Part, json: GltfJson, meshes: readonly Share[]): Drawn {
  const mesh = meshes[Number(node['mesh'])]
  if (!mesh) return { ...NOTHING, nodes: 1, depth: 1 }
  const instances = instancesOf(node, json)
  return {
    draws: mesh.draws,
    vertices: mesh.vertices * instances,
    morphs: mesh.morphs * instances,
    nodes: 1,
    depth: 1,
  }
}

function instancesOf(node: Part, json: GltfJson): number {
  const instancing = ((node['extensions'] ?? {}) as Part)['EXT_mesh_gpu_instancing'] as Part | undefined
  if (!instancing) return 1
  const counts = Object.values((instancing['attributes'] ?? {}) as Part).map((accessor) =>
    wholeOf(indexed(json.accessors, accessor)['count']),
  )
  return Math.max(1, ...counts)
}

function rootsOf(json: GltfJson, nodes: readonly Part[]): number[] {
  const scenes = listOf(json.scenes)
  if (scenes.length > 0) return scenes.flatMap((scene) => indicesOf(scene['nodes']))
  const isChild = new Uint8Array(nodes.length)
  for (const node of nodes) for (const child of indicesOf(node['children'])) isChild[child] = 1
  return nodes.map((_, index) => index).filter((index) => !isChild[index])
}

/** What points at something; a number in words too, as a loader would take it. */
const indicesOf = (value: unknown): number[] =>
  Array.isArray(value) ? value.map(Number).filter((index) => Number.isInteger(index) && index >= 0) : []
