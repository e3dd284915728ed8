import type { ColorType } from '../api/contract/files.ts'
import { type ByteReader, decodeLatin1, HeaderError } from './byte-reader.ts'
import { readIccName, trimProfileName } from './icc-name.ts'
import type { ImageHeader } from './image-facts.ts'
import { inflatePrefix } from './inflate-prefix.ts'

const SIGNATURE_BYTES = 8
const IHDR_BYTES = 13
/** Bytes of length and name before a chunk's data, and of the checksum after it. */
const CHUNK_HEAD_BYTES = 8
const CRC_BYTES = 4
/** Maximum length of a profile's name in an iCCP chunk, without the terminating zero (PNG §11.3.2.3). */
const MAX_PROFILE_NAME_BYTES = 79
const MAX_SIDE_PX = 2 ** 31 - 1
/** Maximum bytes of a compressed profile that are read, and of its inflated start. The profile's name is near its beginning. */
const MAX_COMPRESSED_PROFILE_BYTES = 16 * 1024
const MAX_PROFILE_BYTES = 64 * 1024

/** Colour types by number, with their allowed bit depths (PNG §11.2.1). */
const COLOURS: Readonly<Record<number, { colorType: ColorType; depths: readonly number[] }>> = {
  0: { colorType: 'grayscale', depths: [1, 2, 4, 8, 16] },
  2: { colorType: 'rgb', depths: [8, 16] },
  3: { colorType: 'palette', depths: [1, 2, 4, 8] },
  4: { colorType: 'grayscale-alpha', depths: [8, 16] },
  6: { colorType: 'rgba', depths: [8, 16] },
}

/** Reads IHDR, which must be first and valid, and the name of the profile before the image data. Throws HeaderError. */
export async function readPng(reader: ByteReader): Promise<ImageHeader> {
  const header = await reader.view(SIGNATURE_BYTES, CHUNK_HEAD_BYTES + IHDR_BYTES + CRC_BYTES)
  if (header.getUint32(0) !== IHDR_BYTES || chunkNameAt(header, 4) !== 'IHDR') throw new HeaderError('broken')
  if (crc32(header, 4, 4 + IHDR_BYTES) !== header.getUint32(CHUNK_HEAD_BYTES + IHDR_BYTES))
    throw new HeaderError('broken')
  const [width, height] = [header.getUint32(8), header.getUint32(12)]
  const [bitDepth, colour, compression, filter, interlace] = [16, 17, 18, 19, 20].map((offset) =>
    header.getUint8(offset),
  )
  const entry = COLOURS[colour!]
  const isValid = entry?.depths.includes(bitDepth!) && compression === 0 && filter === 0 && interlace! <= 1
  if (!entry || !isValid || !isValidSide(width) || !isValidSide(height)) throw new HeaderError('broken')
  const colorSpace = await readProfileName(reader)
  return {
    type: 'image/png',
    width,
    height,
    colorType: entry.colorType,
    bitDepth: bitDepth!,
    ...(colorSpace === undefined ? {} : { colorSpace }),
  }
}

/** Returns the name of the profile in the chunks before the image data. Throws HeaderError if there is no image data. */
async function readProfileName(reader: ByteReader): Promise<string | undefined> {
  let name: string | undefined
  for (let position = SIGNATURE_BYTES + CHUNK_HEAD_BYTES + IHDR_BYTES + CRC_BYTES; ; ) {
    const chunk = await reader.view(position, CHUNK_HEAD_BYTES)
    const length = chunk.getUint32(0)
    const chunkName = chunkNameAt(chunk, 4)
    if (chunkName === 'IDAT') return name
    if (chunkName === 'IEND' || length > MAX_SIDE_PX || !/^[A-Za-z]{4}$/.test(chunkName))
      throw new HeaderError('broken')
    if (chunkName === 'iCCP' && name === undefined) {
      const start = await reader.bytes(position + CHUNK_HEAD_BYTES, Math.min(length, MAX_PROFILE_NAME_BYTES + 1))
      const end = start.indexOf(0)
      const chunk = { at: position + CHUNK_HEAD_BYTES, length }
      if (end > 0)
        name = (await readInnerName(reader, chunk, end + 2)) ?? trimProfileName(decodeLatin1(start.subarray(0, end)))
    }
    position += CHUNK_HEAD_BYTES + length + CRC_BYTES
  }
}

/** Returns the name inside the profile. The name in the chunk is arbitrary ("icm", "Photoshop ICC profile"). */
async function readInnerName(reader: ByteReader, chunk: { at: number; length: number }, from: number) {
  const compressedBytes = Math.min(chunk.length - from, MAX_COMPRESSED_PROFILE_BYTES)
  if (compressedBytes <= 0 || chunk.at + from + compressedBytes > reader.size) return undefined
  const profile = await inflatePrefix(
    new Uint8Array(await reader.bytes(chunk.at + from, compressedBytes)),
    MAX_PROFILE_BYTES,
  )
  return readIccName(async (offset, length) => profile.subarray(offset, offset + length), profile.length)
}

const isValidSide = (pixels: number) => pixels >= 1 && pixels <= MAX_SIDE_PX

const chunkNameAt = (view: DataView, offset: number) =>
  decodeLatin1(new Uint8Array(view.buffer, view.byteOffset + offset, 4))

/** Computes the checksum of a chunk's name and data (PNG §5.5). Bit by bit, because only 17 bytes are checked. */
function crc32(view: DataView, from: number, length: number): number {
  let crc = 0xffffffff
  for (let index = from; index < from + length; index++) {
    crc ^= view.getUint8(index)
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return ~crc >>> 0
}
