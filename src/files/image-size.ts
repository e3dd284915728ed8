/** Size of an image, in pixels. */
export interface ImageSize {
  width: number
  height: number
}

/**
 * Returns the size that an image's header claims, without decoding: PNG, JPEG, WebP, KTX2, GIF, BMP and AVIF. Returns null for
 * anything else, and for a truncated header. Never throws.
 */
export function readImageSize(bytes: Uint8Array): ImageSize | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const text = (offset: number, length: number) => String.fromCharCode(...bytes.subarray(offset, offset + length))
  try {
    if (text(1, 3) === 'PNG') return { width: view.getUint32(16), height: view.getUint32(20) }
    if (view.getUint16(0) === 0xffd8) return jpegSize(view)
    if (text(0, 4) === 'RIFF' && text(8, 4) === 'WEBP') return webpSize(view, text(12, 4))
    if (text(1, 6) === 'KTX 20')
      return { width: view.getUint32(20, true), height: Math.max(1, view.getUint32(24, true)) }
    if (text(0, 3) === 'GIF') return { width: view.getUint16(6, true), height: view.getUint16(8, true) }
    if (text(0, 2) === 'BM') return { width: view.getUint32(18, true), height: Math.abs(view.getInt32(22, true)) }
    return text(4, 4) === 'ftyp' ? avifSize(view, text) : null
  } catch {
    return null
  }
}

/** Markers that start a frame; the others between C0 and CF are tables. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

function jpegSize(view: DataView): ImageSize | null {
  for (let offset = 2; offset + 9 < view.byteLength; ) {
    const marker = view.getUint8(offset + 1)
    if (view.getUint8(offset) !== 0xff) return null
    if (isFrame(marker)) return { width: view.getUint16(offset + 7), height: view.getUint16(offset + 5) }
    offset += marker === 0xff ? 1 : 2 + view.getUint16(offset + 2)
  }
  return null
}

function webpSize(view: DataView, chunkType: string): ImageSize | null {
  if (chunkType === 'VP8 ')
    return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
  if (chunkType === 'VP8L') {
    const bits = view.getUint32(21, true)
    return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 }
  }
  if (chunkType !== 'VP8X') return null
  const readUint24 = (offset: number) => view.getUint16(offset, true) + (view.getUint8(offset + 2) << 16) + 1
  return { width: readUint24(24), height: readUint24(27) }
}

/** Returns the largest `ispe` size near the start of the file, where AVIF stores its item properties. */
function avifSize(view: DataView, text: (offset: number, length: number) => string): ImageSize | null {
  let largest: ImageSize | null = null
  for (let offset = 8; offset + 16 < Math.min(view.byteLength, 4096); offset += 1) {
    if (text(offset, 4) !== 'ispe') continue
    const size = { width: view.getUint32(offset + 8), height: view.getUint32(offset + 12) }
    if (!largest || size.width * size.height > largest.width * largest.height) largest = size
  }
  return largest
}
