import sharp from 'sharp'
import { imageSize } from '../../src/files/image-size.ts'
import { bytesOf } from './accessor.ts'
import type { Glb } from './glb.ts'
import type { Gltf, GltfMaterial } from './gltf.ts'

/** A picture is kept with so many pixels a side at most; where there are many of them, with fewer. */
const [SIDE, SMALL_SIDE, MANY] = [1024, 256, 32]

/** A picture in memory, 4 bytes a pixel, sRGB. */
export interface Texture {
  width: number
  height: number
  pixels: Uint8Array
}

/** What a surface is made of: linear colours 0..1; `cutoff` below 0 means blended or opaque. */
export interface Material {
  name: string
  colour: readonly [number, number, number, number]
  emissive: readonly [number, number, number]
  metallic: number
  roughness: number
  doubleSided: boolean
  unlit: boolean
  opaque: boolean
  cutoff: number
  texture: Texture | undefined
  texCoord: number
  uvOffset: readonly [number, number]
  uvScale: readonly [number, number]
}

/** The materials of a model in their order, and after them the one for primitives that name none. Pictures come one by one. */
export async function readMaterials(glb: Glb): Promise<Material[]> {
  const textures = new Map<number, Promise<Texture | undefined>>()
  const side = (glb.json.images?.length ?? 0) > MANY ? SMALL_SIDE : SIDE
  const load = (image: number) => {
    const known = textures.get(image) ?? decode(glb, image, side)
    textures.set(image, known)
    return known
  }
  const materials: Material[] = []
  for (const material of [...(glb.json.materials ?? []), {}])
    materials.push(await readMaterial(glb.json, material, load))
  return materials
}

async function readMaterial(
  json: Gltf,
  material: GltfMaterial,
  load: (image: number) => Promise<Texture | undefined>,
): Promise<Material> {
  const pbr = material.pbrMetallicRoughness ?? {}
  const factor = pbr.baseColorFactor ?? [1, 1, 1, 1]
  const info = pbr.baseColorTexture
  const texture = info && json.textures?.[info.index]
  const image = texture?.source ?? texture?.extensions?.EXT_texture_webp?.source
  const place = info?.extensions?.KHR_texture_transform
  return {
    name: material.name ?? '',
    colour: [factor[0] ?? 1, factor[1] ?? 1, factor[2] ?? 1, factor[3] ?? 1],
    emissive: [material.emissiveFactor?.[0] ?? 0, material.emissiveFactor?.[1] ?? 0, material.emissiveFactor?.[2] ?? 0],
    metallic: pbr.metallicFactor ?? 1,
    roughness: pbr.roughnessFactor ?? 1,
    doubleSided: material.doubleSided ?? false,
    unlit: material.extensions?.KHR_materials_unlit !== undefined,
    opaque: (material.alphaMode ?? 'OPAQUE') === 'OPAQUE',
    cutoff: material.alphaMode === 'MASK' ? (material.alphaCutoff ?? 0.5) : -1,
    texture: image === undefined ? undefined : await load(image),
    texCoord: info?.texCoord ?? 0,
    uvOffset: [place?.offset?.[0] ?? 0, place?.offset?.[1] ?? 0],
    uvScale: [place?.scale?.[0] ?? 1, place?.scale?.[1] ?? 1],
  }
}

/** A picture that cannot be read is left out: the model is still drawn in its base colour. */
async function decode(glb: Glb, index: number, side: number): Promise<Texture | undefined> {
  const image = glb.json.images?.[index]
  try {
    const bytes = image?.bufferView === undefined ? dataUri(image?.uri) : viewed(bytesOf(glb, image.bufferView))
    // What does not say how large it is, nobody has counted.
    if (!bytes || !imageSize(bytes)) return undefined
    const picture = sharp(bytes, { limitInputPixels: 8192 * 8192 }).resize({
      width: side,
      height: side,
      fit: 'inside',
      withoutEnlargement: true,
    })
    const { data, info } = await picture.toColourspace('srgb').ensureAlpha().raw().toBuffer({ resolveWithObject: true })
    return { width: info.width, height: info.height, pixels: data }
  } catch {
    return undefined
  }
}

function viewed(view: DataView): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset, view.byteLength)
}

function dataUri(uri: string | undefined): Uint8Array | undefined {
  const match = uri?.match(/^data:[^,]*;base64,(.*)$/s)
  return match ? Buffer.from(match[1]!, 'base64') : undefined
}
