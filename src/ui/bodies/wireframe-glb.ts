/** Point in metres. */
export type Point3 = readonly [x: number, y: number, z: number]

/** Cage shown over a body: the URL of its file, and the position of a fault, if any. */
export interface CageOverlay {
  url: string
  mark?: Point3 | undefined
}

/** Distance from the centre of a fault's marker to the marker's corners, in metres. */
const MARKER_RADIUS_M = 0.025

const [FLOAT, BYTES, SHORTS, INTS] = [5126, 5121, 5123, 5125]
const TRIANGLES = 4

interface Accessor {
  bufferView?: number
  byteOffset?: number
  componentType: number
  count: number
  sparse?: unknown
}

interface GltfDocument {
  nodes?: { mesh?: number; matrix?: unknown; translation?: unknown; rotation?: unknown; scale?: unknown }[]
  meshes?: {
    primitives: { attributes: { POSITION?: number }; indices?: number; mode?: number; extensions?: unknown }[]
  }[]
  accessors?: Accessor[]
  bufferViews?: { byteOffset?: number; byteStride?: number; extensions?: unknown }[]
}

/** Vertex positions of a mesh (three coordinates each, in metres) and the vertex indices of its triangles. */
interface TriangleMesh {
  positions: Float32Array
  corners: Uint32Array
}

/**
 * Converts a plain GLB to a wireframe model, with a marker at `mark`. Returns `null` for compressed files and transformed nodes,
 * which need a full glTF loader.
 */
export function buildWireframeGlb(glb: ArrayBuffer, mark?: Point3): Blob | null {
  const faces = readTriangleMesh(glb)
  if (faces === null || faces.corners.length === 0) return null
  return writeGlb([
    { positions: faces.positions, corners: uniqueEdges(faces.corners), mode: 1, color: [0.02, 0.42, 0.4] },
    ...(mark ? [{ ...octahedronAt(mark), mode: TRIANGLES, color: [0.78, 0.1, 0.08] as const }] : []),
  ])
}

function readTriangleMesh(glb: ArrayBuffer): TriangleMesh | null {
  try {
    const view = new DataView(glb)
    const length = view.getUint32(12, true)
    const document = JSON.parse(new TextDecoder().decode(new Uint8Array(glb, 20, length))) as GltfDocument
    const meshes = (document.nodes ?? []).filter(({ mesh }) => mesh !== undefined)
    if (meshes.some((node) => node.matrix ?? node.translation ?? node.rotation ?? node.scale)) return null
    const parts = meshes.flatMap(({ mesh }) => document.meshes?.[mesh!]?.primitives ?? [])
    const primitives = parts.map((part) => readPrimitive(document, glb, 20 + length + 8, part))
    return primitives.every((primitive) => primitive !== null) ? mergeMeshes(primitives) : null
  } catch {
    return null
  }
}

type GltfPrimitive = NonNullable<GltfDocument['meshes']>[number]['primitives'][number]

function readPrimitive(
  document: GltfDocument,
  glb: ArrayBuffer,
  start: number,
  part: GltfPrimitive,
): TriangleMesh | null {
  if (part.extensions !== undefined || (part.mode ?? TRIANGLES) !== TRIANGLES) return null
  const positions = readAccessor(document, glb, start, part.attributes.POSITION, 3)
  if (!(positions instanceof Float32Array)) return null
  if (part.indices === undefined)
    return { positions, corners: Uint32Array.from({ length: positions.length / 3 }, (_, i) => i) }
  const corners = readAccessor(document, glb, start, part.indices, 1)
  return corners === null || corners instanceof Float32Array ? null : { positions, corners: Uint32Array.from(corners) }
}

const TYPED_ARRAYS = { [FLOAT]: Float32Array, [BYTES]: Uint8Array, [SHORTS]: Uint16Array, [INTS]: Uint32Array }

function readAccessor(
  { accessors, bufferViews }: GltfDocument,
  glb: ArrayBuffer,
  start: number,
  index: number | undefined,
  width: number,
) {
  const accessor = accessors?.[index ?? -1]
  const view = bufferViews?.[accessor?.bufferView ?? -1]
  const Kind = TYPED_ARRAYS[accessor?.componentType ?? 0]
  if (!accessor || !view || !Kind || accessor.sparse || view.extensions || view.byteStride) return null
  const from = start + (view.byteOffset ?? 0) + (accessor.byteOffset ?? 0)
  const length = accessor.count * width * Kind.BYTES_PER_ELEMENT
  // Copies the bytes, because the file's offset may violate the typed array's alignment.
  const bytes = glb.slice(from, from + length)
  return bytes.byteLength === length ? new Kind(bytes) : null
}

