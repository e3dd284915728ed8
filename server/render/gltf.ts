/** Parts of a glTF 2.0 document that the renderer reads. */
export interface Gltf {
  asset: { version: string; extras?: Record<string, unknown> }
  scene?: number
  scenes?: { nodes?: number[] }[]
  nodes?: GltfNode[]
  meshes?: GltfMesh[]
  skins?: { joints: number[]; inverseBindMatrices?: number }[]
  materials?: GltfMaterial[]
  textures?: { source?: number; sampler?: number; extensions?: Record<string, { source?: number }> }[]
  samplers?: { magFilter?: number; minFilter?: number; wrapS?: number; wrapT?: number }[]
  images?: { bufferView?: number; uri?: string; mimeType?: string }[]
  accessors?: GltfAccessor[]
  bufferViews?: {
    buffer: number
    byteOffset?: number
    byteLength: number
    byteStride?: number
    extensions?: Record<string, unknown>
  }[]
  buffers?: { byteLength: number; uri?: string }[]
  animations?: GltfAnimation[]
  extensionsRequired?: string[]
  extensionsUsed?: string[]
}

/** Node with either a matrix (16 numbers, column-major), or translation, rotation (xyzw) and scale. */
export interface GltfNode {
  name?: string
  children?: number[]
  mesh?: number
  skin?: number
  matrix?: number[]
  translation?: number[]
  rotation?: number[]
  scale?: number[]
  weights?: number[]
  extensions?: { EXT_mesh_gpu_instancing?: { attributes?: Record<string, number> } }
}

export interface GltfMesh {
  name?: string
  primitives: GltfPrimitive[]
  weights?: number[]
  extras?: { targetNames?: string[] }
}

export interface GltfPrimitive {
  attributes: Record<string, number>
  indices?: number
  material?: number
  mode?: number
  targets?: Record<string, number>[]
  extensions?: Record<string, unknown>
}

/** Transform of texture coordinates. The rotation is in radians. */
export interface GltfTextureTransform {
  offset?: number[]
  scale?: number[]
  rotation?: number
  texCoord?: number
}

export interface GltfTextureInfo {
  index: number
  texCoord?: number
  extensions?: { KHR_texture_transform?: GltfTextureTransform }
}

/** Metallic-roughness material. Colours are linear, 0 to 1. */
export interface GltfMaterial {
  name?: string
  doubleSided?: boolean
  alphaMode?: 'OPAQUE' | 'MASK' | 'BLEND'
  alphaCutoff?: number
  emissiveFactor?: number[]
  emissiveTexture?: GltfTextureInfo
  normalTexture?: GltfTextureInfo & { scale?: number }
  occlusionTexture?: GltfTextureInfo & { strength?: number }
  extensions?: {
    KHR_materials_unlit?: unknown
    KHR_materials_emissive_strength?: { emissiveStrength?: number }
    KHR_materials_transmission?: { transmissionFactor?: number; transmissionTexture?: GltfTextureInfo }
    KHR_materials_volume?: { thicknessFactor?: number; attenuationColor?: number[] }
  }
  pbrMetallicRoughness?: {
    baseColorFactor?: number[]
    baseColorTexture?: GltfTextureInfo
    metallicFactor?: number
    roughnessFactor?: number
    metallicRoughnessTexture?: GltfTextureInfo
  }
}

export interface GltfAccessor {
  bufferView?: number
  byteOffset?: number
  componentType: number
  normalized?: boolean
  count: number
  type: string
  min?: number[]
  max?: number[]
  sparse?: {
    count: number
    indices: { bufferView: number; byteOffset?: number; componentType: number }
    values: { bufferView: number; byteOffset?: number }
  }
}

export interface GltfAnimation {
  name?: string
  channels: { sampler: number; target: { node?: number; path: string } }[]
  samplers: { input: number; output: number; interpolation?: string }[]
}
