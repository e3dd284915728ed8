import { readAvif } from './avif-header.ts'
import { ByteReader, HeaderFault, type HeaderReason, type ReadBytes } from './byte-reader.ts'
import { readGif } from './gif-header.ts'
import type { ImageHeader, ImageType } from './image-facts.ts'
import { readJpeg } from './jpeg-header.ts'
import { readPng } from './png-header.ts'
import { readPsd } from './psd-header.ts'
import { readWebp } from './webp-header.ts'

/** A header, or why there is none: `unknown` is no image of ours. `bytesRead` counts what was read of the file. */
export type HeaderResult =
  | { readonly header: ImageHeader; readonly bytesRead: number }
  | { readonly reason: HeaderReason | 'unknown'; readonly bytesRead: number }

const READERS: Readonly<Record<ImageType, (reader: ByteReader) => Promise<ImageHeader>>> = {
  'image/png': readPng,
  'image/jpeg': readJpeg,
  'image/webp': readWebp,
  'image/gif': readGif,
  'image/avif': readAvif,
  'image/vnd.adobe.photoshop': readPsd,
}

/**
 * Reads the header of an image of `size` bytes through `read`: less than 64 KB of it, nothing decoded, no room made for what
 * it only claims. The content decides the type. Rejects only when `read` does.
 */
export async function readImageHeader(read: ReadBytes, size: number): Promise<HeaderResult> {
  const reader = new ByteReader(read, size)
  try {
    const type = imageTypeOf(await reader.bytes(0, Math.min(size, 32)))
    if (!type) return { reason: 'unknown', bytesRead: reader.taken }
    return { header: await READERS[type](reader), bytesRead: reader.taken }
  } catch (fault) {
    if (fault instanceof HeaderFault) return { reason: fault.reason, bytesRead: reader.taken }
    throw fault
  }
}

/** Tells an image's type by its first bytes; 32 are enough. */
export function imageTypeOf(head: Uint8Array): ImageType | undefined {
  const starts = (text: string, at = 0) => [...text].every((letter, i) => head[at + i] === letter.charCodeAt(0))
  if (starts('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (starts('\xff\xd8\xff')) return 'image/jpeg'
  if (starts('RIFF') && starts('WEBP', 8)) return 'image/webp'
  if (starts('GIF87a') || starts('GIF89a')) return 'image/gif'
  if (starts('8BPS\0\x01')) return 'image/vnd.adobe.photoshop'
  // The major brand, then the compatible ones, as far as the box goes.
  const brands = [8, 16, 20, 24, 28].filter((at) => at < 12 || at + 4 <= (head[3] ?? 0))
  const isFtyp = starts('\0\0\0') && starts('ftyp', 4)
  return isFtyp && brands.some((at) => starts('avif', at) || starts('avis', at)) ? 'image/avif' : undefined
}
