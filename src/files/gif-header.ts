import { type ByteReader, HeaderError } from './byte-reader.ts'
import type { ImageHeader } from './image-facts.ts'

/**
 * Reads a GIF's logical screen. Its colours are always a palette. The bits per sample are those of the global colour table, or 8
 * without that table. No profile is returned, because GIF profiles are in application blocks that no browser reads. Throws
 * HeaderError.
 */
export async function readGif(reader: ByteReader): Promise<ImageHeader> {
  const view = await reader.view(6, 7)
  const [width, height, flags] = [view.getUint16(0, true), view.getUint16(2, true), view.getUint8(4)]
  if (width === 0 || height === 0) throw new HeaderError('broken')
  const bitDepth = flags & 0x80 ? (flags & 7) + 1 : 8
  return { type: 'image/gif', width, height, colorType: 'palette', bitDepth }
}
