/** A point in metres. */
export type Place = readonly [x: number, y: number, z: number]

/** What stands over a body: a cage's file, and where something is wrong with it. */
export interface Shown {
  url: string
  mark?: Place | undefined
}

/** Metres from a mark's middle to its corners. */
const MARK = 0.025

const [FLOAT, BYTES, SHORTS, INTS] = [5126, 5121, 5123, 5125]
const TRIANGLES = 4

interface Accessor {
  bufferView?: number
  byteOffset?: number
  componentType: number
  count: number
  sparse?: unknown
}

interface Document {
  nodes?: { mesh?: number; matrix?: unknown; translation?: unknown; rotation?: unknown; scale?: unknown }[]
  meshes?: {
    primitives: { attributes: { POSITION?: number }; indices?: number; mode?: number; extensions?: unknown }[]
  }[]
  accessors?: Accessor[]
  bufferViews?: { byteOffset?: number; byteStride?: number; extensions?: unknown }[]
}

/** A mesh's places, three numbers in metres each, and its triangles' corners. */
interface Faces {
  places: Float32Array
  corners: Uint32Array
}

/**
 * The edges of a plain GLB as a model of lines, with a mark where something is wrong; `null` where the file is packed or placed
 * in a way that only a whole reader of models understands.
 */
export function wireOf(glb: ArrayBuffer, mark?: Place): Blob | null {
  const faces = facesOf(glb)
  if (faces === null || faces.corners.length === 0) return null
  return glbOf([
    { places: faces.places, corners: edgesOf(faces.corners), mode: 1, color: [0.02, 0.42, 0.4] },
    ...(mark ? [{ ...markAt(mark), mode: TRIANGLES, color: [0.78, 0.1, 0.08] as const }] : []),
  ])
}

function facesOf(glb: ArrayBuffer): Faces | null {
  try {
    const view = new DataView(glb)
    const length = view.getUint32(12, true)
    const document = JSON.parse(new TextDecoder().decode(new Uint8Array(glb, 20, length))) as Document
    const meshes = (document.nodes ?? []).filter(({ mesh }) => mesh !== undefined)
    if (meshes.some((node) => node.matrix ?? node.translation ?? node.rotation ?? node.scale)) return null
    const parts = meshes.flatMap(({ mesh }) => document.meshes?.[mesh!]?.primitives ?? [])
    const read = parts.map((part) => facesOfPart(document, glb, 20 + length + 8, part))
    return read.every((it) => it !== null) ? joined(read) : null
  } catch {
    return null
  }
}

type Part = NonNullable<Document['meshes']>[number]['primitives'][number]

function facesOfPart(document: Document, glb: ArrayBuffer, start: number, part: Part): Faces | null {
  if (part.extensions !== undefined || (part.mode ?? TRIANGLES) !== TRIANGLES) return null
  const places = numbersOf(document, glb, start, part.attributes.POSITION, 3)
  if (!(places instanceof Float32Array)) return null
  if (part.indices === undefined)
    return { places, corners: Uint32Array.from({ length: places.length / 3 }, (_, i) => i) }
  const corners = numbersOf(document, glb, start, part.indices, 1)
  return corners === null || corners instanceof Float32Array ? null : { places, corners: Uint32Array.from(corners) }
}

const KINDS = { [FLOAT]: Float32Array, [BYTES]: Uint8Array, [SHORTS]: Uint16Array, [INTS]: Uint32Array }

function numbersOf(
  { accessors, bufferViews }: Document,
  glb: ArrayBuffer,
  start: number,
  index: number | undefined,
  width: number,
) {
  const accessor = accessors?.[index ?? -1]
  const view = bufferViews?.[accessor?.bufferView ?? -1]
  const Kind = KINDS[accessor?.componentType ?? 0]
  if (!accessor || !view || !Kind || accessor.sparse || view.extensions || view.byteStride) return null
  const from = start + (view.byteOffset ?? 0) + (accessor.byteOffset ?? 0)
  const length = accessor.count * width * Kind.BYTES_PER_ELEMENT
  // A copy: what the file holds need not begin where such numbers may.
  const bytes = glb.slice(from, from + length)
  return bytes.byteLength === length ? new Kind(bytes) : null
}

