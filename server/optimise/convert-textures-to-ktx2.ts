import type { Document, Texture } from '@gltf-transform/core'
import { KHRTextureBasisu } from '@gltf-transform/extensions'
import { getTextureColorSpace, listTextureSlots } from '@gltf-transform/functions'
import { encodeToKTX2 } from 'ktx2-encoder'
import sharp from 'sharp'

const PICTURES = ['image/png', 'image/jpeg', 'image/webp']

/** Block size, in pixels. GPUs use 4 × 4 blocks, and `KHR_texture_basisu` requires whole blocks. */
const BLOCK_PX = 4

/**
 * Texture slots that contain data. A texture in one of these slots is data, even if another slot uses the texture as a colour.
 */
const DATA_SLOTS = /normal|metallicRoughness|occlusion/i
const NORMAL_SLOTS = /normal/i

/** Maximum total number of pixels of a model's textures. A million pixels take up to ten seconds of CPU time. */
const MAX_TEXTURE_PIXELS = 16 * 1024 ** 2
const MIN_SIDE_PX = 64

/** Encoder settings for colours. `qualityLevel`: 1 to 255 (best). `compressionLevel`: 0 to 6 (slowest). */
const ETC1S = { isUASTC: false, qualityLevel: 192, compressionLevel: 2 } as const
/**
 * Encoder settings for data. `uastcLDRQualityLevel`: 0 to 4 (slowest). Rate-distortion optimisation (RDO) drops barely visible
 * detail, so that Zstandard compresses better.
 */
const UASTC = {
  isUASTC: true,
  uastcLDRQualityLevel: 1,
  enableRDO: true,
  rdoQualityLevel: 0.5,
  needSupercompression: true,
} as const

/**
 * Converts textures to KTX2 with Basis Universal and full mipmaps: colours as ETC1S, data as linear UASTC. Unused, unreadable and
 * KTX2 textures stay unchanged.
 */
export async function convertTexturesToKtx2(document: Document, maxPx: number): Promise<void> {
  const textures = document.getRoot().listTextures()
  const side = computeMaxSidePx(
    textures.map((texture) => texture.getSize() ?? [0, 0]),
    maxPx,
  )
  // Sequential, because decoded textures take the most memory.
  for (const texture of textures) await packTexture(texture, side)
  if (textures.some((texture) => texture.getMimeType() === 'image/ktx2'))
    document.createExtension(KHRTextureBasisu).setRequired(true)
}

/** Returns the largest side, up to `maxPx`, at which pictures of these sizes have at most {@link MAX_TEXTURE_PIXELS} in total. */
export function computeMaxSidePx(sizes: readonly (readonly [number, number])[], maxPx: number): number {
  const pixelsAt = (side: number) =>
    sizes.reduce(
      (sum, [width, height]) => sum + width * height * Math.min(1, side / Math.max(width, height, 1)) ** 2,
      0,
    )
  let side = maxPx
  while (side > MIN_SIDE_PX && pixelsAt(side) > MAX_TEXTURE_PIXELS) side /= 2
  return side
}

async function packTexture(texture: Texture, maxPx: number): Promise<void> {
  const [bytes, size, slots] = [texture.getImage(), texture.getSize(), listTextureSlots(texture)]
  if (!bytes || !size || slots.length === 0 || !PICTURES.includes(texture.getMimeType())) return
  const picture = await readPixels(bytes, size, maxPx).catch(() => undefined)
  if (!picture) return
  const isSrgb = getTextureColorSpace(texture) === 'srgb'
  const packed = await encodeToKTX2(bytes, {
    // ETC1S would merge the independent channels of data into one luminance.
    ...(!isSrgb || slots.some((slot) => DATA_SLOTS.test(slot)) ? UASTC : ETC1S),
    isNormalMap: slots.every((slot) => NORMAL_SLOTS.test(slot)),
    isPerceptual: isSrgb,
    isSetKTX2SRGBTransferFunc: isSrgb,
    generateMipmap: true,
    imageDecoder: async () => picture,
  })
  const uri = texture.getURI().replace(/\.\w+$/, '.ktx2')
  texture
    .setImage(packed as Uint8Array<ArrayBuffer>)
    .setMimeType('image/ktx2')
    .setURI(uri)
}

/** Returns the stored pixels as RGBA. Colour profiles are ignored, as glTF requires. */
async function readPixels(bytes: Uint8Array, [width, height]: readonly [number, number], maxPx: number) {
  const scale = Math.min(1, maxPx / Math.max(width, height))
  const [w, h] = [roundToBlocks(width * scale), roundToBlocks(height * scale)]
  const file = sharp(bytes, { ignoreIcc: true, limitInputPixels: true }).ensureAlpha()
  const { data } = await file.resize(w, h, { fit: 'fill' }).raw().toBuffer({ resolveWithObject: true })
  return { width: w, height: h, data: new Uint8Array(data) }
}

const roundToBlocks = (px: number) => Math.max(BLOCK_PX, Math.round(px / BLOCK_PX) * BLOCK_PX)