function mergeMeshes(parts: readonly TriangleMesh[]): TriangleMesh {
  const positions = new Float32Array(parts.reduce((sum, part) => sum + part.positions.length, 0))
  const corners: number[] = []
  let at = 0
  for (const part of parts) {
    positions.set(part.positions, at)
    for (const corner of part.corners) corners.push(corner + at / 3)
    at += part.positions.length
  }
  return { positions, corners: Uint32Array.from(corners) }
}

/** Returns each edge once, regardless of direction. */
function uniqueEdges(corners: Uint32Array): Uint32Array {
  const edges = new Map<string, readonly [number, number]>()
  for (let t = 0; t + 2 < corners.length; t += 3) {
    const triangle = [corners[t]!, corners[t + 1]!, corners[t + 2]!] as const
    for (const [a, b] of [
      [0, 1],
      [1, 2],
      [2, 0],
    ] as const) {
      const [lowest, highest] = [Math.min(triangle[a], triangle[b]), Math.max(triangle[a], triangle[b])]
      edges.set(`${lowest} ${highest}`, [lowest, highest])
    }
  }
  return Uint32Array.from([...edges.values()].flat())
}

function octahedronAt([x, y, z]: Point3): TriangleMesh {
  const directions = [
    [1, 0, 0],
    [-1, 0, 0],
    [0, 1, 0],
    [0, -1, 0],
    [0, 0, 1],
    [0, 0, -1],
  ] as const
  const positions = Float32Array.from(
    directions.flatMap(([dx, dy, dz]) => [
      x + dx * MARKER_RADIUS_M,
      y + dy * MARKER_RADIUS_M,
      z + dz * MARKER_RADIUS_M,
    ]),
  )
  const corners = [0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4, 2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5]
  return { positions, corners: Uint32Array.from(corners) }
}

interface ColoredMesh extends TriangleMesh {
  mode: number
  color: readonly [number, number, number]
}

function writeGlb(parts: readonly ColoredMesh[]): Blob {
  const arrays = parts.flatMap(({ positions, corners }) => [positions, corners])
  const offsets = arrays.map((_, i) => arrays.slice(0, i).reduce((sum, array) => sum + array.byteLength, 0))
  const length = arrays.reduce((sum, array) => sum + array.byteLength, 0)
  const document = {
    asset: { version: '2.0' },
    extensionsUsed: ['KHR_materials_unlit'],
    scene: 0,
    scenes: [{ nodes: parts.map((_, i) => i) }],
    nodes: parts.map((_, i) => ({ mesh: i })),
    meshes: parts.map(({ mode }, i) => ({
      primitives: [{ attributes: { POSITION: i * 2 }, indices: i * 2 + 1, material: i, mode }],
    })),
    materials: parts.map(({ color }) => ({
      doubleSided: true,
      pbrMetallicRoughness: { baseColorFactor: [...color, 1] },
      extensions: { KHR_materials_unlit: {} },
    })),
    accessors: parts.flatMap(({ positions, corners }, i) => [
      { bufferView: i * 2, componentType: FLOAT, count: positions.length / 3, type: 'VEC3', ...boundsOf(positions) },
      { bufferView: i * 2 + 1, componentType: INTS, count: corners.length, type: 'SCALAR' },
    ]),
    bufferViews: arrays.map((array, i) => ({ buffer: 0, byteOffset: offsets[i], byteLength: array.byteLength })),
    buffers: [{ byteLength: length }],
  }
  const text = new TextEncoder().encode(JSON.stringify(document))
  const padding = new Uint8Array((4 - (text.length % 4)) % 4).fill(0x20)
  const json = text.length + padding.length
  const head = Uint32Array.of(0x46546c67, 2, 28 + json + length, json, 0x4e4f534a)
  const binaryHeader = Uint32Array.of(length, 0x004e4942)
  return new Blob([head, text, padding, binaryHeader, ...(arrays as BlobPart[])], { type: 'model/gltf-binary' })
}

function boundsOf(positions: Float32Array) {
  const [min, max] = [
    [Infinity, Infinity, Infinity],
    [-Infinity, -Infinity, -Infinity],
  ]
  for (let i = 0; i < positions.length; i++) {
    min[i % 3] = Math.min(min[i % 3]!, positions[i]!)
    max[i % 3] = Math.max(max[i % 3]!, positions[i]!)
  }
  return { min, max }
}
