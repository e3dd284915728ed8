import { zlibSync } from 'fflate'

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
const RGBA = 6

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, i) => {
  let value = i
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})

/**
 * Encodes RGBA bytes as PNG. The compressor is plain JavaScript, because the bytes from Node and libvips depend on the processor.
 */
export function encodePng(pixels: Uint8Array, width: number, height: number): Uint8Array {
  const header = new Uint8Array(13)
  const view = new DataView(header.buffer)
  view.setUint32(0, width)
  view.setUint32(4, height)
  header.set([8, RGBA, 0, 0, 0], 8)
  const body = zlibSync(filterRows(pixels, width, height), { level: 6 })
  const parts = [
    SIGNATURE,
    pngChunk('IHDR', header),
    pngChunk('sRGB', Uint8Array.of(0)),
    pngChunk('IDAT', body),
    pngChunk('IEND'),
  ]
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, 0))
  let at = 0
  for (const part of parts) {
    out.set(part, at)
    at += part.byteLength
  }
  return out
}

/** Applies to each row the PNG filter (none, left, above or Paeth) with the smallest residuals. */
function filterRows(pixels: Uint8Array, width: number, height: number): Uint8Array {
  const length = width * 4
  const out = new Uint8Array((length + 1) * height)
  const tries = [0, 1, 2, 4].map((kind) => ({ kind, row: new Uint8Array(length) }))
  for (let y = 0; y < height; y++) {
    let [best, lowestSum] = [tries[0]!, Infinity]
    for (const attempt of tries) {
      const sum = filterRow(pixels, y * length, length, y > 0, attempt.kind, attempt.row)
      if (sum < lowestSum) [best, lowestSum] = [attempt, sum]
    }
    out[y * (length + 1)] = best.kind
    out.set(best.row, y * (length + 1) + 1)
  }
  return out
}

function filterRow(p: Uint8Array, from: number, length: number, hasAbove: boolean, kind: number, row: Uint8Array) {
  let sum = 0
  for (let i = 0; i < length; i++) {
    const at = from + i
    const left = i >= 4 ? p[at - 4]! : 0
    const above = hasAbove ? p[at - length]! : 0
    const guess =
      kind === 0
        ? 0
        : kind === 1
          ? left
          : kind === 2
            ? above
            : paeth(left, above, upperLeftByte(p, at, i, length, hasAbove))
    const value = (p[at]! - guess) & 255
    row[i] = value
    sum += value < 128 ? value : 256 - value
  }
  return sum
}

const upperLeftByte = (p: Uint8Array, at: number, i: number, length: number, hasAbove: boolean) =>
  hasAbove && i >= 4 ? p[at - length - 4]! : 0

function paeth(left: number, above: number, corner: number): number {
  const guess = left + above - corner
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - above), Math.abs(guess - corner)]
  return a <= b && a <= c ? left : b <= c ? above : corner
}

function pngChunk(kind: string, body: Uint8Array = new Uint8Array()): Uint8Array {
  const out = new Uint8Array(12 + body.byteLength)
  const view = new DataView(out.buffer)
  view.setUint32(0, body.byteLength)
  for (let i = 0; i < 4; i++) out[4 + i] = kind.charCodeAt(i)
  out.set(body, 8)
  let crc = 0xffffffff
  for (let i = 4; i < 8 + body.byteLength; i++) crc = CRC_TABLE[(crc ^ out[i]!) & 255]! ^ (crc >>> 8)
  view.setUint32(8 + body.byteLength, ~crc >>> 0)
  return out
}
