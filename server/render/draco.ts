import { createRequire } from 'node:module'
import { RenderError } from './glb.ts'

/** Part of Google's Draco decoder. Created objects must be freed with `destroy`. */
interface DracoModule {
  Decoder: new () => DracoDecoder
  DecoderBuffer: new () => { Init(bytes: Int8Array, length: number): void }
  Mesh: new () => DracoMesh
  HEAPU8: Uint8Array
  DT_INT8: number
  DT_UINT8: number
  DT_INT16: number
  DT_UINT16: number
  DT_UINT32: number
  DT_FLOAT32: number
  _malloc(bytes: number): number
  _free(at: number): void
  destroy(object: unknown): void
}
interface DracoMesh {
  num_points(): number
  num_faces(): number
}
interface DracoDecoder {
  DecodeBufferToMesh(buffer: unknown, mesh: DracoMesh): { ok(): boolean; error_msg(): string }
  GetAttributeByUniqueId(mesh: DracoMesh, id: number): { num_components(): number; ptr: number }
  GetAttributeDataArrayForAllPoints(
    mesh: DracoMesh,
    attribute: unknown,
    type: number,
    bytes: number,
    at: number,
  ): boolean
  GetTrianglesUInt32Array(mesh: DracoMesh, bytes: number, at: number): boolean
}

export interface UnpackedDraco {
  points: number
  indices: Uint32Array
  attributes: Record<string, Uint8Array>
}

export interface DracoAttribute {
  id: number
  componentType: number
}

let loaded: Promise<DracoModule> | undefined

/** Decodes a KHR_draco_mesh_compression stream. Throws RenderError `broken_glb` if the stream is invalid. */
export async function unpackDraco(
  bytes: Uint8Array,
  attributes: Readonly<Record<string, DracoAttribute>>,
): Promise<UnpackedDraco> {
  const draco = await loadDraco()
  const [decoder, buffer, mesh] = [new draco.Decoder(), new draco.DecoderBuffer(), new draco.Mesh()]
  try {
    buffer.Init(new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength), bytes.byteLength)
    if (!decoder.DecodeBufferToMesh(buffer, mesh).ok()) throw brokenDracoError()
    const size = mesh.num_faces() * 12
    const triangles = copyFromHeap(draco, size, (at) => decoder.GetTrianglesUInt32Array(mesh, size, at))
    const found: Record<string, Uint8Array> = {}
    for (const [name, { id, componentType }] of Object.entries(attributes))
      found[name] = decodeAttribute(draco, decoder, mesh, id, componentType)
    return { points: mesh.num_points(), indices: new Uint32Array(triangles.buffer), attributes: found }
  } finally {
    for (const object of [mesh, buffer, decoder]) draco.destroy(object)
  }
}

function decodeAttribute(
  draco: DracoModule,
  decoder: DracoDecoder,
  mesh: DracoMesh,
  id: number,
  componentType: number,
): Uint8Array {
  const attribute = decoder.GetAttributeByUniqueId(mesh, id)
  const type = findType(draco, componentType)
  if (!attribute?.ptr || !type) throw brokenDracoError()
  const size = mesh.num_points() * attribute.num_components() * type.bytes
  return copyFromHeap(draco, size, (at) =>
    decoder.GetAttributeDataArrayForAllPoints(mesh, attribute, type.code, size, at),
  )
}

function findType(draco: DracoModule, componentType: number): { code: number; bytes: number } | undefined {
  const types: Record<number, { code: number; bytes: number }> = {
    5120: { code: draco.DT_INT8, bytes: 1 },
    5121: { code: draco.DT_UINT8, bytes: 1 },
    5122: { code: draco.DT_INT16, bytes: 2 },
    5123: { code: draco.DT_UINT16, bytes: 2 },
    5125: { code: draco.DT_UINT32, bytes: 4 },
    5126: { code: draco.DT_FLOAT32, bytes: 4 },
  }
  return types[componentType]
}

/** Lets the decoder write into its WASM heap, and returns a copy of the written bytes. */
function copyFromHeap(draco: DracoModule, size: number, write: (at: number) => boolean): Uint8Array<ArrayBuffer> {
  const at = draco._malloc(size)
  try {
    if (!write(at)) throw brokenDracoError()
    return new Uint8Array(draco.HEAPU8.subarray(at, at + size))
  } finally {
    draco._free(at)
  }
}

const brokenDracoError = () => new RenderError('broken_glb', 'Triangles of the model cannot be decoded.')

function loadDraco(): Promise<DracoModule> {
  const require = createRequire(import.meta.url)
  loaded ??= require('draco3d/draco_decoder_nodejs.js')({})
  return loaded!
}
