import { getBufferViewBytes } from './accessor.ts'
import { type DracoAttribute, unpackDraco } from './draco.ts'
import { type Glb, RenderError } from './glb.ts'
import type { Gltf, GltfAccessor, GltfPrimitive } from './gltf.ts'
import { type MeshoptBufferView, unpackMeshopt } from './meshopt.ts'

const DRACO = 'KHR_draco_mesh_compression'
const MESHOPT = ['EXT_meshopt_compression', 'KHR_meshopt_compression']

interface DracoExtension {
  bufferView: number
  attributes: Record<string, number>
}

/**
 * Returns a model with decompressed meshes, or the model itself if nothing is compressed. Animations stay compressed. Throws
 * RenderError `broken_glb`.
 */
export async function unpackGlb(glb: Glb): Promise<Glb> {
  const used = [...(glb.json.extensionsUsed ?? []), ...(glb.json.extensionsRequired ?? [])]
  if (!used.some((name) => name === DRACO || MESHOPT.includes(name))) return glb
  const appended = new AppendedBytes(glb)
  const json: Gltf = structuredClone(glb.json)
  await unpackViews(json, glb, appended)
  await unpackPrimitives(json, glb, appended)
  return { json, bin: appended.join() }
}

class AppendedBytes {
  private readonly parts: Uint8Array[]
  private length: number

  constructor({ bin }: Glb) {
    const padding = new Uint8Array((4 - (bin.byteLength % 4)) % 4)
    this.parts = [bin, padding]
    this.length = bin.byteLength + padding.byteLength
  }

  add(bytes: Uint8Array): { buffer: number; byteOffset: number; byteLength: number } {
    const view = { buffer: 0, byteOffset: this.length, byteLength: bytes.byteLength }
    const padding = new Uint8Array((4 - (bytes.byteLength % 4)) % 4)
    this.parts.push(bytes, padding)
    this.length += bytes.byteLength + padding.byteLength
    return view
  }

  join(): Uint8Array {
    const out = new Uint8Array(this.length)
    let at = 0
    for (const part of this.parts) {
      out.set(part, at)
      at += part.byteLength
    }
    return out
  }
}

async function unpackViews(json: Gltf, { bin }: Glb, appended: AppendedBytes): Promise<void> {
  for (const index of findMeshViews(json)) {
    const view = json.bufferViews?.[index]
    const packed = MESHOPT.map((name) => view?.extensions?.[name]).find((it) => it !== undefined) as
      | MeshoptBufferView
      | undefined
    if (!view || !packed) continue
    if (packed.buffer !== 0 || json.buffers?.[0]?.uri !== undefined)
      throw new RenderError('broken_glb', 'The model refers to data that is not in the file.')
    const bytes = await unpackMeshopt(bin, packed)
    json.bufferViews![index] = { ...appended.add(bytes), byteStride: view.byteStride ?? 0 }
  }
}

/** Returns the buffer views needed to render meshes. Animations are excluded, because they may be large. */
function findMeshViews(json: Gltf): Set<number> {
  const accessors = new Set<number | undefined>()
  for (const mesh of json.meshes ?? [])
    for (const { attributes, indices, targets = [] } of mesh.primitives)
      for (const index of [indices, ...Object.values(attributes), ...targets.flatMap((it) => Object.values(it))])
        accessors.add(index)
  for (const skin of json.skins ?? []) accessors.add(skin.inverseBindMatrices)
  for (const node of json.nodes ?? [])
    for (const index of Object.values(node.extensions?.EXT_mesh_gpu_instancing?.attributes ?? {})) accessors.add(index)
  const views = new Set<number>()
  for (const index of accessors) {
    const accessor = index === undefined ? undefined : json.accessors?.[index]
    const { sparse } = accessor ?? {}
    for (const view of [accessor?.bufferView, sparse?.indices.bufferView, sparse?.values.bufferView])
      if (view !== undefined) views.add(view)
  }
  return views
}

async function unpackPrimitives(json: Gltf, glb: Glb, appended: AppendedBytes): Promise<void> {
  for (const mesh of json.meshes ?? [])
    for (const primitive of mesh.primitives) {
      const packed = primitive.extensions?.[DRACO] as DracoExtension | undefined
      if (packed) await unpackPrimitive(json, glb, primitive, packed, appended)
    }
}

async function unpackPrimitive(
  json: Gltf,
  glb: Glb,
  primitive: GltfPrimitive,
  packed: DracoExtension,
  appended: AppendedBytes,
): Promise<void> {
  const view = getBufferViewBytes(glb, packed.bufferView)
  const dracoAttributes: Record<string, DracoAttribute> = {}
  for (const [name, id] of Object.entries(packed.attributes)) {
    const accessor = json.accessors?.[primitive.attributes[name] ?? -1]
    if (!accessor) throw new RenderError('broken_glb', `The model compresses ${name} without an accessor for it.`)
    dracoAttributes[name] = { id, componentType: accessor.componentType }
  }
  const found = await unpackDraco(new Uint8Array(view.buffer, view.byteOffset, view.byteLength), dracoAttributes)
  const append = (bytes: Uint8Array, accessor: GltfAccessor): number => {
    const bufferView = json.bufferViews!.push(appended.add(bytes)) - 1
    return json.accessors!.push({ ...accessor, bufferView, byteOffset: 0 }) - 1
  }
  for (const [name, bytes] of Object.entries(found.attributes)) {
    const accessor = json.accessors![primitive.attributes[name]!]!
    primitive.attributes[name] = append(bytes, { ...accessor, count: found.points })
  }
  const { indices } = found
  const asBytes = new Uint8Array(indices.buffer, indices.byteOffset, indices.byteLength)
  primitive.indices = append(asBytes, { componentType: 5125, count: indices.length, type: 'SCALAR' })
  // Draco always yields a triangle list, regardless of the original mode.
  primitive.mode = 4
}
