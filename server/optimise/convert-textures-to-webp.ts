import type { Document, Texture } from '@gltf-transform/core'
import { EXTTextureWebP } from '@gltf-transform/extensions'
import { compressTexture } from '@gltf-transform/functions'
import sharp, { type SharpOptions } from 'sharp'
import { WEBP_QUALITY } from './recipes.ts'

const PICTURES = ['image/png', 'image/jpeg', 'image/webp']

/** Opens an image without its colour profile, as glTF requires. */
const encoder = (bytes: Uint8Array, options: SharpOptions) => sharp(bytes, { ...options, ignoreIcc: true })

/**
 * Converts textures to WebP of at most `maxPx` pixels a side. Leaves KTX2, AVIF and unreadable textures unchanged, and small
 * textures whose file would grow.
 */
export async function convertTexturesToWebp(document: Document, maxPx: number): Promise<void> {
  const textures = document.getRoot().listTextures()
  // Sequential, because decoded textures take the most memory.
  for (const texture of textures) await packTexture(texture, maxPx)
  if (textures.some((texture) => texture.getMimeType() === 'image/webp'))
    document.createExtension(EXTTextureWebP).setRequired(true)
}

async function packTexture(texture: Texture, maxPx: number): Promise<void> {
  const [bytes, type, size] = [texture.getImage(), texture.getMimeType(), texture.getSize()]
  if (!bytes || !size || !PICTURES.includes(type)) return
  const [uri, isTooLarge] = [texture.getURI(), Math.max(...size) > maxPx]
  const isRead = await compressTexture(texture, {
    encoder,
    targetFormat: 'webp',
    quality: WEBP_QUALITY,
    effort: 100,
    limitInputPixels: true,
    ...(isTooLarge ? { resize: [maxPx, maxPx] } : {}),
  }).then(
    () => true,
    () => false,
  )
  if (!isRead) return
  if (!isTooLarge && texture.getImage()!.length >= bytes.length) texture.setImage(bytes).setMimeType(type).setURI(uri)
}
