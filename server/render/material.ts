import type { Glb } from './glb.ts'
import type { GltfMaterial, GltfTextureInfo } from './gltf.ts'
import { cosine, sine } from './portable-math.ts'
import type { Texture, TextureKind } from './texture.ts'
import { createTextureLoader, type LoadTexture } from './texture-loader.ts'

type Triple = readonly [number, number, number]

/** Texture with its coordinate set and transform [a b c d e f]: u' = a·u + b·v + c, v' = d·u + e·v + f. */
export interface TextureMap {
  texture: Texture
  texCoord: number
  matrix: readonly [number, number, number, number, number, number]
}

export type TextureMapName = 'colour' | 'metallicRoughness' | 'normal' | 'occlusion' | 'emissive' | 'transmission'

/** Surface material with linear colours, 0 to 1. A negative `cutoff` means blended or opaque. */
export interface Material {
  name: string
  colour: readonly [number, number, number, number]
  emissive: Triple
  metallic: number
  roughness: number
  normalScale: number
  occlusionStrength: number
  /** Fraction of the light from behind that passes through, tinted by the colour. */
  transmission: number
  doubleSided: boolean
  unlit: boolean
  opaque: boolean
  cutoff: number
  maps: Partial<Record<TextureMapName, TextureMap>>
}

/** Reads the materials in order. The last material is for primitives without a material. Decodes one texture at a time. */
export async function readMaterials(glb: Glb): Promise<Material[]> {
  const load = createTextureLoader(glb)
  const materials: Material[] = []
  for (const material of [...(glb.json.materials ?? []), {}]) materials.push(await readMaterial(material, load))
  return materials
}

async function readMaterial(material: GltfMaterial, load: LoadTexture): Promise<Material> {
  const pbr = material.pbrMetallicRoughness ?? {}
  const { KHR_materials_volume: volume, KHR_materials_transmission: glass } = material.extensions ?? {}
  const [r, g, b] = triple(pbr.baseColorFactor, 1)
  // Light through a volume takes on the volume's colour. The length of the light's path is ignored.
  const tint = triple(volume?.thicknessFactor ? volume.attenuationColor : undefined, 1)
  const emissiveStrength = material.extensions?.KHR_materials_emissive_strength?.emissiveStrength ?? 1
  const [er, eg, eb] = triple(material.emissiveFactor, 0)
  return {
    name: material.name ?? '',
    colour: [r * tint[0], g * tint[1], b * tint[2], pbr.baseColorFactor?.[3] ?? 1],
    emissive: [er * emissiveStrength, eg * emissiveStrength, eb * emissiveStrength],
    metallic: pbr.metallicFactor ?? 1,
    roughness: pbr.roughnessFactor ?? 1,
    normalScale: material.normalTexture?.scale ?? 1,
    occlusionStrength: material.occlusionTexture?.strength ?? 1,
    transmission: glass?.transmissionFactor ?? 0,
    doubleSided: material.doubleSided ?? false,
    unlit: material.extensions?.KHR_materials_unlit !== undefined,
    opaque: (material.alphaMode ?? 'OPAQUE') === 'OPAQUE',
    cutoff: material.alphaMode === 'MASK' ? (material.alphaCutoff ?? 0.5) : -1,
    maps: await readMaps(material, load),
  }
}

async function readMaps(material: GltfMaterial, load: LoadTexture): Promise<Material['maps']> {
  const pbr = material.pbrMetallicRoughness
  const textureInfos: [TextureMapName, GltfTextureInfo | undefined, TextureKind][] = [
    ['colour', pbr?.baseColorTexture, 'colour'],
    ['metallicRoughness', pbr?.metallicRoughnessTexture, 'data'],
    ['normal', material.normalTexture, 'data'],
    ['occlusion', material.occlusionTexture, 'data'],
    ['emissive', material.emissiveTexture, 'colour'],
    ['transmission', material.extensions?.KHR_materials_transmission?.transmissionTexture, 'data'],
  ]
  const maps: Material['maps'] = {}
  for (const [name, info, kind] of textureInfos) {
    const texture = await load(info, kind)
    if (info && texture) maps[name] = createTextureMap(info, texture)
  }
  return maps
}

/** Creates a texture map. Its transform rotates in the same direction as in the viewer. */
function createTextureMap(info: GltfTextureInfo, texture: Texture): TextureMap {
  const { offset, scale, rotation = 0, texCoord } = info.extensions?.KHR_texture_transform ?? {}
  const [sx, sy] = [scale?.[0] ?? 1, scale?.[1] ?? 1]
  const [s, c] = [sine(rotation), cosine(rotation)]
  return {
    texture,
    texCoord: texCoord ?? info.texCoord ?? 0,
    matrix: [sx * c, sx * s, offset?.[0] ?? 0, -sy * s, sy * c, offset?.[1] ?? 0],
  }
}

function triple(values: readonly number[] | undefined, fallback: number): Triple {
  return [values?.[0] ?? fallback, values?.[1] ?? fallback, values?.[2] ?? fallback]
}
