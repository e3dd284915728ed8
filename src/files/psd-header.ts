import type { ColorType } from '../api/contract/files.ts'
import { type ByteReader, HeaderError } from './byte-reader.ts'
import { readIccName } from './icc-name.ts'
import type { ImageHeader } from './image-facts.ts'

const HEADER_BYTES = 26
const MAX_SIDE_PX = 30_000
const MAX_CHANNELS = 56
/** Id of the image resource with the ICC profile. */
const ICC_RESOURCE = 1039

/** Colour modes by number: the colour types without and with an extra channel, and the number of colour channels. */
const MODES: Readonly<Record<number, { plain: ColorType | 'other'; alpha: ColorType | 'other'; channels: number }>> = {
  0: { plain: 'grayscale', alpha: 'grayscale', channels: 1 },
  1: { plain: 'grayscale', alpha: 'grayscale-alpha', channels: 1 },
  2: { plain: 'palette', alpha: 'palette', channels: 1 },
  3: { plain: 'rgb', alpha: 'rgba', channels: 3 },
  4: { plain: 'other', alpha: 'other', channels: 4 },
  7: { plain: 'other', alpha: 'other', channels: 1 },
  8: { plain: 'other', alpha: 'other', channels: 1 },
  9: { plain: 'other', alpha: 'other', channels: 3 },
}

/** Reads a Photoshop document's header and the name of the profile among its image resources. Throws HeaderError. */
export async function readPsd(reader: ByteReader): Promise<ImageHeader> {
  const view = await reader.view(0, HEADER_BYTES)
  const [channels, height, width] = [view.getUint16(12), view.getUint32(14), view.getUint32(18)]
  const [bitDepth, mode] = [view.getUint16(22), MODES[view.getUint16(24)]]
  const isValid = channels >= 1 && channels <= MAX_CHANNELS && [1, 8, 16, 32].includes(bitDepth)
  if (!isValid || !mode || !isValidSide(width) || !isValidSide(height)) throw new HeaderError('broken')
  const name = await readProfileName(reader)
  return {
    type: 'image/vnd.adobe.photoshop',
    width,
    height,
    colorType: channels > mode.channels ? mode.alpha : mode.plain,
    bitDepth,
    ...(name === undefined ? {} : { colorSpace: name }),
  }
}

async function readProfileName(reader: ByteReader): Promise<string | undefined> {
  const resources = HEADER_BYTES + 4 + (await reader.u32(HEADER_BYTES))
  const end = resources + 4 + (await reader.u32(resources))
  for (let position = resources + 4; position + 12 <= end; ) {
    if ((await reader.text(position, 4)) !== '8BIM') return undefined
    const id = await reader.u16(position + 4)
    const nameLength = await reader.u8(position + 6)
    // The name with its length byte, and the data, are each padded to an even number of bytes.
    const data = position + 6 + padToEven(1 + nameLength)
    const length = await reader.u32(data)
    if (id === ICC_RESOURCE)
      return readIccName((offset, bytes) => reader.bytes(data + 4 + offset, bytes), Math.min(length, end - data - 4))
    position = data + 4 + padToEven(length)
  }
  return undefined
}

const padToEven = (bytes: number) => bytes + (bytes % 2)

const isValidSide = (pixels: number) => pixels >= 1 && pixels <= MAX_SIDE_PX
