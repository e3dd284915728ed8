import { HeaderError, type ReadBytes } from './byte-reader.ts'
import type { GlbLayout } from './glb-container.ts'
import { decodeDataUrl } from './gltf-demand.ts'
import { readImageHeader } from './image-header.ts'
import { type ImageSize, readImageSize } from './image-size.ts'

/** Maximum number of second and further reads, for all images together. Few images need more than one read. */
const MAX_EXTRA_READS = 150

/** Bytes per pixel in GPU memory: four, or one if the texture stays compressed (KTX2). */
const PIXEL_BYTES = 4
const COMPRESSED_PIXEL_BYTES = 1
/** Factor on the size of a texture for its mipmaps, which together add a third. */
const MIPMAP_FACTOR = 4 / 3

/** Bytes of the first read of an image, which covers most headers. */
const HEAD_BYTES = 4096

const KTX2 = [0xab, 0x4b, 0x54, 0x58, 0x20, 0x32, 0x30, 0xbb]

/** Facts about a model's images: decoded size in bytes, longest side in pixels, and the number of unreadable images. */
export interface TextureFacts {
  readonly textureBytes: number
  readonly longestSide: number
  readonly unreadImages: number
}

export interface TextureSize extends ImageSize {
  readonly pixelBytes: number
}

/** Sums up the images; `null` stands for an image whose header could not be read. */
export function summarizeTextures(sizes: readonly (TextureSize | null)[]): TextureFacts {
  let [textureBytes, longestSide, unreadImages] = [0, 0, 0]
  for (const size of sizes) {
    if (!size) unreadImages += 1
    else {
      textureBytes += Math.ceil(size.width * size.height * size.pixelBytes * MIPMAP_FACTOR)
      longestSide = Math.max(longestSide, size.width, size.height)
    }
  }
  return { textureBytes, longestSide, unreadImages }
}

/**
 * Reads the sizes of all images in a model from their headers, in the binary chunk and in the document. Returns `null` for an
 * image without a readable header. `onProgress` receives the progress, from 0 to 1.
 */
export async function readImageSizes(
  read: ReadBytes,
  { document, bin }: GlbLayout,
  onProgress: (progress: number) => void,
): Promise<(TextureSize | null)[]> {
  let reads = 0
  const readLimited: ReadBytes = (offset, length) => {
    reads += 1
    if (reads > MAX_EXTRA_READS) throw new HeaderError('tooDeep')
    return read(offset, length)
  }
  const sizes: (TextureSize | null)[] = []
  for (const [index, { bufferView, uri }] of document.images.entries()) {
    const view = bufferView === undefined ? undefined : document.bufferViews[bufferView]
    const isEmbedded = view?.buffer === 0 && document.buffers[0]?.uri === undefined
    const dataBytes = uri === undefined ? null : decodeDataUrl(uri)
    if (dataBytes)
      sizes.push(
        await readSize(
          dataBytes.subarray(0, HEAD_BYTES),
          async (offset, length) => dataBytes.subarray(offset, offset + length),
          dataBytes.length,
        ),
      )
    else if (view && isEmbedded) {
      const start = bin.offset + view.byteOffset
      const firstBytes = await read(start, Math.min(view.byteLength, HEAD_BYTES))
      sizes.push(await readSize(firstBytes, (offset, length) => readLimited(start + offset, length), view.byteLength))
    } else sizes.push(null)
    onProgress((index + 1) / document.images.length)
  }
  return sizes
}

async function readSize(firstBytes: Uint8Array, read: ReadBytes, byteLength: number): Promise<TextureSize | null> {
  const pixelBytes = KTX2.every((byte, i) => firstBytes[i] === byte) ? COMPRESSED_PIXEL_BYTES : PIXEL_BYTES
  const knownSize = readImageSize(firstBytes)
  if (knownSize) return { ...knownSize, pixelBytes }
  const result = await readImageHeader(async (offset, length) => {
    const end = Math.min(offset + length, byteLength)
    return end <= firstBytes.length ? firstBytes.subarray(offset, end) : read(offset, end - offset)
  }, byteLength)
  return 'header' in result ? { width: result.header.width, height: result.header.height, pixelBytes } : null
}
