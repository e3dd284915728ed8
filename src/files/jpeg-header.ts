import type { ColorType } from '../api/contract/files.ts'
import { type ByteReader, decodeLatin1, HeaderError, type ReadBytes } from './byte-reader.ts'
import { readIccName } from './icc-name.ts'
import type { ImageHeader } from './image-facts.ts'

/**
 * Start of an APP2 segment with a piece of the ICC profile. The piece's 1-based number and the number of pieces follow this text.
 */
const ICC_MARK = 'ICC_PROFILE\0'
const ICC_HEAD_BYTES = ICC_MARK.length + 2

interface Piece {
  number: number
  offset: number
  length: number
}

/** Colour types by number of components; four mean CMYK, which PNG does not have. */
const COLOURS: Readonly<Record<number, ColorType | 'other'>> = { 1: 'grayscale', 3: 'rgb', 4: 'other' }

/**
 * Reads the segments up to the frame header (SOFn). Returns the facts in the frame header, and the name of the ICC profile if one
 * precedes the frame. Width and height are as stored, regardless of the EXIF orientation. Throws HeaderError.
 */
export async function readJpeg(reader: ByteReader): Promise<ImageHeader> {
  const pieces: Piece[] = []
  for (let position = 2; ; ) {
    const marker = await reader.u16(position)
    // A marker may be preceded by any number of 0xFF fill bytes. Each fill byte advances the position by one, so the loop ends.
    if (marker === 0xffff) {
      position += 1
      continue
    }
    if (marker < 0xffc0 || marker === 0xffd8 || marker === 0xffd9 || marker === 0xffda) throw new HeaderError('broken')
    if (marker >= 0xffd0 && marker <= 0xffd7) throw new HeaderError('broken')
    const length = await reader.u16(position + 2)
    if (length < 2) throw new HeaderError('broken')
    if (isFrame(marker))
      return { ...(await readFrame(reader, position, length)), ...(await readProfile(reader, pieces)) }
    if (marker === 0xffe2 && length >= 2 + ICC_HEAD_BYTES) {
      const header = await reader.bytes(position + 4, ICC_HEAD_BYTES)
      const offset = position + 4 + ICC_HEAD_BYTES
      if (decodeLatin1(header.subarray(0, ICC_MARK.length)) === ICC_MARK)
        pieces.push({ number: header[ICC_MARK.length]!, offset, length: length - 2 - ICC_HEAD_BYTES })
    }
    position += 2 + length
  }
}

/** SOF0 to SOF15, without the tables in between (DHT, JPG, DAC). */
const isFrame = (marker: number) => marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker)

async function readFrame(reader: ByteReader, offset: number, length: number): Promise<ImageHeader> {
  if (length < 8) throw new HeaderError('broken')
  const view = await reader.view(offset + 4, Math.min(length - 2, 20))
  const [bitDepth, height, width, components] = [0, 1, 3, 5].map((byte) =>
    byte === 1 || byte === 3 ? view.getUint16(byte) : view.getUint8(byte),
  )
  const colorType = COLOURS[components!]
  const isValid = width! > 0 && height! > 0 && bitDepth! >= 2 && bitDepth! <= 16 && length === 8 + 3 * components!
  if (!isValid || !colorType) throw new HeaderError('broken')
  return { type: 'image/jpeg', width: width!, height: height!, colorType, bitDepth: bitDepth! }
}

async function readProfile(reader: ByteReader, pieces: Piece[]): Promise<{ colorSpace?: string }> {
  pieces.sort((a, b) => a.number - b.number)
  const size = pieces.reduce((sum, { length }) => sum + length, 0)
  const name = await readIccName(readAcross(reader, pieces), size)
  return name === undefined ? {} : { colorSpace: name }
}

/** Reads across the pieces as if they were contiguous. */
const readAcross =
  (reader: ByteReader, pieces: readonly Piece[]): ReadBytes =>
  async (offset, length) => {
    const result = new Uint8Array(length)
    let start = 0
    let filled = 0
    for (const piece of pieces) {
      const from = Math.max(offset, start)
      const to = Math.min(offset + length, start + piece.length)
      if (from < to) {
        result.set(await reader.bytes(piece.offset + from - start, to - from), from - offset)
        filled = to - offset
      }
      start += piece.length
    }
    return result.subarray(0, filled)
  }
