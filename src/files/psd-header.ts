import type { ColorType } from '../api/contract/files.ts'
import { type ByteReader, HeaderFault } from './byte-reader.ts'
import { readIccName } from './icc-name.ts'
import type { ImageHeader } from './image-facts.ts'

const HEADER_BYTES = 26
const MOST_SIDE = 30_000
const MOST_CHANNELS = 56
/** The image resource that holds the ICC profile. */
const ICC_RESOURCE = 1039

/** Colour modes by their number: the names without and with an extra channel, and how many channels the colour takes. */
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

/** Reads a Photoshop document's header and the name of the profile among its image resources. Throws HeaderFault. */
export async function readPsd(reader: ByteReader): Promise<ImageHeader> {
  const view = await reader.view(0, HEADER_BYTES)
  const [channels, height, width] = [view.getUint16(12), view.getUint32(14), view.getUint32(18)]
  const [bitDepth, mode] = [view.getUint16(22), MODES[view.getUint16(24)]]
  const isSound = channels >= 1 && channels <= MOST_CHANNELS && [1, 8, 16, 32].includes(bitDepth)
  if (!isSound || !mode || !isSide(width) || !isSide(height)) throw new HeaderFault('broken')
  const name = await profileName(reader)
  return {
    type: 'image/vnd.adobe.photoshop',
    width,
    height,
    colorType: channels > mode.channels ? mode.alpha : mode.plain,
    bitDepth,
    ...(name === undefined ? {} : { colorSpace: name }),
  }
}

async function profileName(reader: ByteReader): Promise<string | undefined> {
  const resources = HEADER_BYTES + 4 + (await reader.u32(HEADER_BYTES))
  const end = resources + 4 + (await reader.u32(resources))
  for (let at = resources + 4; at + 12 <= end; ) {
    if ((await reader.text(at, 4)) !== '8BIM') return undefined
    const id = await reader.u16(at + 4)
    const name = await reader.u8(at + 6)
    // The name with its length byte, and the data, each fill an even number of bytes.
    const data = at + 6 + even(1 + name)
    const length = await reader.u32(data)
    if (id === ICC_RESOURCE)
      return readIccName((offset, bytes) => reader.bytes(data + 4 + offset, bytes), Math.min(length, end - data - 4))
    at = data + 4 + even(length)
  }
  return undefined
}

const even = (bytes: number) => bytes + (bytes % 2)

const isSide = (pixels: number) => pixels >= 1 && pixels <= MOST_SIDE
