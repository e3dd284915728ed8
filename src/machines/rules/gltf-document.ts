import * as v from 'valibot'

const Index = v.pipe(v.number(), v.integer(), v.minValue(0))
const Bytes = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(Number.MAX_SAFE_INTEGER))
const Some = v.optional(Index)
const list = <const S extends v.GenericSchema>(item: S) => v.optional(v.array(item), [])

const Names = list(v.string())
// Looked at in place: a record schema copies, which takes long for one of a hundred thousand names.
const Extensions = v.optional(v.custom<Record<string, unknown>>(isObject), {})
const Attributes = v.custom<Record<string, number>>(
  (value) =>
    isObject(value) && Object.values(value).every((index) => Number.isInteger(index) && (index as number) >= 0),
)
const TextureInfo = v.optional(v.object({ index: Index }))

const Sparse = v.object({
  count: Bytes,
  indices: v.object({ bufferView: Index, byteOffset: v.optional(Bytes, 0), componentType: v.number() }),
  values: v.object({ bufferView: Index, byteOffset: v.optional(Bytes, 0) }),
})

/** The parts of a glTF 2.0 document that are checked and counted; whatever else it holds is left out. */
export const Gltf = v.object({
  asset: v.object({ version: v.string() }),
  extensionsUsed: Names,
  extensionsRequired: Names,
  buffers: list(v.object({ byteLength: Bytes, uri: v.optional(v.string()), extensions: Extensions })),
  bufferViews: list(
    v.object({
      buffer: Index,
      byteOffset: v.optional(Bytes, 0),
      byteLength: Bytes,
      byteStride: v.optional(Bytes),
      extensions: Extensions,
    }),
  ),
  accessors: list(
    v.object({
      bufferView: Some,
      byteOffset: v.optional(Bytes, 0),
      componentType: v.optional(v.number(), 5126),
      count: Bytes,
      type: v.optional(v.string(), 'SCALAR'),
      sparse: v.optional(Sparse),
    }),
  ),
  meshes: list(
    v.object({
      primitives: v.array(
        v.object({
          attributes: Attributes,
          indices: Some,
          material: Some,
          mode: v.optional(Index, 4),
          targets: list(Attributes),
          extensions: Extensions,
        }),
      ),
    }),
  ),
  nodes: list(v.object({ children: list(Index), mesh: Some, skin: Some, camera: Some })),
  scene: Some,
  scenes: list(v.object({ nodes: list(Index) })),
  skins: list(v.object({ joints: v.array(Index), inverseBindMatrices: Some, skeleton: Some })),
  images: list(v.object({ bufferView: Some, uri: v.optional(v.string()) })),
  samplers: list(v.unknown()),
  textures: list(v.object({ source: Some, sampler: Some, extensions: Extensions })),
  materials: list(
    v.object({
      pbrMetallicRoughness: v.optional(
        v.object({ baseColorTexture: TextureInfo, metallicRoughnessTexture: TextureInfo }),
        {},
      ),
      normalTexture: TextureInfo,
      occlusionTexture: TextureInfo,
      emissiveTexture: TextureInfo,
    }),
  ),
  animations: list(
    v.object({
      channels: v.array(v.object({ sampler: Index, target: v.object({ node: Some }) })),
      samplers: v.array(v.object({ input: Index, output: Index })),
    }),
  ),
  cameras: list(v.unknown()),
})
export type Gltf = v.InferOutput<typeof Gltf>

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
