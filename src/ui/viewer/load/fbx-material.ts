import { Color, MeshStandardMaterial, Texture } from 'three'
import type { PackedMaterial, PackedTexture } from './fbx-transfer.ts'

/** Image decoding options for FBX: flipped vertically, because FBX texture coordinates start at the bottom. */
const FBX_IMAGE_OPTIONS: ImageBitmapOptions = {
  imageOrientation: 'flipY',
  premultiplyAlpha: 'none',
  colorSpaceConversion: 'none',
}

/** Grey of a surface without a colour, as in Blender. */
const DEFAULT_GREY = 0.8

/** Opacities below this value count as opaque: some exporters store the transparency in the opacity field. */
const MIN_OPACITY = 0.01

/** Decodes the images of textures. Returns null for images outside the file and for formats the browser cannot read. */
export function decodeTextures(packed: readonly PackedTexture[], decode = decodeImage): Promise<(Texture | null)[]> {
  const images = new Map<Blob, Promise<ImageBitmap | null>>()
  return Promise.all(
    packed.map(async ({ name, picture, wrap, repeat, offset, colorSpace }) => {
      if (!picture) return null
      const decoding = images.get(picture) ?? decode(picture)
      images.set(picture, decoding)
      const image = await decoding
      if (!image) return null
      const texture = new Texture(image)
      texture.name = name
      texture.flipY = false
      ;[texture.wrapS, texture.wrapT] = wrap
      texture.repeat.set(...repeat)
      texture.offset.set(...offset)
      texture.colorSpace = colorSpace
      texture.needsUpdate = true
      return texture
    }),
  )
}

async function decodeImage(picture: Blob): Promise<ImageBitmap | null> {
  try {
    return await createImageBitmap(picture, FBX_IMAGE_OPTIONS)
  } catch {
    return null
  }
}

/**
 * Creates a physically based material. FBX has only older material models. As in Blender, a texture replaces the material's
 * colour, and the shininess is converted to roughness.
 */
export function createMaterial(packed: PackedMaterial, textures: readonly (Texture | null)[]): MeshStandardMaterial {
  const { maps, name, side, shininess, isTransparent, hasVertexColours, bumpScale, emissiveFactor } = packed
  const textureFor = (map: keyof typeof maps) => textures[maps[map] ?? -1] ?? null
  const [map, alphaMap, emissiveMap] = [textureFor('map'), textureFor('alphaMap'), textureFor('emissiveMap')]
  // If one image serves as colour and transparency, its alpha channel is the transparency.
  const isCutByMap = map !== null && alphaMap !== null && map.image === alphaMap.image
  const isTransparencyStored = !(packed.opacity >= MIN_OPACITY)
  const opacity = isTransparencyStored ? 1 : packed.opacity
  const usesAlpha = isCutByMap || alphaMap !== null || opacity < 1
  return new MeshStandardMaterial({
    name,
    color: map ? new Color(1, 1, 1) : colourOf(packed, maps.map !== undefined || hasVertexColours),
    map,
    normalMap: textureFor('normalMap'),
    bumpMap: textureFor('bumpMap'),
    bumpScale,
    aoMap: textureFor('aoMap'),
    alphaMap: isCutByMap ? null : alphaMap,
    emissive: emissiveMap ? new Color(1, 1, 1) : new Color().fromArray(packed.emissive),
    emissiveMap,
    emissiveIntensity: emissiveMap ? 1 : emissiveFactor,
    transparent: usesAlpha && (isTransparent || isCutByMap || opacity < 1),
    opacity,
    side,
    vertexColors: hasVertexColours,
    metalness: 0,
    roughness: Math.sqrt(2 / (2 + Math.max(0, shininess || 0))),
  })
}

/** Returns the colour of a surface. If there is a texture, black is only a placeholder and becomes the default grey. */
function colourOf({ colour }: PackedMaterial, hasTexture: boolean): Color {
  const isBlack = !colour.some((value) => value > 0)
  return isBlack && hasTexture ? new Color(DEFAULT_GREY, DEFAULT_GREY, DEFAULT_GREY) : new Color().fromArray(colour)
}
