import { CompressedCubeTexture, HalfFloatType, RGBAFormat } from 'three'
import { ViewerError } from './viewer-error.ts'

/*
 * A light file is a panorama that was filtered ahead: the faces of a cube, level by level from sharp to matt, as the
 * renderer reads them. It is gzip over a head of 12 bytes and a body, little-endian:
 *
 *     0  uint32   MAGIC
 *     4  uint16   pixels along an edge of the sharpest faces, a power of two
 *     6  uint16   levels, each half as fine as the one before
 *     8  float32  mean luminance of the panorama
 *
 * The body has three planes: of every level's six faces (+X −X +Y −Y +Z −Z, rows from the top) the green values, then how
 * far red and how far blue are from green; of each plane first the low, then the high bytes. A value is a half float, or
 * the distance of two, without its lowest bits: in a reflection a step of 1.6 % in brightness is not seen, nor one of 3 %
 * in colour. It is kept as its zigzag distance from what its neighbours foretell. Halves lie like logarithms, so that a grey picture's other planes are empty.
 */

export const MAGIC = 0x324c5441
export const HEAD = 12
/** What each plane holds: a channel, or how far it is from another; and how many low bits of that are left out. */
export const PLANES: readonly { channel: number; from?: number; leftOut: number }[] = [
  { channel: 1, leftOut: 4 },
  { channel: 0, from: 1, leftOut: 5 },
  { channel: 2, from: 1, leftOut: 5 },
]

const OPAQUE = 0x3c00
/** The most pixels along an edge, and so the most bytes, that a file may have. */
const MOST_SIZE = 512
const MOST_BYTES = HEAD + 6 * 6 * MOST_SIZE ** 2 * (4 / 3)

/** Whether a file is packed as light files are, and nothing else that lights a scene is. */
export function isLightFile(file: ArrayBuffer): boolean {
  const [first, second] = new Uint8Array(file, 0, Math.min(2, file.byteLength))
  return first === 0x1f && second === 0x8b
}

/** What a pixel's left, upper and upper-left neighbours, as far as its face has them, foretell of it (LOCO-I's median). */
export function foretold(values: Int32Array, at: number, edge: number, column: number, isTop: boolean): number {
  if (isTop) return column === 0 ? 0 : values[at - 1]!
  const up = values[at - edge]!
  if (column === 0) return up
  const left = values[at - 1]!
  const corner = values[at - edge - 1]!
  if (corner >= Math.max(left, up)) return Math.min(left, up)
  if (corner <= Math.min(left, up)) return Math.max(left, up)
  return left + up - corner
}

/** The pixels along an edge of each level's faces. */
export const edgesOf = (size: number, levels: number): number[] =>
  Array.from({ length: levels }, (_, level) => size >> level)

/** How many pixels the six faces of all levels have. */
export const pixelsOf = (edges: readonly number[]): number => edges.reduce((sum, edge) => sum + 6 * edge * edge, 0)

interface Light {
  /** Four half floats a pixel, level by level. */
  pixels: Uint16Array
  edges: readonly number[]
  luminance: number
}

/** What was read of a file, for as long as that is kept: viewers that begin together share one. */
const read = new WeakMap<ArrayBuffer, Promise<Light>>()

/**
 * Reads a light file: a texture that needs no filtering, and the mean luminance of the panorama it was made from. Rejects
 * when it is none.
 */
export async function readLight(file: ArrayBuffer): Promise<{ texture: CompressedCubeTexture; luminance: number }> {
  const reading = read.get(file) ?? decode(file)
  read.set(file, reading)
  const { pixels, edges, luminance } = await reading
  return { texture: cubeOf(pixels, edges), luminance }
}

async function decode(file: ArrayBuffer): Promise<Light> {
  const bytes = new DataView(await unpacked(file))
  if (bytes.byteLength < HEAD || bytes.getUint32(0, true) !== MAGIC) throw unreadable()
  const [size, levels, luminance] = [bytes.getUint16(4, true), bytes.getUint16(6, true), bytes.getFloat32(8, true)]
  const finest = Math.log2(size)
  if (size > MOST_SIZE || !Number.isInteger(finest) || levels < 1 || levels > finest + 1) throw unreadable()
  if (!Number.isFinite(luminance)) throw unreadable()
  const edges = edgesOf(size, levels)
  const count = pixelsOf(edges)
  if (bytes.byteLength !== HEAD + count * 6) throw unreadable()

  const body = new Uint8Array(bytes.buffer, HEAD)
  const pixels = new Uint16Array(count * 4)
  const values = new Int32Array(count)
  for (const [plane, { channel, from, leftOut }] of PLANES.entries()) {
    const [low, high] = [body.subarray(plane * 2 * count), body.subarray((plane * 2 + 1) * count)]
    let at = 0
    for (const edge of edges) {
      for (let row = 0; row < 6 * edge; row++) {
        const isTop = row % edge === 0
        for (let column = 0; column < edge; column++, at++) {
          const zigzag = low[at]! | (high[at]! << 8)
          values[at] = foretold(values, at, edge, column, isTop) + ((zigzag >> 1) ^ -(zigzag & 1))
        }
      }
    }
    for (let pixel = 0; pixel < count; pixel++) {
      const told = from === undefined ? 0 : pixels[pixel * 4 + from]!
      pixels[pixel * 4 + channel] = Math.max(0, told + (values[pixel]! << leftOut))
    }
  }
  for (let alpha = 3; alpha < pixels.length; alpha += 4) pixels[alpha] = OPAQUE

  return { pixels, edges, luminance }
}

/** What a file holds; one that would hold more than any light file is left off before it takes the memory. */
async function unpacked(file: ArrayBuffer): Promise<ArrayBuffer> {
  let length = 0
  const counting = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, flow) {
      length += chunk.length
      if (length > MOST_BYTES) throw new ViewerError('toolarge', 'The environment holds more than light files may')
      flow.enqueue(chunk)
    },
  })
  const stream = new Blob([file]).stream().pipeThrough(new DecompressionStream('gzip')).pipeThrough(counting)
  return new Response(stream).arrayBuffer()
}

/** The texture that the renderer takes for one that it filtered itself. */
function cubeOf(pixels: Uint16Array, edges: readonly number[]): CompressedCubeTexture {
  const faces = Array.from({ length: 6 }, (_, face) => {
    let begin = 0
    const mipmaps = edges.map((edge) => {
      const length = 4 * edge * edge
      const data = pixels.subarray(begin + face * length, begin + (face + 1) * length)
      begin += 6 * length
      return { data, width: edge, height: edge }
    })
    return { mipmaps, width: edges[0]!, height: edges[0]! }
  })
  // The renderer takes only these for cubes whose levels are given; with this format nothing in them is compressed.
  const texture = new CompressedCubeTexture(faces as never, RGBAFormat as never, HalfFloatType)
  texture.isPMREMTexture = true
  texture.needsUpdate = true
  return texture
}

const unreadable = () => new ViewerError('unreadable', 'The environment is no light file that can be read')
