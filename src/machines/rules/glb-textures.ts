import { HeaderFault, type ReadBytes } from './byte-reader.ts'
import type { GlbParts } from './glb-container.ts'
import { readImageHeader } from './image-header.ts'

/** Images of a model beyond these are not looked at: their headers would take too long to read. */
const MOST_IMAGES = 100

/** Nor after so many reads for all of them together: one is enough for an image that hides nothing. */
const MOST_READS = 150

/** Bytes a pixel takes when a graphics card holds it: four, or one where it stays compressed (KTX2). */
const PIXEL_BYTES = 4
const COMPRESSED_PIXEL_BYTES = 1
/** The smaller copies of a texture together take a third of it. */
const WITH_MIPS = 4 / 3

/** Bytes read of an image at once, where all of most headers lies. */
const HEAD_BYTES = 4096

const KTX2 = [0xab, 0x4b, 0x54, 0x58, 0x20, 0x32, 0x30, 0xbb]

/** The images of a model: bytes they take once decoded, their longest side in pixels, and how many could not be read. */
export interface TextureFacts {
  readonly textureBytes: number
  readonly longestSide: number
  readonly unreadImages: number
}

/** Reads the headers of the images in a model's binary chunk; nothing is decoded. `onShare` hears how many are read, of 1. */
export async function readTextureFacts(
  read: ReadBytes,
  { document, bin }: GlbParts,
  onShare: (share: number) => void,
): Promise<TextureFacts> {
  let [textureBytes, longestSide, unreadImages, reads] = [0, 0, 0, 0]
  const readFew: ReadBytes = (at, length) => {
    reads += 1
    if (reads > MOST_READS) throw new HeaderFault('tooDeep')
    return read(at, length)
  }
  const images = document.images.slice(0, MOST_IMAGES)
  for (const [index, { bufferView }] of images.entries()) {
    const view = bufferView === undefined ? undefined : document.bufferViews[bufferView]
    const isInside = view?.buffer === 0 && document.buffers[0]?.uri === undefined
    const start = bin.offset + (view?.byteOffset ?? 0)
    const isRead = view && isInside && reads < MOST_READS
    const size = isRead ? await readSize((at, length) => readFew(start + at, length), view.byteLength) : undefined
    if (size) {
      textureBytes += Math.ceil(size.width * size.height * size.pixelBytes * WITH_MIPS)
      longestSide = Math.max(longestSide, size.width, size.height)
    } else unreadImages += 1
    onShare((index + 1) / images.length)
  }
  return { textureBytes, longestSide, unreadImages: unreadImages + Math.max(0, document.images.length - MOST_IMAGES) }
}

async function readSize(read: ReadBytes, bytes: number) {
  const head = await read(0, Math.min(bytes, HEAD_BYTES))
  if (head.length >= 28 && KTX2.every((byte, i) => head[i] === byte)) {
    const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
    const [width, height] = [view.getUint32(20, true), view.getUint32(24, true)]
    return { width, height, pixelBytes: COMPRESSED_PIXEL_BYTES }
  }
  const found = await readImageHeader(async (at, length) => {
    const end = Math.min(at + length, bytes)
    return end <= head.length ? head.subarray(at, end) : read(at, end - at)
  }, bytes)
  if (!('header' in found)) return undefined
  return { width: found.header.width, height: found.header.height, pixelBytes: PIXEL_BYTES }
}
