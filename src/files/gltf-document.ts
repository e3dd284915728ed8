import * as v from 'valibot'

const Index = v.pipe(v.number(), v.integer(), v.minValue(0))
const Bytes = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(Number.MAX_SAFE_INTEGER))
const OptionalIndex = v.optional(Index)
const list = <const S extends v.GenericSchema>(item: S) => v.optional(v.array(item), [])

// Functions check these lists, because a schema copies each value, which is slow for 100,000 values.
const Names = v.optional(v.custom<string[]>(isListOf((item) => typeof item === 'string')), [])
const Indexes = v.custom<number[]>(isListOf(isIndex))
const UnknownList = v.optional(v.custom<unknown[]>(Array.isArray), [])
const Extension = v.custom<Record<string, unknown>>(isObject)
const Extensions = v.optional(Extension, {})
/** Maximum number of vertex attributes: more than any GPU accepts. */
const MAX_ATTRIBUTES = 100
const Attributes = v.custom<Record<string, number>>((value) => {
  if (!isObject(value)) return false
  const indexes = Object.values(value)
  return indexes.length <= MAX_ATTRIBUTES && indexes.every(isIndex)
})
/** Name given by the author; any value that is not a string counts as no name. */
const Name = v.optional(v.unknown())
const TextureInfo = v.optional(v.object({ index: Index }))

const Sparse = v.object({
  count: Bytes,
  indices: v.object({ bufferView: Index, byteOffset: v.optional(Bytes, 0), componentType: v.number() }),
  values: v.object({ bufferView: Index, byteOffset: v.optional(Bytes, 0) }),
})

/** Parts of a glTF 2.0 document that are checked and counted; everything else is dropped. */
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
      bufferView: OptionalIndex,
      byteOffset: v.optional(Bytes, 0),
      componentType: v.optional(v.number(), 5126),
      count: Bytes,
      type: v.optional(v.string(), 'SCALAR'),
      sparse: v.optional(Sparse),
    }),
  ),
  meshes: list(
    v.object({
      name: Name,
      primitives: v.array(
        v.object({
          attributes: Attributes,
          indices: OptionalIndex,
          material: OptionalIndex,
          mode: v.optional(Index, 4),
          targets: list(Attributes),
          extensions: Extensions,
        }),
      ),
    }),
  ),
  nodes: list(
    v.object({
      name: Name,
      children: v.optional(Indexes, []),
      mesh: OptionalIndex,
      skin: OptionalIndex,
      camera: OptionalIndex,
      extensions: v.optional(Extension),
    }),
  ),
  scene: OptionalIndex,
  scenes: list(v.object({ nodes: v.optional(Indexes, []) })),
  skins: list(v.object({ joints: Indexes, inverseBindMatrices: OptionalIndex, skeleton: OptionalIndex })),
  images: list(v.object({ bufferView: OptionalIndex, uri: v.optional(v.string()) })),
  samplers: UnknownList,
  textures: list(v.object({ source: OptionalIndex, sampler: OptionalIndex, extensions: Extensions })),
  materials: list(
    v.object({
      name: Name,
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
      channels: v.array(v.object({ sampler: Index, target: v.object({ node: OptionalIndex }) })),
      samplers: v.array(v.object({ input: Index, output: Index })),
    }),
  ),
  cameras: UnknownList,
})
export type Gltf = v.InferOutput<typeof Gltf>

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isListOf(isItem: (item: unknown) => boolean) {
  return (value: unknown): boolean => Array.isArray(value) && value.every(isItem)
}

function isIndex(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= 0
}
