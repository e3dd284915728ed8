/** The size of a picture in pixels. */
export interface ImageSize {
  width: number
  height: number
}

/**
 * The size that a picture's header claims, without decoding it: PNG, JPEG, WebP, KTX2, GIF, BMP and AVIF. Null for
 * anything else, and for a header that ends too early. Never throws.
 */
export function imageSize(bytes: Uint8Array): ImageSize | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const text = (at: number, length: number) => String.fromCharCode(...bytes.subarray(at, at + length))
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

/** Markers that begin a frame; the others between C0 and CF are tables. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

function jpegSize(view: DataView): ImageSize | null {
  for (let at = 2; at + 9 < view.byteLength; ) {
    const marker = view.getUint8(at + 1)
    if (view.getUint8(at) !== 0xff) return null
    if (isFrame(marker)) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2)
  }
  return null
}

function webpSize(view: DataView, kind: string): ImageSize | null {
  if (kind === 'VP8 ') return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
  if (kind === 'VP8L') {
    const bits = view.getUint32(21, true)
    return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 }
  }
  if (kind !== 'VP8X') return null
  const three = (at: number) => view.getUint16(at, true) + (view.getUint8(at + 2) << 16) + 1
  return { width: three(24), height: three(27) }
}

/** The largest of the sizes named near the beginning, where AVIF keeps its item properties. */
function avifSize(view: DataView, text: (at: number, length: number) => string): ImageSize | null {
  let largest: ImageSize | null = null
  for (let at = 8; at + 16 < Math.min(view.byteLength, 4096); at += 1) {
    if (text(at, 4) !== 'ispe') continue
    const size = { width: view.getUint32(at + 8), height: view.getUint32(at + 12) }
    if (!largest || size.width * size.height > largest.width * largest.height) largest = size
  }
  return largest
}
