import type { DataTexture } from 'three'
import { DataUtils } from 'three'
import { edgesOf, foretold, HEAD, MAGIC, PLANES, pixelsOf } from '../src/ui/viewer/light-file.ts'
import { meanLuminance, readerOf } from '../src/ui/viewer/luminance.ts'

/*
 * Filters a panorama as three's PMREMGenerator does (0.187), on the processor: the sharpest level is the panorama itself,
 * every other the mean of what a surface of its roughness reflects when it is looked at straight on (GGX; Karis 2013,
 * "Real Shading in Unreal Engine 4"; Heitz 2018, "Sampling the GGX Distribution of Visible Normals").
 */

/** The edge of the mattest level's faces. */
const LAST = 8
/** How many of the matt levels are summed over a whole small cube instead of by samples, and that cube's edge. */
const SUMMED = 3
const SUMMED_EDGE = 16
const SAMPLES = 64

/** The faces of a cube, one after the other: three values a pixel. */
interface Cube {
  edge: number
  data: Float32Array
}

/** Sideways and downwards of each face as a cube map is read, and what the face looks at. */
const FACES = [
  { x: [0, 0, -1], y: [0, -1, 0], z: [1, 0, 0] },
  { x: [0, 0, 1], y: [0, -1, 0], z: [-1, 0, 0] },
  { x: [1, 0, 0], y: [0, 0, 1], z: [0, 1, 0] },
  { x: [1, 0, 0], y: [0, 0, -1], z: [0, -1, 0] },
  { x: [1, 0, 0], y: [0, -1, 0], z: [0, 0, 1] },
  { x: [-1, 0, 0], y: [0, -1, 0], z: [0, 0, -1] },
] as const

/** The direction of a place on a face, its sides at −1 and 1; of no particular length. */
function directionOf(face: number, across: number, down: number): [number, number, number] {
  const { x, y, z } = FACES[face]!
  return [z[0] + x[0] * across + y[0] * down, z[1] + x[1] * across + y[1] * down, z[2] + x[2] * across + y[2] * down]
}

/** Which face a direction meets, and where from −1 to 1; into `place`, since this is asked millions of times. */
const place = { face: 0, across: 0, down: 0 }
function placeOf(x: number, y: number, z: number): void {
  const [ax, ay, az] = [Math.abs(x), Math.abs(y), Math.abs(z)]
  if (ax >= ay && ax >= az) {
    place.face = x > 0 ? 0 : 1
    place.across = (x > 0 ? -z : z) / ax
    place.down = -y / ax
  } else if (ay >= az) {
    place.face = y > 0 ? 2 : 3
    place.across = x / ay
    place.down = (y > 0 ? z : -z) / ay
  } else {
    place.face = z > 0 ? 4 : 5
    place.across = (z > 0 ? x : -x) / az
    place.down = -y / az
  }
}

/** Where a pixel lies that may be one past a face's edge: then it is the neighbouring face's. */
function indexOf(edge: number, face: number, column: number, row: number): number {
  if (column >= 0 && row >= 0 && column < edge && row < edge) return (face * edge + row) * edge + column
  placeOf(...directionOf(face, (2 * column + 1) / edge - 1, (2 * row + 1) / edge - 1))
  const clamp = (value: number) => Math.min(edge - 1, Math.max(0, Math.floor(((value + 1) / 2) * edge)))
  return (place.face * edge + clamp(place.down)) * edge + clamp(place.across)
}

/** Adds what a cube shows in a direction, between its pixels, `weight` times to `sum`. */
function addFrom({ edge, data }: Cube, x: number, y: number, z: number, weight: number, sum: Float64Array): void {
  placeOf(x, y, z)
  const { face } = place
  const column = ((place.across + 1) / 2) * edge - 0.5
  const row = ((place.down + 1) / 2) * edge - 0.5
  const [left, top] = [Math.floor(column), Math.floor(row)]
  const [right, low] = [column - left, row - top]
  for (let tap = 0; tap < 4; tap++) {
    const [dx, dy] = [tap & 1, tap >> 1]
    const share = weight * (dx ? right : 1 - right) * (dy ? low : 1 - low)
    const at = indexOf(edge, face, left + dx, top + dy) * 3
    sum[0]! += share * data[at]!
    sum[1]! += share * data[at + 1]!
    sum[2]! += share * data[at + 2]!
  }
}

