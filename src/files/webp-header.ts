import { type ByteReader, HeaderError } from './byte-reader.ts'
import { readIccName } from './icc-name.ts'
import type { ImageHeader } from './image-facts.ts'

const RIFF_HEAD_BYTES = 12
const CHUNK_HEAD_BYTES = 8

/** Reads the first chunk (VP8, VP8L or VP8X) and, after VP8X, the profile's name. Throws HeaderError. */
export async function readWebp(reader: ByteReader): Promise<ImageHeader> {
  const view = await reader.view(0, RIFF_HEAD_BYTES + CHUNK_HEAD_BYTES)
  const fileSize = view.getUint32(4, true) + 8
  const chunkType = await reader.text(RIFF_HEAD_BYTES, 4)
  const length = view.getUint32(RIFF_HEAD_BYTES + 4, true)
  if (fileSize > reader.size) throw new HeaderError('truncated')
  const dataStart = RIFF_HEAD_BYTES + CHUNK_HEAD_BYTES
  if (chunkType === 'VP8 ') return parseLossy(await reader.view(dataStart, 10))
  if (chunkType === 'VP8L') return parseLossless(await reader.view(dataStart, 5))
  if (chunkType !== 'VP8X' || length < 10) throw new HeaderError('broken')
  const extended = await reader.view(dataStart, 10)
  const name =
    extended.getUint8(0) & 0x20 ? await readProfileName(reader, dataStart + length + (length % 2)) : undefined
  return {
    type: 'image/webp',
    width: 1 + (extended.getUint32(4, true) & 0xffffff),
    height: 1 + (extended.getUint32(6, true) >>> 8),
    colorType: extended.getUint8(0) & 0x10 ? 'rgba' : 'rgb',
    bitDepth: 8,
    ...(name === undefined ? {} : { colorSpace: name }),
  }
}

/** Parses a VP8 key frame: its start code, then 14 bits each of width and height (RFC 6386 §9.1). */
function parseLossy(view: DataView): ImageHeader {
  const isKeyFrame = (view.getUint8(0) & 1) === 0
  const start = (view.getUint8(3) << 16) | (view.getUint8(4) << 8) | view.getUint8(5)
  const [width, height] = [view.getUint16(6, true) & 0x3fff, view.getUint16(8, true) & 0x3fff]
  if (!isKeyFrame || start !== 0x9d012a || width === 0 || height === 0) throw new HeaderError('broken')
  return { type: 'image/webp', width, height, colorType: 'rgb', bitDepth: 8 }
}

/** Parses VP8L: its signature byte, 14 bits each of width and height minus one, and whether alpha is used. */
function parseLossless(view: DataView): ImageHeader {
  const bits = view.getUint32(1, true)
  const version = bits >>> 29
  if (view.getUint8(0) !== 0x2f || version !== 0) throw new HeaderError('broken')
  return {
    type: 'image/webp',
    width: 1 + (bits & 0x3fff),
    height: 1 + ((bits >>> 14) & 0x3fff),
    colorType: (bits >>> 28) & 1 ? 'rgba' : 'rgb',
    bitDepth: 8,
  }
}

/** Returns the profile's name; its chunk directly follows VP8X. */
async function readProfileName(reader: ByteReader, chunkStart: number): Promise<string | undefined> {
  const [chunkType, header] = [await reader.text(chunkStart, 4), await reader.view(chunkStart, CHUNK_HEAD_BYTES)]
  if (chunkType !== 'ICCP') return undefined
  const size = Math.min(header.getUint32(4, true), reader.size - chunkStart - CHUNK_HEAD_BYTES)
  return readIccName((offset, length) => reader.bytes(chunkStart + CHUNK_HEAD_BYTES + offset, length), size)
}
