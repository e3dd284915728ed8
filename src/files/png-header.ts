import type { ColorType } from '../api/contract/files.ts'
import { type ByteReader, HeaderFault, latin1 } from './byte-reader.ts'
import { readIccName, tidy } from './icc-name.ts'
import type { ImageHeader } from './image-facts.ts'
import { inflateStart } from './inflate-start.ts'

const SIGNATURE_BYTES = 8
const IHDR_BYTES = 13
/** Length and name before a chunk's data, and the checksum after it. */
const CHUNK_HEAD_BYTES = 8
const CRC_BYTES = 4
/** The longest name an iCCP chunk may give its profile, without the zero that ends it (PNG §11.3.2.3). */
const MOST_NAME_BYTES = 79
const MOST_SIDE = 2 ** 31 - 1
/** Bytes of a packed profile that are read, and of what they unpack to: where it names itself lies near its beginning. */
const MOST_PACKED_BYTES = 16 * 1024
const MOST_PROFILE_BYTES = 64 * 1024

/** Colour types by their number, with the bit depths each may have (PNG §11.2.1). */
const COLOURS: Readonly<Record<number, { colorType: ColorType; depths: readonly number[] }>> = {
  0: { colorType: 'grayscale', depths: [1, 2, 4, 8, 16] },
  2: { colorType: 'rgb', depths: [8, 16] },
  3: { colorType: 'palette', depths: [1, 2, 4, 8] },
  4: { colorType: 'grayscale-alpha', depths: [8, 16] },
  6: { colorType: 'rgba', depths: [8, 16] },
}

/** Reads IHDR, which must be first and sound, and what the profile before the picture's data calls itself. Throws HeaderFault. */
export async function readPng(reader: ByteReader): Promise<ImageHeader> {
  const head = await reader.view(SIGNATURE_BYTES, CHUNK_HEAD_BYTES + IHDR_BYTES + CRC_BYTES)
  if (head.getUint32(0) !== IHDR_BYTES || nameOf(head, 4) !== 'IHDR') throw new HeaderFault('broken')
  if (crc32(head, 4, 4 + IHDR_BYTES) !== head.getUint32(CHUNK_HEAD_BYTES + IHDR_BYTES)) throw new HeaderFault('broken')
  const [width, height] = [head.getUint32(8), head.getUint32(12)]
  const [bitDepth, colour, compression, filter, interlace] = [16, 17, 18, 19, 20].map((at) => head.getUint8(at))
  const known = COLOURS[colour!]
  const isSound = known?.depths.includes(bitDepth!) && compression === 0 && filter === 0 && interlace! <= 1
  if (!known || !isSound || !isSide(width) || !isSide(height)) throw new HeaderFault('broken')
  const colorSpace = await profileName(reader)
  return {
    type: 'image/png',
    width,
    height,
    colorType: known.colorType,
    bitDepth: bitDepth!,
    ...(colorSpace === undefined ? {} : { colorSpace }),
  }
}

/** Walks the chunks up to the first of the picture's data; an image without any is broken. */
async function profileName(reader: ByteReader): Promise<string | undefined> {
  let name: string | undefined
  for (let at = SIGNATURE_BYTES + CHUNK_HEAD_BYTES + IHDR_BYTES + CRC_BYTES; ; ) {
    const chunk = await reader.view(at, CHUNK_HEAD_BYTES)
    const length = chunk.getUint32(0)
    const kind = nameOf(chunk, 4)
    if (kind === 'IDAT') return name
    if (kind === 'IEND' || length > MOST_SIDE || !/^[A-Za-z]{4}$/.test(kind)) throw new HeaderFault('broken')
    if (kind === 'iCCP' && name === undefined) {
      const start = await reader.bytes(at + CHUNK_HEAD_BYTES, Math.min(length, MOST_NAME_BYTES + 1))
      const end = start.indexOf(0)
      const chunk = { at: at + CHUNK_HEAD_BYTES, length }
      if (end > 0) name = (await ownName(reader, chunk, end + 2)) ?? tidy(latin1(start.subarray(0, end)))
    }
    at += CHUNK_HEAD_BYTES + length + CRC_BYTES
  }
}

/** What the profile calls itself; the chunk's name of it is anything ("icm", "Photoshop ICC profile"). */
async function ownName(reader: ByteReader, chunk: { at: number; length: number }, from: number) {
  const packed = Math.min(chunk.length - from, MOST_PACKED_BYTES)
  if (packed <= 0 || chunk.at + from + packed > reader.size) return undefined
  const profile = await inflateStart(new Uint8Array(await reader.bytes(chunk.at + from, packed)), MOST_PROFILE_BYTES)
  return readIccName(async (at, length) => profile.subarray(at, at + length), profile.length)
}

const isSide = (pixels: number) => pixels >= 1 && pixels <= MOST_SIDE

const nameOf = (view: DataView, at: number) => latin1(new Uint8Array(view.buffer, view.byteOffset + at, 4))

/** The checksum of a chunk's name and data (PNG §5.5); bit by bit, as it is asked of 17 bytes only. */
function crc32(view: DataView, from: number, length: number): number {
  let crc = 0xffffffff
  for (let at = from; at < from + length; at++) {
    crc ^= view.getUint8(at)
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return ~crc >>> 0
}