/** A cube of `edge` pixels along each face's edge, of what `look` adds for each direction. */
function cubeOf(edge: number, look: (direction: readonly [number, number, number], sum: Float64Array) => void): Cube {
  const data = new Float32Array(6 * edge * edge * 3)
  const sum = new Float64Array(3)
  let at = 0
  for (let face = 0; face < 6; face++) {
    for (let row = 0; row < edge; row++) {
      for (let column = 0; column < edge; column++, at += 3) {
        const [x, y, z] = directionOf(face, (2 * column + 1) / edge - 1, (2 * row + 1) / edge - 1)
        const length = Math.hypot(x, y, z)
        look([x / length, y / length, z / length], sum.fill(0))
        data.set(sum, at)
      }
    }
  }
  return { edge, data }
}

/** A panorama's pixels on a cube. A cube of pictures is read with its x the other way round. */
function cubeFromPanorama(panorama: DataTexture, edge: number): Cube {
  const { data, width, height } = panorama.image as { data: ArrayLike<number>; width: number; height: number }
  const values = Float32Array.from(data, readerOf(panorama))
  const channels = values.length / (width * height)
  const wrap = (column: number) => (column + width) % width
  // Four places in each pixel, so that small bright things count as much as they should.
  const fine = cubeOf(edge * 2, ([x, y, z], sum) => {
    const u = (Math.atan2(z, -x) / (2 * Math.PI) + 0.5) * width - 0.5
    const v = (Math.asin(Math.min(1, Math.max(-1, y))) / Math.PI + 0.5) * height - 0.5
    const [left, low] = [Math.floor(u), Math.floor(v)]
    for (let tap = 0; tap < 4; tap++) {
      const [dx, dy] = [tap & 1, tap >> 1]
      const share = (dx ? u - left : 1 - u + left) * (dy ? v - low : 1 - v + low)
      const row = Math.min(height - 1, Math.max(0, low + dy))
      const at = (row * width + wrap(left + dx)) * channels
      for (let channel = 0; channel < 3; channel++) sum[channel]! += share * Math.max(0, values[at + channel]!)
    }
  })
  return halved(fine)
}

/** Half as fine: each pixel is the mean of four. */
function halved({ edge, data }: Cube): Cube {
  const half = edge / 2
  const halves = new Float32Array(6 * half * half * 3)
  for (let row = 0; row < 6 * half; row++) {
    for (let column = 0; column < half; column++) {
      for (let channel = 0; channel < 3; channel++) {
        const at = (row * 2 * edge + column * 2) * 3 + channel
        const sum = data[at]! + data[at + 3]! + data[at + edge * 3]! + data[at + edge * 3 + 3]!
        halves[(row * half + column) * 3 + channel] = sum / 4
      }
    }
  }
  return { edge: half, data: halves }
}

/** The nth of the points of Hammersley's set, which lie evenly in the unit square. */
function hammersley(index: number, count: number): [number, number] {
  let bits = index
  let inverse = 0
  for (let digit = 0.5; bits > 0; digit /= 2, bits >>= 1) if (bits & 1) inverse += digit
  return [index / count, inverse]
}

/** What a surface of this roughness reflects, by samples that are read from levels as coarse as they lie apart. */
function sampled(mips: readonly Cube[], edge: number, roughness: number): Cube {
  const alpha2 = roughness ** 4
  const bias = Math.log2(mips[0]!.edge) + 0.5 * Math.log2(6 / (SAMPLES * roughness ** 4)) + 0.5
  const rays = Array.from({ length: SAMPLES }, (_, index) => {
    const [a, b] = hammersley(index, SAMPLES)
    const inverse = 1 / (1 - a + alpha2 * a)
    const up = (1 - a - alpha2 * a) * inverse
    const out = 2 * roughness ** 2 * Math.sqrt(a * (1 - a)) * inverse
    const lod = Math.min(mips.length - 1, Math.max(0, Math.log2(alpha2 * inverse) + bias))
    return { x: out * Math.cos(2 * Math.PI * b), y: out * Math.sin(2 * Math.PI * b), z: up, lod }
  }).filter(({ z }) => z > 0)
  const whole = rays.reduce((sum, { z }) => sum + z, 0)
  return cubeOf(edge, ([nx, ny, nz], sum) => {
    // Any two directions across the one looked at; the samples lie evenly around it.
    const [ux, uy, uz] = Math.abs(nz) < 0.999 ? [-ny, nx, 0] : [0, -nz, ny]
    const length = Math.hypot(ux, uy, uz)
    const [tx, ty, tz] = [ux / length, uy / length, uz / length]
    const [bx, by, bz] = [ny * tz - nz * ty, nz * tx - nx * tz, nx * ty - ny * tx]
    for (const { x, y, z, lod } of rays) {
      const [lx, ly, lz] = [nx * z + tx * x + bx * y, ny * z + ty * x + by * y, nz * z + tz * x + bz * y]
      const level = Math.min(mips.length - 2, Math.floor(lod))
      const weight = z / whole
      const coarse = lod - level
      if (coarse < 1) addFrom(mips[level]!, lx, ly, lz, weight * (1 - coarse), sum)
      if (coarse > 0) addFrom(mips[level + 1]!, lx, ly, lz, weight * coarse, sum)
    }
  })
}

