import sharp from 'sharp'
import { readImageSize } from '../../src/files/image-size.ts'
import { getBufferViewBytes } from './accessor.ts'
import type { Glb } from './glb.ts'
import type { GltfTextureInfo } from './gltf.ts'
import { isKtx2, readKtx2 } from './ktx2.ts'
import { type Bitmap, buildMipLevels, type Texture, type TextureKind, type TextureWrap } from './texture.ts'

/** Maximum side of a decoded texture in pixels, and the smaller maximum for models with more than MANY images. */
const [SIDE, SMALL_SIDE, MANY] = [1024, 256, 32]
const MAX_PICTURE_PIXELS = 8192 * 8192

const WRAPS: Readonly<Record<number, TextureWrap>> = { 10497: 'repeat', 33648: 'mirror', 33071: 'clamp' }
const GL_NEAREST = 9728

/** Loads a texture of a model; decodes each image once. Returns undefined for no texture or an unreadable image. */
export type LoadTexture = (info: GltfTextureInfo | undefined, kind: TextureKind) => Promise<Texture | undefined>

/** Creates the texture loader of a model. A model with unreadable images is rendered without these images. */
export function createTextureLoader(glb: Glb): LoadTexture {
  const { json } = glb
  const side = (json.images?.length ?? 0) > MANY ? SMALL_SIDE : SIDE
  const cache = new Map<string, Promise<Bitmap[] | undefined>>()
  return async (info, kind) => {
    const texture = info && json.textures?.[info.index]
    const { KHR_texture_basisu: basis, EXT_texture_webp: webp } = texture?.extensions ?? {}
    const image = basis?.source ?? webp?.source ?? texture?.source
    if (!texture || image === undefined) return undefined
    const key = `${image} ${kind}`
    const loading = cache.get(key) ?? decode(glb, image, kind, side)
    cache.set(key, loading)
    const levels = await loading
    const sampler = json.samplers?.[texture.sampler ?? -1]
    return (
      levels && {
        levels,
        kind,
        wrapS: WRAPS[sampler?.wrapS ?? 0] ?? 'repeat',
        wrapT: WRAPS[sampler?.wrapT ?? 0] ?? 'repeat',
        isNearest: sampler?.magFilter === GL_NEAREST,
      }
    )
  }
}

async function decode(glb: Glb, index: number, kind: TextureKind, side: number): Promise<Bitmap[] | undefined> {
  const image = glb.json.images?.[index]
  try {
    const bytes =
      image?.bufferView === undefined ? decodeDataUri(image?.uri) : toBytes(getBufferViewBytes(glb, image.bufferView))
    const size = bytes && readImageSize(bytes)
    // Images without a readable size are rejected, because their memory use is unknown.
    if (!size || !(size.width * size.height <= MAX_PICTURE_PIXELS)) return undefined
    return buildMipLevels(isKtx2(bytes) ? await readKtx2(bytes, side) : await readPicture(bytes), kind, side)
  } catch {
    return undefined
  }
}

/**
 * Decodes a picture without its colour profile, as glTF requires. Does not scale the picture, because libvips rounds differently
 * on each processor.
 */
async function readPicture(bytes: Uint8Array): Promise<Bitmap> {
  const picture = sharp(bytes, { limitInputPixels: MAX_PICTURE_PIXELS, ignoreIcc: true })
  const { data, info } = await picture.toColourspace('srgb').ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, pixels: data }
}

function toBytes(view: DataView): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset, view.byteLength)
}

function decodeDataUri(uri: string | undefined): Uint8Array | undefined {
  const match = uri?.match(/^data:[^,]*;base64,(.*)$/s)
  return match ? Buffer.from(match[1]!, 'base64') : undefined
}
