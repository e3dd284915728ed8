import { CompressedCubeTexture, HalfFloatType, RGBAFormat } from 'three'
import { ViewerError } from '../viewer-error.ts'

/*
 * A light file is a prefiltered panorama: the faces of a cube, level by level from sharp to matt, in the layout that the renderer
 * reads. The file is a gzip stream of a 12-byte header and a body, little-endian:
 *
 * - 0  uint32   MAGIC
 * - 4  uint16   edge length of the sharpest faces in pixels, a power of two
 * - 6  uint16   number of levels, each with half the edge length of the previous one
 * - 8  float32  mean luminance of the panorama
 *
 * The body has three planes over the six faces of every level (+X −X +Y −Y +Z −Z, rows from the top). The first plane has the
 * green values, the others the differences of red and blue from green. Each plane stores first all low bytes, then all high
 * bytes. A value is the bit pattern of a half float, or the difference of two bit patterns, without the lowest bits. Dropping
 * these bits gives steps of 1.6 % in brightness or 3 % in colour, which are invisible in reflections. The file stores the
 * zigzag-encoded error of a prediction from neighbouring values. In the colour planes of a grey picture, all values are 0.
 */

export const LIGHT_FILE_MAGIC = 0x324c5441
export const LIGHT_HEADER_BYTES = 12
/** Content of each plane: a channel, or its difference from another channel, and the number of low bits left out. */
export const PIXEL_PLANES: readonly { channel: number; from?: number; droppedBits: number }[] = [
  { channel: 1, droppedBits: 4 },
  { channel: 0, from: 1, droppedBits: 5 },
  { channel: 2, from: 1, droppedBits: 5 },
]

const OPAQUE = 0x3c00
/** Maximum edge length of a face in pixels, and the resulting maximum size of a decompressed file in bytes. */
const MAX_EDGE_PX = 512
const MAX_FILE_BYTES = LIGHT_HEADER_BYTES + 6 * 6 * MAX_EDGE_PX ** 2 * (4 / 3)

/** Returns whether a file starts with the gzip signature. Of all environment files, only light files have this signature. */
export function isLightFile(file: ArrayBuffer): boolean {
  const [first, second] = new Uint8Array(file, 0, Math.min(2, file.byteLength))
  return first === 0x1f && second === 0x8b
}

/** Predicts a pixel from its left, upper and upper-left neighbours within the face (LOCO-I median predictor). */
export function predictValue(values: Int32Array, index: number, edge: number, column: number, isTop: boolean): number {
  if (isTop) return column === 0 ? 0 : values[index - 1]!
  const up = values[index - edge]!
  if (column === 0) return up
  const left = values[index - 1]!
  const corner = values[index - edge - 1]!
  if (corner >= Math.max(left, up)) return Math.min(left, up)
  if (corner <= Math.min(left, up)) return Math.max(left, up)
  return left + up - corner
}

export const listLevelEdges = (size: number, levels: number): number[] =>
  Array.from({ length: levels }, (_, level) => size >> level)

export const countPixels = (edges: readonly number[]): number => edges.reduce((sum, edge) => sum + 6 * edge * edge, 0)

interface DecodedLight {
  /** Four half floats per pixel, level by level. */
  pixels: Uint16Array
  edges: readonly number[]
  luminance: number
}

/** Decoded files, cached while the bytes of a file are referenced. Viewers that start together share one decoded file. */
const decodedFiles = new WeakMap<ArrayBuffer, Promise<DecodedLight>>()

/** Reads a light file into a prefiltered texture and the mean luminance of its panorama. Rejects for any other file. */
export async function readLightFile(file: ArrayBuffer): Promise<{ texture: CompressedCubeTexture; luminance: number }> {
  const decoding = decodedFiles.get(file) ?? decode(file)
  decodedFiles.set(file, decoding)
  const { pixels, edges, luminance } = await decoding
  return { texture: cubeOf(pixels, edges), luminance }
}

async function decode(file: ArrayBuffer): Promise<DecodedLight> {
  const bytes = new DataView(await decompress(file))
  if (bytes.byteLength < LIGHT_HEADER_BYTES || bytes.getUint32(0, true) !== LIGHT_FILE_MAGIC) throw unreadable()
  const [size, levels, luminance] = [bytes.getUint16(4, true), bytes.getUint16(6, true), bytes.getFloat32(8, true)]
  const maxLevel = Math.log2(size)
  if (size > MAX_EDGE_PX || !Number.isInteger(maxLevel) || levels < 1 || levels > maxLevel + 1) throw unreadable()
  if (!Number.isFinite(luminance)) throw unreadable()
  const edges = listLevelEdges(size, levels)
  const count = countPixels(edges)
  if (bytes.byteLength !== LIGHT_HEADER_BYTES + count * 6) throw unreadable()

  const body = new Uint8Array(bytes.buffer, LIGHT_HEADER_BYTES)
  const pixels = new Uint16Array(count * 4)
  const values = new Int32Array(count)
  for (const [plane, { channel, from, droppedBits }] of PIXEL_PLANES.entries()) {
    const [low, high] = [body.subarray(plane * 2 * count), body.subarray((plane * 2 + 1) * count)]
    let index = 0
    for (const edge of edges) {
      for (let row = 0; row < 6 * edge; row++) {
        const isTop = row % edge === 0
        for (let column = 0; column < edge; column++, index++) {
          const zigzag = low[index]! | (high[index]! << 8)
          values[index] = predictValue(values, index, edge, column, isTop) + ((zigzag >> 1) ^ -(zigzag & 1))
        }
      }
    }
    for (let pixel = 0; pixel < count; pixel++) {
      const base = from === undefined ? 0 : pixels[pixel * 4 + from]!
      pixels[pixel * 4 + channel] = Math.max(0, base + (values[pixel]! << droppedBits))
    }
  }
  for (let alpha = 3; alpha < pixels.length; alpha += 4) pixels[alpha] = OPAQUE

  return { pixels, edges, luminance }
}

/** Decompresses a file. Rejects once the output exceeds the maximum, to limit memory. */
async function decompress(file: ArrayBuffer): Promise<ArrayBuffer> {
  let length = 0
  const sizeLimiter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      length += chunk.length
      if (length > MAX_FILE_BYTES)
        throw new ViewerError('toolarge', 'The environment exceeds the limits of light files')
      controller.enqueue(chunk)
    },
  })
  const stream = new Blob([file]).stream().pipeThrough(new DecompressionStream('gzip')).pipeThrough(sizeLimiter)
  return new Response(stream).arrayBuffer()
}

/** Creates a texture that three.js treats as already filtered. */
function cubeOf(pixels: Uint16Array, edges: readonly number[]): CompressedCubeTexture {
  const faces = Array.from({ length: 6 }, (_, face) => {
    let offset = 0
    const mipmaps = edges.map((edge) => {
      const length = 4 * edge * edge
      const data = pixels.subarray(offset + face * length, offset + (face + 1) * length)
      offset += 6 * length
      return { data, width: edge, height: edge }
    })
    return { mipmaps, width: edges[0]!, height: edges[0]! }
  })
  // three.js accepts mipmap levels only in compressed cube textures. Data in `RGBAFormat` is not compressed.
  const texture = new CompressedCubeTexture(faces as never, RGBAFormat as never, HalfFloatType)
  texture.isPMREMTexture = true
  texture.needsUpdate = true
  return texture
}

const unreadable = () => new ViewerError('unreadable', 'The environment is not a readable light file')
