import type { ColorType } from '../api/contract/files.ts'
import { type ByteReader, HeaderFault, latin1, type ReadBytes } from './byte-reader.ts'
import { readIccName } from './icc-name.ts'
import type { ImageHeader } from './image-facts.ts'

/** What an APP2 segment with a piece of a profile begins with: this, its number (1-based) and how many there are. */
const ICC_MARK = 'ICC_PROFILE\0'
const ICC_HEAD_BYTES = ICC_MARK.length + 2

/** A piece of the profile: where it lies in the file, and how long it is. */
interface Piece {
  number: number
  offset: number
  length: number
}

/** Frames by their number of components; of four the image is CMYK, which no PNG can be. */
const COLOURS: Readonly<Record<number, ColorType | 'other'>> = { 1: 'grayscale', 3: 'rgb', 4: 'other' }

/**
 * Goes from segment to segment up to the frame (SOFn) and reads its facts and the name of the ICC profile before it.
 * Width and height are the stored ones, whatever orientation an EXIF segment asks for. Throws HeaderFault.
 */
export async function readJpeg(reader: ByteReader): Promise<ImageHeader> {
  const pieces: Piece[] = []
  for (let at = 2; ; ) {
    const marker = await reader.u16(at)
    // Any number of 0xFF may stand before a marker; each is a byte forward, so this ends.
    if (marker === 0xffff) {
      at += 1
      continue
    }
    if (marker < 0xffc0 || marker === 0xffd8 || marker === 0xffd9 || marker === 0xffda) throw new HeaderFault('broken')
    if (marker >= 0xffd0 && marker <= 0xffd7) throw new HeaderFault('broken')
    const length = await reader.u16(at + 2)
    if (length < 2) throw new HeaderFault('broken')
    if (isFrame(marker)) return { ...(await frame(reader, at, length)), ...(await profile(reader, pieces)) }
    if (marker === 0xffe2 && length >= 2 + ICC_HEAD_BYTES) {
      const head = await reader.bytes(at + 4, ICC_HEAD_BYTES)
      const offset = at + 4 + ICC_HEAD_BYTES
      if (latin1(head.subarray(0, ICC_MARK.length)) === ICC_MARK)
        pieces.push({ number: head[ICC_MARK.length]!, offset, length: length - 2 - ICC_HEAD_BYTES })
    }
    at += 2 + length
  }
}

/** SOF0 to SOF15 but for the tables (DHT, JPG, DAC) whose markers lie between. */
const isFrame = (marker: number) => marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker)

async function frame(reader: ByteReader, at: number, length: number): Promise<ImageHeader> {
  if (length < 8) throw new HeaderFault('broken')
  const view = await reader.view(at + 4, Math.min(length - 2, 20))
  const [bitDepth, height, width, components] = [0, 1, 3, 5].map((byte) =>
    byte === 1 || byte === 3 ? view.getUint16(byte) : view.getUint8(byte),
  )
  const colorType = COLOURS[components!]
  const isSound = width! > 0 && height! > 0 && bitDepth! >= 2 && bitDepth! <= 16 && length === 8 + 3 * components!
  if (!isSound || !colorType) throw new HeaderFault('broken')
  return { type: 'image/jpeg', width: width!, height: height!, colorType, bitDepth: bitDepth! }
}

async function profile(reader: ByteReader, pieces: Piece[]): Promise<{ colorSpace?: string }> {
  pieces.sort((a, b) => a.number - b.number)
  const size = pieces.reduce((sum, { length }) => sum + length, 0)
  const name = await readIccName(joined(reader, pieces), size)
  return name === undefined ? {} : { colorSpace: name }
}

/** Reads across the pieces as if they lay one behind the other. */
const joined =
  (reader: ByteReader, pieces: readonly Piece[]): ReadBytes =>
  async (offset, length) => {
    const out = new Uint8Array(length)
    let start = 0
    let filled = 0
    for (const piece of pieces) {
      const from = Math.max(offset, start)
      const to = Math.min(offset + length, start + piece.length)
      if (from < to) {
        out.set(await reader.bytes(piece.offset + from - start, to - from), from - offset)
        filled = to - offset
      }
      start += piece.length
    }
    return out.subarray(0, filled)
  }
