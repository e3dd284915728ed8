import { countScene, type DrawCounts } from './count-scene.ts'
import { type DracoCounts, parseDracoHeader } from './draco-header.ts'
import { type GltfJson, type JsonObject, objectAt, toCount, toObjectList } from './gltf-json.ts'
import { type ImageSize, readImageSize } from './image-size.ts'
import type { ModelDemand } from './model-budget.ts'

const COMPONENT_COUNTS = new Map([
  ['SCALAR', 1],
  ['VEC2', 2],
  ['VEC3', 3],
  ['VEC4', 4],
  ['MAT2', 4],
  ['MAT3', 9],
  ['MAT4', 16],
])
const COMPONENT_BYTES = new Map([
  [5120, 1],
  [5121, 1],
  [5122, 2],
  [5123, 2],
  [5125, 4],
  [5126, 4],
])

/** Bytes of a morph target in GPU memory, per vertex and attribute: four floats. */
const MORPH_BYTES = 16
/** Bytes of a vertex after Draco decoding: position, normal and texture coordinates. */
const DRACO_BYTES = 32

/** Decoded sizes from the headers of a model's Draco streams and images; null if a header cannot be read. */
export interface CompressedHeaders {
  draco(bufferView: unknown): DracoCounts | null
  image(index: number): ImageSize | null
}

/**
 * Returns the resources that a glTF document requires, as stated by the document and by the headers of its streams and images.
 * Decodes nothing. The run time depends only on the size of the document, however often nodes are reused. A cyclic node tree
 * requires infinitely many nodes.
 */
export function measureModelDemand(json: GltfJson, headers: CompressedHeaders): ModelDemand {
  const meshes = toObjectList(json.meshes).map((mesh) => measureMesh(mesh, json, headers))
  const images = toObjectList(json.images)
  return {
    ...countScene(json, meshes),
    bytes:
      sum(toObjectList(json.accessors), getAccessorBytes) +
      sum(toObjectList(json.bufferViews), getUnpackedBytes) +
      sum(meshes, (mesh) => mesh.unpackedBytes),
    images: images.length,
    pixels: sum(images, (_, index) => area(headers.image(index))),
  }
}

/** Returns a reader of the headers in a model's binary chunk. */
export function readCompressedHeaders(json: GltfJson, bin: Uint8Array): CompressedHeaders {
  const view = (index: unknown): Uint8Array => {
    const { byteOffset, byteLength } = objectAt(json.bufferViews, index)
    const from = toCount(byteOffset)
    return bin.subarray(from, from + toCount(byteLength))
  }
  return {
    draco: (index) => parseDracoHeader(view(index)),
    image(index) {
      const { uri, bufferView } = objectAt(json.images, index)
      const bytes = typeof uri === 'string' ? decodeDataUrl(uri) : view(bufferView)
      return bytes && readImageSize(bytes)
    },
  }
}

/** Returns the buffer view of a Draco-compressed primitive; undefined for other primitives. */
export function dracoBufferViewOf(primitive: JsonObject): unknown {
  const extension = ((primitive['extensions'] ?? {}) as JsonObject)['KHR_draco_mesh_compression']
  return typeof extension === 'object' && extension !== null ? (extension as JsonObject)['bufferView'] : undefined
}

/** Returns the bytes of a base64 data URL; null for any other address and for malformed base64. */
export function decodeDataUrl(uri: string): Uint8Array<ArrayBuffer> | null {
  try {
    const base64 = /^data:[^,]*;base64,(.*)$/s.exec(uri)?.[1]
    return base64 === undefined ? null : Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
  } catch {
    return null
  }
}

interface MeshDemand extends DrawCounts {
  unpackedBytes: number
}

function measureMesh(mesh: JsonObject, json: GltfJson, headers: CompressedHeaders): MeshDemand {
  const result = { draws: 0, vertices: 0, morphs: 0, unpackedBytes: 0 }
  const countOf = (accessor: unknown) => toCount(objectAt(json.accessors, accessor)['count'])
  for (const primitive of toObjectList(mesh['primitives'])) {
    const view = dracoBufferViewOf(primitive)
    const dracoHeader = view === undefined ? null : headers.draco(view)
    const attributes = Object.values((primitive['attributes'] ?? {}) as JsonObject).map(countOf)
    const vertexCount = Math.max(0, dracoHeader?.points ?? 0, ...attributes)
    result.draws += 1
    // A closed surface has two triangles per vertex. For a mesh with more triangles, half the triangles count as its vertices.
    result.vertices += Math.max(vertexCount, countOf(primitive['indices']) / 6, (dracoHeader?.faces ?? 0) / 2)
    result.unpackedBytes += Math.max(dracoHeader?.points ?? 0, dracoHeader?.faces ?? 0) * DRACO_BYTES
    for (const target of toObjectList(primitive['targets'])) {
      result.morphs += Math.max(vertexCount, ...Object.values(target).map(countOf))
      result.unpackedBytes += vertexCount * MORPH_BYTES * Object.keys(target).length
    }
  }
  result.vertices = Math.ceil(result.vertices)
  return result
}

const getAccessorBytes = ({ count, type, componentType }: JsonObject): number =>
  toCount(count) * (COMPONENT_COUNTS.get(String(type)) ?? 16) * (COMPONENT_BYTES.get(Number(componentType)) ?? 4)

/** Returns the decoded size of a meshopt-compressed view, in bytes. */
function getUnpackedBytes({ extensions }: JsonObject): number {
  const extensionMap = (extensions ?? {}) as JsonObject
  const meshopt = (extensionMap['EXT_meshopt_compression'] ?? extensionMap['KHR_meshopt_compression']) as
    | JsonObject
    | undefined
  return meshopt ? toCount(meshopt['count']) * toCount(meshopt['byteStride']) : 0
}

const area = (size: ImageSize | null) => (size ? size.width * size.height : 0)

const sum = <T>(items: readonly T[], count: (item: T, index: number) => number): number =>
  items.reduce((total, item, index) => total + count(item, index), 0)
