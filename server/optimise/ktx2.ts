import type { Document, Texture } from '@gltf-transform/core'
import { KHRTextureBasisu } from '@gltf-transform/extensions'
import { getTextureColorSpace, listTextureSlots } from '@gltf-transform/functions'
import { encodeToKTX2 } from 'ktx2-encoder'
import sharp from 'sharp'

const PICTURES = ['image/png', 'image/jpeg', 'image/webp']

/** Graphics cards take blocks of four pixels by four, and `KHR_texture_basisu` whole blocks alone. */
const BLOCK = 4

/** Data even where another slot takes the same picture for a colour. */
const OF_DATA = /normal|metallicRoughness|occlusion/i
const OF_NORMALS = /normal/i

/** Pixels that a model's textures have together at most: a million take ten seconds of a processor at worst. */
const MOST_PIXELS = 16 * 1024 ** 2
const LEAST_SIDE = 64

/** How colours are packed: 1 to 255, the most it takes; 0 to 6, the slowest. */
const ETC1S = { isUASTC: false, qualityLevel: 192, compressionLevel: 2 } as const
/** How data is packed: 0 to 4, the slowest; what hardly anybody sees is given up for what Zstandard packs well. */
const UASTC = {
  isUASTC: true,
  uastcLDRQualityLevel: 1,
  enableRDO: true,
  rdoQualityLevel: 0.5,
  needSupercompression: true,
} as const

/**
 * Makes textures KTX2 in Basis Universal with all their smaller levels: colours as ETC1S, normals and other data as UASTC, the
 * latter linear. They have `mostPx` pixels a side at most, and multiples of four. What nothing shows, is KTX2 already, or cannot
 * be read stays as it is.
 */
export async function packAsKtx2(document: Document, mostPx: number): Promise<void> {
  const textures = document.getRoot().listTextures()
  const side = sideFor(
    textures.map((texture) => texture.getSize() ?? [0, 0]),
    mostPx,
  )
  // One after another: decoded they are the largest of all.
  for (const texture of textures) await packTexture(texture, side)
  if (textures.some((texture) => texture.getMimeType() === 'image/ktx2'))
    document.createExtension(KHRTextureBasisu).setRequired(true)
}

/**
 * The most pixels a side, `mostPx` at most, by which pictures of these sizes have {@link MOST_PIXELS} together: many are made
 * smaller rather than given up half way.
 */
export function sideFor(sizes: readonly (readonly [number, number])[], mostPx: number): number {
  const pixelsAt = (side: number) =>
    sizes.reduce(
      (sum, [width, height]) => sum + width * height * Math.min(1, side / Math.max(width, height, 1)) ** 2,
      0,
    )
  let side = mostPx
  while (side > LEAST_SIDE && pixelsAt(side) > MOST_PIXELS) side /= 2
  return side
}

async function packTexture(texture: Texture, mostPx: number): Promise<void> {
  const [bytes, size, slots] = [texture.getImage(), texture.getSize(), listTextureSlots(texture)]
  if (!bytes || !size || slots.length === 0 || !PICTURES.includes(texture.getMimeType())) return
  const picture = await pixelsOf(bytes, size, mostPx).catch(() => undefined)
  if (!picture) return
  const isSrgb = getTextureColorSpace(texture) === 'srgb'
  const packed = await encodeToKTX2(bytes, {
    // Channels of data mean something each: ETC1S would squeeze them into one luminance.
    ...(!isSrgb || slots.some((slot) => OF_DATA.test(slot)) ? UASTC : ETC1S),
    isNormalMap: slots.every((slot) => OF_NORMALS.test(slot)),
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

/** The pixels as they are stored, RGBA: glTF knows no profiles. */
async function pixelsOf(bytes: Uint8Array, [width, height]: readonly [number, number], mostPx: number) {
  const scale = Math.min(1, mostPx / Math.max(width, height))
  const [w, h] = [blocks(width * scale), blocks(height * scale)]
  const file = sharp(bytes, { ignoreIcc: true, limitInputPixels: true }).ensureAlpha()
  const { data } = await file.resize(w, h, { fit: 'fill' }).raw().toBuffer({ resolveWithObject: true })
  return { width: w, height: h, data: new Uint8Array(data) }
}

const blocks = (px: number) => Math.max(BLOCK, Math.round(px / BLOCK) * BLOCK)
