import { readAvif } from './avif-header.ts'
import { ByteReader, HeaderError, type HeaderErrorReason, type ReadBytes } from './byte-reader.ts'
import { readGif } from './gif-header.ts'
import type { ImageHeader, ImageType } from './image-facts.ts'
import { readJpeg } from './jpeg-header.ts'
import { readPng } from './png-header.ts'
import { readPsd } from './psd-header.ts'
import { readWebp } from './webp-header.ts'

/** Header of an image, or the reason why it was not read. `unknown`: the type is not supported. */
export type HeaderResult =
  | { readonly header: ImageHeader; readonly bytesRead: number }
  | { readonly reason: HeaderErrorReason | 'unknown'; readonly bytesRead: number }

const READERS: Readonly<Record<ImageType, (reader: ByteReader) => Promise<ImageHeader>>> = {
  'image/png': readPng,
  'image/jpeg': readJpeg,
  'image/webp': readWebp,
  'image/gif': readGif,
  'image/avif': readAvif,
  'image/vnd.adobe.photoshop': readPsd,
}

/**
 * Reads the header of an image of `size` bytes through `read`. Reads less than 64 KB, decodes nothing, and allocates no memory
 * for claimed sizes. The content decides the type. Rejects only if `read` rejects.
 */
export async function readImageHeader(read: ReadBytes, size: number): Promise<HeaderResult> {
  const reader = new ByteReader(read, size)
  try {
    const type = detectImageType(await reader.bytes(0, Math.min(size, 32)))
    if (!type) return { reason: 'unknown', bytesRead: reader.bytesRead }
    return { header: await READERS[type](reader), bytesRead: reader.bytesRead }
  } catch (error) {
    if (error instanceof HeaderError) return { reason: error.reason, bytesRead: reader.bytesRead }
    throw error
  }
}

/** Detects an image's type by its first 32 bytes. */
export function detectImageType(header: Uint8Array): ImageType | undefined {
  const startsWith = (text: string, offset = 0) =>
    [...text].every((letter, i) => header[offset + i] === letter.charCodeAt(0))
  if (startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (startsWith('RIFF') && startsWith('WEBP', 8)) return 'image/webp'
  if (startsWith('GIF87a') || startsWith('GIF89a')) return 'image/gif'
  if (startsWith('8BPS\0\x01')) return 'image/vnd.adobe.photoshop'
  // Offsets of the major brand, and of the compatible brands within the box.
  const brands = [8, 16, 20, 24, 28].filter((offset) => offset < 12 || offset + 4 <= (header[3] ?? 0))
  const isFtyp = startsWith('\0\0\0') && startsWith('ftyp', 4)
  return isFtyp && brands.some((offset) => startsWith('avif', offset) || startsWith('avis', offset))
    ? 'image/avif'
    : undefined
}
