import { Color, MeshStandardMaterial, Texture } from 'three'
import type { PackedMaterial, PackedTexture } from './fbx-parcel.ts'

/** How an FBX picture is decoded: upside down, as its places in a texture are counted. */
const AS_FBX: ImageBitmapOptions = { imageOrientation: 'flipY', premultiplyAlpha: 'none', colorSpaceConversion: 'none' }

/** The grey of a surface that says nothing of its colour, as Blender has it. */
const PLAIN = 0.8

/** Less opaque than this is nothing at all: exporters that count the other way round mean a whole surface. */
const LEAST_OPACITY = 0.01

/** Decodes the pictures of textures; null for one that lies outside the file or that this browser cannot read. */
export function texturesFrom(packed: readonly PackedTexture[], decode = decoded): Promise<(Texture | null)[]> {
  const pictures = new Map<Blob, Promise<ImageBitmap | null>>()
  return Promise.all(
    packed.map(async ({ name, picture, wrap, repeat, offset, colorSpace }) => {
      if (!picture) return null
      const found = pictures.get(picture) ?? decode(picture)
      pictures.set(picture, found)
      const image = await found
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

async function decoded(picture: Blob): Promise<ImageBitmap | null> {
  try {
    return await createImageBitmap(picture, AS_FBX)
  } catch {
    return null
  }
}

/**
 * The material that the environment lights, as those of a GLB; FBX knows only the older kinds. As in Blender a picture
 * takes the place of the colour beside it, whatever that is, and a highlight's size becomes roughness.
 */
export function materialFrom(packed: PackedMaterial, textures: readonly (Texture | null)[]): MeshStandardMaterial {
  const { maps, name, side, shininess, isTransparent, hasVertexColours, bumpScale, emissiveFactor } = packed
  const found = (map: keyof typeof maps) => textures[maps[map] ?? -1] ?? null
  const [map, alphaMap, emissiveMap] = [found('map'), found('alphaMap'), found('emissiveMap')]
  // The colour's own picture holds the transparency where one file serves as both.
  const isCutByMap = map !== null && alphaMap !== null && map.image === alphaMap.image
  const isNothing = !(packed.opacity >= LEAST_OPACITY)
  const opacity = isNothing ? 1 : packed.opacity
  const wantsAlpha = isCutByMap || alphaMap !== null || opacity < 1
  return new MeshStandardMaterial({
    name,
    color: map ? new Color(1, 1, 1) : colourOf(packed, maps.map !== undefined || hasVertexColours),
    map,
    normalMap: found('normalMap'),
    bumpMap: found('bumpMap'),
    bumpScale,
    aoMap: found('aoMap'),
    alphaMap: isCutByMap ? null : alphaMap,
    emissive: emissiveMap ? new Color(1, 1, 1) : new Color().fromArray(packed.emissive),
    emissiveMap,
    emissiveIntensity: emissiveMap ? 1 : emissiveFactor,
    transparent: wantsAlpha && (isTransparent || isCutByMap || opacity < 1),
    opacity,
    side,
    vertexColors: hasVertexColours,
    metalness: 0,
    roughness: Math.sqrt(2 / (2 + Math.max(0, shininess || 0))),
  })
}

/** Black beside a picture says nothing: where the picture is missing, the surface is plain. */
function colourOf({ colour }: PackedMaterial, isBeside: boolean): Color {
  const isBlack = !colour.some((value) => value > 0)
  return isBlack && isBeside ? new Color(PLAIN, PLAIN, PLAIN) : new Color().fromArray(colour)
}
