import { HeaderFault, type ReadBytes } from './byte-reader.ts'
import type { GlbParts } from './glb-container.ts'
import { dataOf } from './gltf-demand.ts'
import { readImageHeader } from './image-header.ts'
import { type ImageSize, imageSize } from './image-size.ts'

/** Reads beyond the first of each image, for all of them together: a header that lies further on is rare. */
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

/** The size of an image, and what a pixel of it takes. */
export interface PictureSize extends ImageSize {
  readonly pixelBytes: number
}

/** What all images together take; `null` is one whose header could not be read. */
export function textureFacts(sizes: readonly (PictureSize | null)[]): TextureFacts {
  let [textureBytes, longestSide, unreadImages] = [0, 0, 0]
  for (const size of sizes) {
    if (!size) unreadImages += 1
    else {
      textureBytes += Math.ceil(size.width * size.height * size.pixelBytes * WITH_MIPS)
      longestSide = Math.max(longestSide, size.width, size.height)
    }
  }
  return { textureBytes, longestSide, unreadImages }
}

/**
 * Reads the headers of the images in a model, those in its binary chunk and those in its document; nothing is decoded.
 * `onShare` hears how many are read, of 1.
 */
export async function readPictureSizes(
  read: ReadBytes,
  { document, bin }: GlbParts,
  onShare: (share: number) => void,
): Promise<(PictureSize | null)[]> {
  let reads = 0
  const readFew: ReadBytes = (at, length) => {
    reads += 1
    if (reads > MOST_READS) throw new HeaderFault('tooDeep')
    return read(at, length)
  }
  const sizes: (PictureSize | null)[] = []
  for (const [index, { bufferView, uri }] of document.images.entries()) {
    const view = bufferView === undefined ? undefined : document.bufferViews[bufferView]
    const isInside = view?.buffer === 0 && document.buffers[0]?.uri === undefined
    const held = uri === undefined ? null : dataOf(uri)
    if (held)
      sizes.push(
        await readSize(held.subarray(0, HEAD_BYTES), async (at, length) => held.subarray(at, at + length), held.length),
      )
    else if (view && isInside) {
      const start = bin.offset + view.byteOffset
      const head = await read(start, Math.min(view.byteLength, HEAD_BYTES))
      sizes.push(await readSize(head, (at, length) => readFew(start + at, length), view.byteLength))
    } else sizes.push(null)
    onShare((index + 1) / document.images.length)
  }
  return sizes
}

async function readSize(head: Uint8Array, read: ReadBytes, bytes: number): Promise<PictureSize | null> {
  const pixelBytes = KTX2.every((byte, i) => head[i] === byte) ? COMPRESSED_PIXEL_BYTES : PIXEL_BYTES
  const early = imageSize(head)
  if (early) return { ...early, pixelBytes }
  const found = await readImageHeader(async (at, length) => {
    const end = Math.min(at + length, bytes)
    return end <= head.length ? head.subarray(at, end) : read(at, end - at)
  }, bytes)
  return 'header' in found ? { width: found.header.width, height: found.header.height, pixelBytes } : null
}