function joined(parts: readonly Faces[]): Faces {
  const places = new Float32Array(parts.reduce((sum, part) => sum + part.places.length, 0))
  const corners: number[] = []
  let at = 0
  for (const part of parts) {
    places.set(part.places, at)
    for (const corner of part.corners) corners.push(corner + at / 3)
    at += part.places.length
  }
  return { places, corners: Uint32Array.from(corners) }
}

/** Each edge once, whichever way round its triangles name it. */
function edgesOf(corners: Uint32Array): Uint32Array {
  const seen = new Map<string, readonly [number, number]>()
  for (let t = 0; t + 2 < corners.length; t += 3) {
    const three = [corners[t]!, corners[t + 1]!, corners[t + 2]!] as const
    for (const [a, b] of [
      [0, 1],
      [1, 2],
      [2, 0],
    ] as const) {
      const [low, high] = [Math.min(three[a], three[b]), Math.max(three[a], three[b])]
      seen.set(`${low} ${high}`, [low, high])
    }
  }
  return Uint32Array.from([...seen.values()].flat())
}

/** A small octahedron around a place. */
function markAt([x, y, z]: Place): Faces {
  const ways = [
    [1, 0, 0],
    [-1, 0, 0],
    [0, 1, 0],
    [0, -1, 0],
    [0, 0, 1],
    [0, 0, -1],
  ] as const
  const places = Float32Array.from(ways.flatMap(([dx, dy, dz]) => [x + dx * MARK, y + dy * MARK, z + dz * MARK]))
  const corners = [0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4, 2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5]
  return { places, corners: Uint32Array.from(corners) }
}

interface Drawn extends Faces {
  mode: number
  color: readonly [number, number, number]
}

/** A GLB of parts that are drawn in their colours, whatever light falls on them. */
function glbOf(parts: readonly Drawn[]): Blob {
  const pieces = parts.flatMap(({ places, corners }) => [places, corners])
  const offsets = pieces.map((_, i) => pieces.slice(0, i).reduce((sum, piece) => sum + piece.byteLength, 0))
  const length = pieces.reduce((sum, piece) => sum + piece.byteLength, 0)
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
    accessors: parts.flatMap(({ places, corners }, i) => [
      { bufferView: i * 2, componentType: FLOAT, count: places.length / 3, type: 'VEC3', ...boundsOf(places) },
      { bufferView: i * 2 + 1, componentType: INTS, count: corners.length, type: 'SCALAR' },
    ]),
    bufferViews: pieces.map((piece, i) => ({ buffer: 0, byteOffset: offsets[i], byteLength: piece.byteLength })),
    buffers: [{ byteLength: length }],
  }
  const text = new TextEncoder().encode(JSON.stringify(document))
  const padding = new Uint8Array((4 - (text.length % 4)) % 4).fill(0x20)
  const json = text.length + padding.length
  const head = Uint32Array.of(0x46546c67, 2, 28 + json + length, json, 0x4e4f534a)
  const binHead = Uint32Array.of(length, 0x004e4942)
  return new Blob([head, text, padding, binHead, ...(pieces as BlobPart[])], { type: 'model/gltf-binary' })
}

function boundsOf(places: Float32Array) {
  const [min, max] = [
    [Infinity, Infinity, Infinity],
    [-Infinity, -Infinity, -Infinity],
  ]
  for (let i = 0; i < places.length; i++) {
    min[i % 3] = Math.min(min[i % 3]!, places[i]!)
    max[i % 3] = Math.max(max[i % 3]!, places[i]!)
  }
  return { min, max }
}
