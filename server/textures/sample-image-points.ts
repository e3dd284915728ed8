import sharp from 'sharp'
import { readImageSize } from '../../src/files/image-size.ts'
import { POINTS_PER_SIDE } from './features.ts'

/** Maximum number of pixels to decode, as for uploaded textures. */
const MAX_PIXELS = 8192 * 8192

/**
 * Reduces a PNG, JPEG or WebP image to `side` × `side` RGBA pixels (4 bytes each). Picks pixels at even distances, because
 * interpolation would shorten the vectors of a normal map. Rejects if decoding fails.
 */
export async function sampleImagePoints(bytes: Uint8Array, side = POINTS_PER_SIDE): Promise<Uint8Array> {
  const size = readImageSize(bytes)
  if (!size || !(size.width * size.height <= MAX_PIXELS)) throw new Error('The image has no known size.')
  const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS, ignoreIcc: true })
  const points = picture.resize(side, side, { fit: 'fill', kernel: 'nearest', fastShrinkOnLoad: false })
  return new Uint8Array(await points.toColourspace('srgb').ensureAlpha().raw().toBuffer())
}
