import type { ModelBudget, ModelDemand } from '../../machines/rules/model-budget.ts'
import { dracoCounts } from './draco-header.ts'
import { type GltfJson, indexed, listOf, type Part, wholeOf } from './gltf-json.ts'
import { imageSize } from './image-size.ts'

const COMPONENTS = new Map([
  ['SCALAR', 1],
  ['VEC2', 2],
  ['VEC3', 3],
  ['VEC4', 4],
  ['MAT2', 4],
  ['MAT3', 9],
  ['MAT4', 16],
])
const BYTES = new Map([
  [5120, 1],
  [5121, 1],
  [5122, 2],
  [5123, 2],
  [5125, 4],
  [5126, 4],
])

/** The values a morph target takes on the graphics card: four floats for each vertex and attribute. */
const MORPH_BYTES = 16

/**
 * What a glTF document asks for, by its own claims and by the headers of what it carries in `bin`, decoding nothing. The
 * walk through its nodes ends as soon as it is over `limit`, so a tree that never ends is counted quickly too.
 */
export function demandOf(json: GltfJson, bin: Uint8Array, limit: ModelBudget): ModelDemand {
  const view = (index: unknown): Uint8Array => {
    const { byteOffset, byteLength } = indexed(json.bufferViews, index)
    const from = wholeOf(byteOffset)
    return bin.subarray(from, from + wholeOf(byteLength))
  }
  const meshes = listOf(json.meshes).map((mesh) => measure(mesh, json, view))
  const tree = walk(json, meshes, limit)
  return {
    ...tree,
    bytes:
      sum(listOf(json.accessors), bytesOf) +
      sum(listOf(json.bufferViews), unpackedOf) +
      sum(meshes, (mesh) => mesh.morphBytes),
    pixels: sum(listOf(json.images), (image) => pixelsOf(image, view)),
  }
}

interface Measured {
  vertices: number
  morphBytes: number
}

function measure(mesh: Part, json: GltfJson, view: (index: unknown) => Uint8Array): Measured {
  let vertices = 0
  let morphBytes = 0
  for (const primitive of listOf(mesh['primitives'])) {
    const attributes = (primitive['attributes'] ?? {}) as Part
    const draco = ((primitive['extensions'] ?? {}) as Part)['KHR_draco_mesh_compression'] as Part | undefined
    const packed = draco ? dracoCounts(view(draco['bufferView'])) : null
    const positions = wholeOf(indexed(json.accessors, attributes['POSITION'])['count'])
    const corners = wholeOf(indexed(json.accessors, primitive['indices'])['count'])
    const most = Math.max(positions, packed?.points ?? 0)
    vertices += Math.max(most, corners / 6, (packed?.faces ?? 0) / 2)
    for (const target of listOf(primitive['targets'])) morphBytes += most * MORPH_BYTES * Object.keys(target).length
  }
  return { vertices, morphBytes }
}

/** Counts every node of every scene as often as it is drawn. */
function walk(json: GltfJson, meshes: readonly Measured[], limit: ModelBudget) {
  const nodes = Array.isArray(json.nodes) ? json.nodes : []
  const waiting = listOf(json.scenes).flatMap((scene) =>
    indicesOf(scene['nodes']).map((index) => ({ index, depth: 1 })),
  )
  const tree = { vertices: 0, nodes: nodes.length, depth: 0 }
  let visited = 0
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const node = indexed(nodes, next.index)
    visited += 1
    tree.nodes = Math.max(tree.nodes, visited)
    tree.depth = Math.max(tree.depth, next.depth)
    tree.vertices += (meshes[Number(node['mesh'])]?.vertices ?? 0) * instancesOf(node, json)
    if (tree.nodes > limit.nodes || tree.depth > limit.depth || tree.vertices > limit.vertices) break
    const { depth } = next
    waiting.push(...indicesOf(node['children']).map((index) => ({ index, depth: depth + 1 })))
  }
  return tree
}

function instancesOf(node: Part, json: GltfJson): number {
  const instancing = ((node['extensions'] ?? {}) as Part)['EXT_mesh_gpu_instancing'] as Part | undefined
  if (!instancing) return 1
  const counts = Object.values((instancing['attributes'] ?? {}) as Part).map((accessor) =>
    wholeOf(indexed(json.accessors, accessor)['count']),
  )
  return Math.max(1, ...counts)
}

const bytesOf = ({ count, type, componentType }: Part): number =>
  wholeOf(count) * (COMPONENTS.get(String(type)) ?? 16) * (BYTES.get(Number(componentType)) ?? 4)

/** What a meshopt-compressed view unpacks to. */
function unpackedOf({ extensions }: Part): number {
  const packed = (extensions ?? {}) as Part
  const meshopt = (packed['EXT_meshopt_compression'] ?? packed['KHR_meshopt_compression']) as Part | undefined
  return meshopt ? wholeOf(meshopt['count']) * wholeOf(meshopt['byteStride']) : 0
}

function pixelsOf({ bufferView, uri }: Part, view: (index: unknown) => Uint8Array): number {
  const bytes = typeof uri === 'string' ? dataOf(uri) : view(bufferView)
  const size = bytes && imageSize(bytes)
  return size ? size.width * size.height : 0
}

/** The bytes of a base64 data URL; null for any other address, and for one that is broken. */
function dataOf(uri: string): Uint8Array | null {
  try {
    const packed = /^data:[^,]*;base64,(.*)$/s.exec(uri)?.[1]
    return packed === undefined ? null : Uint8Array.from(atob(packed), (char) => char.charCodeAt(0))
  } catch {
    return null
  }
}

const indicesOf = (value: unknown): number[] => (Array.isArray(value) ? value.map(Number) : [])

const sum = <T>(items: readonly T[], count: (item: T) => number): number =>
  items.reduce((total, item) => total + count(item), 0)