/** What a matt surface reflects: all pixels of a small cube in front of it, each by its share of the lobe and of the sphere. */
function summed({ edge: from, data }: Cube, edge: number, roughness: number): Cube {
  const alpha2 = roughness ** 4
  const rays = cubeOf(from, (direction, sum) => sum.set(direction)).data
  const areas = Float32Array.from({ length: rays.length / 3 }, (_, at) => {
    const [column, row] = [at % from, Math.floor(at / from) % from]
    return (1 + ((2 * column + 1) / from - 1) ** 2 + ((2 * row + 1) / from - 1) ** 2) ** -1.5
  })
  return cubeOf(edge, ([nx, ny, nz], sum) => {
    let whole = 0
    for (let at = 0, ray = 0; ray < rays.length; at += 1, ray += 3) {
      const facing = nx * rays[ray]! + ny * rays[ray + 1]! + nz * rays[ray + 2]!
      if (facing <= 0) continue
      const weight = (facing * areas[at]!) / (1 + alpha2 + (alpha2 - 1) * facing) ** 2
      whole += weight
      for (let channel = 0; channel < 3; channel++) sum[channel]! += weight * data[ray + channel]!
    }
    for (let channel = 0; channel < 3; channel++) sum[channel]! /= whole
  })
}

/** All levels of a panorama's light, from sharp to matt. */
function filter(panorama: DataTexture): Cube[] {
  const size = 2 ** Math.floor(Math.log2((panorama.image as { width: number }).width / 4))
  const mips = [cubeFromPanorama(panorama, size)]
  while (mips.at(-1)!.edge > 1) mips.push(halved(mips.at(-1)!))
  const last = Math.log2(size / LAST)
  return Array.from({ length: last + 1 }, (_, level) => {
    const roughness = 1 - Math.sqrt(1 - level / last)
    if (level > last - SUMMED) return summed(mips.find(({ edge }) => edge === SUMMED_EDGE)!, size >> level, roughness)
    return level === 0 ? mips[0]! : sampled(mips, size >> level, roughness)
  })
}

/** A panorama's light as the body and head of a light file, not yet packed. */
export function lightFile(panorama: DataTexture): Uint8Array {
  const cubes = filter(panorama)
  const edges = edgesOf(cubes[0]!.edge, cubes.length)
  const count = pixelsOf(edges)
  const bytes = new Uint8Array(HEAD + count * 6)
  const head = new DataView(bytes.buffer)
  head.setUint32(0, MAGIC, true)
  head.setUint16(4, edges[0]!, true)
  head.setUint16(6, edges.length, true)
  head.setFloat32(8, meanLuminance(panorama), true)
  const pixels = new Uint16Array(count * 3)
  // As it will be read: what is told from another channel is told from what is left of that.
  const kept = new Int32Array(count * 3)
  let filled = 0
  for (const { data } of cubes) {
    for (const [index, value] of data.entries()) pixels[filled + index] = halfOf(value)
    filled += data.length
  }
  for (const [plane, { channel, from, leftOut }] of PLANES.entries()) {
    const values = Int32Array.from({ length: count }, (_, pixel) => {
      const at = pixel * 3
      const told = from === undefined ? 0 : kept[at + from]!
      const value = shortened(pixels[at + channel]! - told, leftOut)
      kept[at + channel] = told + (value << leftOut)
      return value
    })
    const [low, high] = [HEAD + plane * 2 * count, HEAD + (plane * 2 + 1) * count]
    let at = 0
    for (const edge of edges) {
      for (let row = 0; row < 6 * edge; row++) {
        for (let column = 0; column < edge; column++, at++) {
          const distance = values[at]! - foretold(values, at, edge, column, row % edge === 0)
          const zigzag = distance < 0 ? -2 * distance - 1 : 2 * distance
          bytes[low + at] = zigzag & 255
          bytes[high + at] = zigzag >> 8
        }
      }
    }
  }
  return bytes
}

const MOST_HALF = 65504
/** Its bits, less what rounding green and then another may add. */
const MOST_BITS = 0x7bff - 32

/** A value as the bits of a half float, which a reader can round up without coming to infinity. */
const halfOf = (value: number): number =>
  Math.min(MOST_BITS, DataUtils.toHalfFloat(Math.min(MOST_HALF, Math.max(0, value))))

/** Bits without their lowest ones, rounded. */
const shortened = (bits: number, leftOut: number): number => (bits + (1 << (leftOut - 1))) >> leftOut
