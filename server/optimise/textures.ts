import type { Document, Texture } from '@gltf-transform/core'
import { EXTTextureWebP } from '@gltf-transform/extensions'
import { compressTexture } from '@gltf-transform/functions'
import sharp, { type SharpOptions } from 'sharp'
import { WEBP_QUALITY } from './recipes.ts'

const PICTURES = ['image/png', 'image/jpeg', 'image/webp']

/** glTF takes pixels as they are stored, whatever profile comes with them. */
const encoder = (bytes: Uint8Array, options: SharpOptions) => sharp(bytes, { ...options, ignoreIcc: true })

/**
 * Makes textures WebP of so many pixels a side at most. What would become larger stays as it is, and so do KTX2, AVIF, and what
 * cannot be read: whoever shows the model gets no further either.
 */
export async function packTextures(document: Document, mostPx: number): Promise<void> {
  const textures = document.getRoot().listTextures()
  // One after another: decoded they are the largest of all.
  for (const texture of textures) await packTexture(texture, mostPx)
  if (textures.some((texture) => texture.getMimeType() === 'image/webp'))
    document.createExtension(EXTTextureWebP).setRequired(true)
}

async function packTexture(texture: Texture, mostPx: number): Promise<void> {
  const [bytes, type, size] = [texture.getImage(), texture.getMimeType(), texture.getSize()]
  if (!bytes || !size || !PICTURES.includes(type)) return
  const [uri, isTooLarge] = [texture.getURI(), Math.max(...size) > mostPx]
  const isRead = await compressTexture(texture, {
    encoder,
    targetFormat: 'webp',
    quality: WEBP_QUALITY,
    effort: 100,
    limitInputPixels: true,
    ...(isTooLarge ? { resize: [mostPx, mostPx] } : {}),
  }).then(
    () => true,
    () => false,
  )
  if (!isRead) return
  if (!isTooLarge && texture.getImage()!.length >= bytes.length) texture.setImage(bytes).setMimeType(type).setURI(uri)
}
