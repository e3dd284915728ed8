import { bytesOf } from './accessor.ts'
import { type DracoAttribute, unpackDraco } from './draco.ts'
import { type Glb, RenderError } from './glb.ts'
import type { Gltf, GltfAccessor, GltfPrimitive } from './gltf.ts'
import { type MeshoptView, unpackMeshopt } from './meshopt.ts'

const DRACO = 'KHR_draco_mesh_compression'
const MESHOPT = ['EXT_meshopt_compression', 'KHR_meshopt_compression']

interface DracoExtension {
  bufferView: number
  attributes: Record<string, number>
}

/**
 * A model whose meshes are no longer packed by Draco or meshopt, for readers that know neither; the same one when nothing
 * is packed. Clips stay packed. Throws RenderError `broken_glb` where something cannot be unpacked.
 */
export async function unpackGlb(glb: Glb): Promise<Glb> {
  const used = [...(glb.json.extensionsUsed ?? []), ...(glb.json.extensionsRequired ?? [])]
  if (!used.some((name) => name === DRACO || MESHOPT.includes(name))) return glb
  const added = new Added(glb)
  const json: Gltf = structuredClone(glb.json)
  await unpackViews(json, glb, added)
  // Draco's streams lie in plain views, and what they replace is never read.
  await unpackPrimitives(json, glb, added)
  return { json, bin: added.joined() }
}

/** Bytes laid behind a model's own. */
class Added {
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

  joined(): Uint8Array {
    const out = new Uint8Array(this.length)
    let at = 0
    for (const part of this.parts) {
      out.set(part, at)
      at += part.byteLength
    }
    return out
  }
}

async function unpackViews(json: Gltf, { bin }: Glb, added: Added): Promise<void> {
  for (const index of viewsOfMeshes(json)) {
    const view = json.bufferViews?.[index]
    const packed = MESHOPT.map((name) => view?.extensions?.[name]).find((it) => it !== undefined) as
      | MeshoptView
      | undefined
    if (!view || !packed) continue
    if (packed.buffer !== 0 || json.buffers?.[0]?.uri !== undefined)
      throw new RenderError('broken_glb', 'The model refers to data that is not in the file.')
    const bytes = await unpackMeshopt(bin, packed)
    json.bufferViews![index] = { ...added.add(bytes), byteStride: view.byteStride ?? 0 }
  }
}

/** The buffer views from which what is drawn is read; those of clips may be large. */
function viewsOfMeshes(json: Gltf): Set<number> {
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

async function unpackPrimitives(json: Gltf, glb: Glb, added: Added): Promise<void> {
  for (const mesh of json.meshes ?? [])
    for (const primitive of mesh.primitives) {
      const packed = primitive.extensions?.[DRACO] as DracoExtension | undefined
      if (packed) await unpackPrimitive(json, glb, primitive, packed, added)
    }
}

async function unpackPrimitive(
  json: Gltf,
  glb: Glb,
  primitive: GltfPrimitive,
  packed: DracoExtension,
  added: Added,
): Promise<void> {
  const view = bytesOf(glb, packed.bufferView)
  const wanted: Record<string, DracoAttribute> = {}
  for (const [name, id] of Object.entries(packed.attributes)) {
    const accessor = json.accessors?.[primitive.attributes[name] ?? -1]
    if (!accessor) throw new RenderError('broken_glb', `The model packs ${name} without an accessor for it.`)
    wanted[name] = { id, componentType: accessor.componentType }
  }
  const found = await unpackDraco(new Uint8Array(view.buffer, view.byteOffset, view.byteLength), wanted)
  const place = (bytes: Uint8Array, accessor: GltfAccessor): number => {
    const bufferView = json.bufferViews!.push(added.add(bytes)) - 1
    return json.accessors!.push({ ...accessor, bufferView, byteOffset: 0 }) - 1
  }
  for (const [name, bytes] of Object.entries(found.attributes)) {
    const accessor = json.accessors![primitive.attributes[name]!]!
    primitive.attributes[name] = place(bytes, { ...accessor, count: found.points })
  }
  const { indices } = found
  const asBytes = new Uint8Array(indices.buffer, indices.byteOffset, indices.byteLength)
  primitive.indices = place(asBytes, { componentType: 5125, count: indices.length, type: 'SCALAR' })
  // Draco's triangles come as a list, whatever the primitive was before.
  primitive.mode = 4
}
