import { type DracoCounts, dracoCounts } from './draco-header.ts'
import { type GltfJson, indexed, listOf, type Part, wholeOf } from './gltf-json.ts'
import { drawnOf, type Share } from './gltf-walk.ts'
import { type ImageSize, imageSize } from './image-size.ts'
import type { ModelDemand } from './model-budget.ts'

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
/** The values a vertex takes once Draco has unpacked it: a place, a normal and a place in a texture. */
const DRACO_BYTES = 32

/** What the headers of a model's packed parts say; null where they cannot be told. */
export interface PackedHeaders {
  /** Of the Draco stream in a buffer view, by its number. */
  draco(bufferView: unknown): DracoCounts | null
  /** Of a picture, by its number. */
  image(index: number): ImageSize | null
}

/**
 * What a glTF document asks for, by its own claims and by the headers of what it carries, decoding nothing: in time that
 * grows with the document alone, whatever its nodes repeat. A tree that never ends asks for endlessly many nodes.
 */
export function demandOf(json: GltfJson, headers: PackedHeaders): ModelDemand {
  const meshes = listOf(json.meshes).map((mesh) => measure(mesh, json, headers))
  const images = listOf(json.images)
  return {
    ...drawnOf(json, meshes),
    bytes:
      sum(listOf(json.accessors), bytesOf) +
      sum(listOf(json.bufferViews), unpackedOf) +
      sum(meshes, (mesh) => mesh.unpackedBytes),
    images: images.length,
    pixels: sum(images, (_, index) => area(headers.image(index))),
  }
}

/** The headers of a model that lies in memory with its binary chunk. */
export function headersIn(json: GltfJson, bin: Uint8Array): PackedHeaders {
  const view = (index: unknown): Uint8Array => {
    const { byteOffset, byteLength } = indexed(json.bufferViews, index)
    const from = wholeOf(byteOffset)
    return bin.subarray(from, from + wholeOf(byteLength))
  }
  return {
    draco: (index) => dracoCounts(view(index)),
    image(index) {
      const { uri, bufferView } = indexed(json.images, index)
      const bytes = typeof uri === 'string' ? dataOf(uri) : view(bufferView)
      return bytes && imageSize(bytes)
    },
  }
}

/** The buffer view in which Draco keeps a primitive; undefined where it is not packed by it. */
export function dracoViewOf(primitive: Part): unknown {
  const packed = ((primitive['extensions'] ?? {}) as Part)['KHR_draco_mesh_compression']
  return typeof packed === 'object' && packed !== null ? (packed as Part)['bufferView'] : undefined
}

/** The bytes of a base64 data URL; null for any other address, and for one that is broken. */
export function dataOf(uri: string): Uint8Array<ArrayBuffer> | null {
  try {
    const packed = /^data:[^,]*;base64,(.*)$/s.exec(uri)?.[1]
    return packed === undefined ? null : Uint8Array.from(atob(packed), (char) => char.charCodeAt(0))
  } catch {
    return null
  }
}

interface Measured extends Share {
  unpackedBytes: number
}

function measure(mesh: Part, json: GltfJson, headers: PackedHeaders): Measured {
  const measured = { draws: 0, vertices: 0, morphs: 0, unpackedBytes: 0 }
  const countOf = (accessor: unknown) => wholeOf(indexed(json.accessors, accessor)['count'])
  for (const primitive of listOf(mesh['primitives'])) {
    const view = dracoViewOf(primitive)
    const packed = view === undefined ? null : headers.draco(view)
    const attributes = Object.values((primitive['attributes'] ?? {}) as Part).map(countOf)
    const most = Math.max(0, packed?.points ?? 0, ...attributes)
    measured.draws += 1
    // A closed surface has two triangles for each vertex: one that repeats its corners costs as one that has more vertices.
    measured.vertices += Math.max(most, countOf(primitive['indices']) / 6, (packed?.faces ?? 0) / 2)
    measured.unpackedBytes += Math.max(packed?.points ?? 0, packed?.faces ?? 0) * DRACO_BYTES
    for (const target of listOf(primitive['targets'])) {
      measured.morphs += Math.max(most, ...Object.values(target).map(countOf))
      measured.unpackedBytes += most * MORPH_BYTES * Object.keys(target).length
    }
  }
  measured.vertices = Math.ceil(measured.vertices)
  return measured
}

const bytesOf = ({ count, type, componentType }: Part): number =>
  wholeOf(count) * (COMPONENTS.get(String(type)) ?? 16) * (BYTES.get(Number(componentType)) ?? 4)

/** What a meshopt-compressed view unpacks to. */
function unpackedOf({ extensions }: Part): number {
  const packed = (extensions ?? {}) as Part
  const meshopt = (packed['EXT_meshopt_compression'] ?? packed['KHR_meshopt_compression']) as Part | undefined
  return meshopt ? wholeOf(meshopt['count']) * wholeOf(meshopt['byteStride']) : 0
}

const area = (size: ImageSize | null) => (size ? size.width * size.height : 0)

const sum = <T>(items: readonly T[], count: (item: T, index: number) => number): number =>
  items.reduce((total, item, index) => total + count(item, index), 0)
