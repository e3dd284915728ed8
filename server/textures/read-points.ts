import sharp from 'sharp'
import { imageSize } from '../../src/files/image-size.ts'
import { POINTS } from './features.ts'

/** More pixels than this are not decoded: a texture may have no more when it is uploaded. */
const MOST_PIXELS = 8192 * 8192

/**
 * `side` × `side` points of a PNG, JPEG or WebP picture, spread evenly, as they are stored (4 bytes each, RGBA): mixing
 * neighbours would shorten the vectors of a normal map. Rejects where it cannot be decoded.
 */
export async function readPoints(bytes: Uint8Array, side = POINTS): Promise<Uint8Array> {
  const size = imageSize(bytes)
  if (!size || !(size.width * size.height <= MOST_PIXELS)) throw new Error('No picture of a known size.')
  const picture = sharp(bytes, { limitInputPixels: MOST_PIXELS, ignoreIcc: true })
  const points = picture.resize(side, side, { fit: 'fill', kernel: 'nearest', fastShrinkOnLoad: false })
  return new Uint8Array(await points.toColourspace('srgb').ensureAlpha().raw().toBuffer())
}
