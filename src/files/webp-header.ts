import { type ByteReader, HeaderFault } from './byte-reader.ts'
import { readIccName } from './icc-name.ts'
import type { ImageHeader } from './image-facts.ts'

const RIFF_HEAD_BYTES = 12
const CHUNK_HEAD_BYTES = 8

/** Reads the first chunk (VP8, VP8L or VP8X) and, after VP8X, the profile's name. Throws HeaderFault. */
export async function readWebp(reader: ByteReader): Promise<ImageHeader> {
  const view = await reader.view(0, RIFF_HEAD_BYTES + CHUNK_HEAD_BYTES)
  const claimed = view.getUint32(4, true) + 8
  const kind = await reader.text(RIFF_HEAD_BYTES, 4)
  const length = view.getUint32(RIFF_HEAD_BYTES + 4, true)
  if (claimed > reader.size) throw new HeaderFault('truncated')
  const at = RIFF_HEAD_BYTES + CHUNK_HEAD_BYTES
  if (kind === 'VP8 ') return lossy(await reader.view(at, 10))
  if (kind === 'VP8L') return lossless(await reader.view(at, 5))
  if (kind !== 'VP8X' || length < 10) throw new HeaderFault('broken')
  const extended = await reader.view(at, 10)
  const name = extended.getUint8(0) & 0x20 ? await profileName(reader, at + length + (length % 2)) : undefined
  return {
    type: 'image/webp',
    width: 1 + (extended.getUint32(4, true) & 0xffffff),
    height: 1 + (extended.getUint32(6, true) >>> 8),
    colorType: extended.getUint8(0) & 0x10 ? 'rgba' : 'rgb',
    bitDepth: 8,
    ...(name === undefined ? {} : { colorSpace: name }),
  }
}

/** A key frame of VP8: its start code, then 14 bits each of width and height (RFC 6386 §9.1). */
function lossy(view: DataView): ImageHeader {
  const isKeyFrame = (view.getUint8(0) & 1) === 0
  const start = (view.getUint8(3) << 16) | (view.getUint8(4) << 8) | view.getUint8(5)
  const [width, height] = [view.getUint16(6, true) & 0x3fff, view.getUint16(8, true) & 0x3fff]
  if (!isKeyFrame || start !== 0x9d012a || width === 0 || height === 0) throw new HeaderFault('broken')
  return { type: 'image/webp', width, height, colorType: 'rgb', bitDepth: 8 }
}

/** VP8L: its signature byte, 14 bits each of width and height less one, and whether alpha is used. */
function lossless(view: DataView): ImageHeader {
  const bits = view.getUint32(1, true)
  const version = bits >>> 29
  if (view.getUint8(0) !== 0x2f || version !== 0) throw new HeaderFault('broken')
  return {
    type: 'image/webp',
    width: 1 + (bits & 0x3fff),
    height: 1 + ((bits >>> 14) & 0x3fff),
    colorType: (bits >>> 28) & 1 ? 'rgba' : 'rgb',
    bitDepth: 8,
  }
}

/** The profile's chunk comes right after VP8X. */
async function profileName(reader: ByteReader, at: number): Promise<string | undefined> {
  const [kind, head] = [await reader.text(at, 4), await reader.view(at, CHUNK_HEAD_BYTES)]
  if (kind !== 'ICCP') return undefined
  const size = Math.min(head.getUint32(4, true), reader.size - at - CHUNK_HEAD_BYTES)
  return readIccName((offset, length) => reader.bytes(at + CHUNK_HEAD_BYTES + offset, length), size)
}
