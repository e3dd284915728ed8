import type { DataTexture } from 'three'
import { DataUtils } from 'three'
import {
  countPixels,
  LIGHT_FILE_MAGIC,
  LIGHT_HEADER_BYTES,
  listLevelEdges,
  PIXEL_PLANES,
  predictValue,
} from '../src/ui/viewer/light/light-file.ts'
import { createPixelValueReader, meanLuminanceOf } from '../src/ui/viewer/light/luminance.ts'

/*
 * Filters a panorama on the CPU like PMREMGenerator of three.js (0.187). The sharpest level is the panorama itself. Every other
 * level is the mean reflection of a surface of the level's roughness, seen from the front (GGX; Karis 2013, "Real Shading in
 * Unreal Engine 4"; Heitz 2018, "Sampling the GGX Distribution of Visible Normals").
 */

/** Edge length of the roughest level's faces, in pixels. */
const LAST_LEVEL_EDGE = 8
/** Number of rough levels that are computed from all pixels of a small cube instead of samples, and that cube's edge length. */
const SUMMED_LEVELS = 3
const SUMMED_EDGE = 16
const SAMPLES = 64

/** Faces of a cube map, consecutively, with three values per pixel. */
interface Cube {
  edge: number
  data: Float32Array
}

/** Right, down and forward vectors of each face, in cube map orientation. */
const FACES = [
  { x: [0, 0, -1], y: [0, -1, 0], z: [1, 0, 0] },
  { x: [0, 0, 1], y: [0, -1, 0], z: [-1, 0, 0] },
  { x: [1, 0, 0], y: [0, 0, 1], z: [0, 1, 0] },
  { x: [1, 0, 0], y: [0, 0, -1], z: [0, -1, 0] },
  { x: [1, 0, 0], y: [0, -1, 0], z: [0, 0, 1] },
  { x: [-1, 0, 0], y: [0, -1, 0], z: [0, 0, -1] },
] as const

/** Returns the direction of a point on a face, whose sides are at −1 and 1; not normalised. */
function directionOf(face: number, across: number, down: number): [number, number, number] {
  const { x, y, z } = FACES[face]!
  return [z[0] + x[0] * across + y[0] * down, z[1] + x[1] * across + y[1] * down, z[2] + x[2] * across + y[2] * down]
}

/**
 * Output of {@link locateDirection}: the face that a direction hits, and the position on that face from −1 to 1. The object is
 * reused, because there are millions of calls.
 */
const hit = { face: 0, across: 0, down: 0 }
function locateDirection(x: number, y: number, z: number): void {
  const [ax, ay, az] = [Math.abs(x), Math.abs(y), Math.abs(z)]
  if (ax >= ay && ax >= az) {
    hit.face = x > 0 ? 0 : 1
    hit.across = (x > 0 ? -z : z) / ax
    hit.down = -y / ax
  } else if (ay >= az) {
    hit.face = y > 0 ? 2 : 3
    hit.across = x / ay
    hit.down = (y > 0 ? z : -z) / ay
  } else {
    hit.face = z > 0 ? 4 : 5
    hit.across = (z > 0 ? x : -x) / az
    hit.down = -y / az
  }
}

/** Returns the index of a pixel. A pixel just beyond a face's edge is taken from the neighbouring face. */
function indexOf(edge: number, face: number, column: number, row: number): number {
  if (column >= 0 && row >= 0 && column < edge && row < edge) return (face * edge + row) * edge + column
  locateDirection(...directionOf(face, (2 * column + 1) / edge - 1, (2 * row + 1) / edge - 1))
  const clamp = (value: number) => Math.min(edge - 1, Math.max(0, Math.floor(((value + 1) / 2) * edge)))
  return (hit.face * edge + clamp(hit.down)) * edge + clamp(hit.across)
}

/** Adds the bilinearly interpolated colour of a cube in a direction to `sum`, multiplied by `weight`. */
function addSample({ edge, data }: Cube, x: number, y: number, z: number, weight: number, sum: Float64Array): void {
  locateDirection(x, y, z)
  const { face } = hit
  const column = ((hit.across + 1) / 2) * edge - 0.5
  const row = ((hit.down + 1) / 2) * edge - 0.5
  const [left, top] = [Math.floor(column), Math.floor(row)]
  const [columnShare, rowShare] = [column - left, row - top]
  for (let tap = 0; tap < 4; tap++) {
    const [dx, dy] = [tap & 1, tap >> 1]
    const share = weight * (dx ? columnShare : 1 - columnShare) * (dy ? rowShare : 1 - rowShare)
    const index = indexOf(edge, face, left + dx, top + dy) * 3
    sum[0]! += share * data[index]!
    sum[1]! += share * data[index + 1]!
    sum[2]! += share * data[index + 2]!
  }
}

/** Creates a cube with faces of `edge` pixels; `addColour` adds the colour of a direction to `sum`. */
function buildCube(
  edge: number,
  addColour: (direction: readonly [number, number, number], sum: Float64Array) => void,
): Cube {
  const data = new Float32Array(6 * edge * edge * 3)
  const sum = new Float64Array(3)
  let offset = 0
  for (let face = 0; face < 6; face++) {
    for (let row = 0; row < edge; row++) {
      for (let column = 0; column < edge; column++, offset += 3) {
        const [x, y, z] = directionOf(face, (2 * column + 1) / edge - 1, (2 * row + 1) / edge - 1)
        const length = Math.hypot(x, y, z)
        addColour([x / length, y / length, z / length], sum.fill(0))
        data.set(sum, offset)
      }
    }
  }
  return { edge, data }
}

/** Projects a panorama onto a cube. Cube maps are sampled with a mirrored x axis. */
function cubeFromPanorama(panorama: DataTexture, edge: number): Cube {
  const { data, width, height } = panorama.image as { data: ArrayLike<number>; width: number; height: number }
  const values = Float32Array.from(data, createPixelValueReader(panorama))
  const channels = values.length / (width * height)
  const wrap = (column: number) => (column + width) % width
  // Supersamples with four points per pixel, so that small bright areas have their correct weight.
  const supersampled = buildCube(edge * 2, ([x, y, z], sum) => {
    const u = (Math.atan2(z, -x) / (2 * Math.PI) + 0.5) * width - 0.5
    const v = (Math.asin(Math.min(1, Math.max(-1, y))) / Math.PI + 0.5) * height - 0.5
    const [left, top] = [Math.floor(u), Math.floor(v)]
    for (let tap = 0; tap < 4; tap++) {
      const [dx, dy] = [tap & 1, tap >> 1]
      const share = (dx ? u - left : 1 - u + left) * (dy ? v - top : 1 - v + top)
      const row = Math.min(height - 1, Math.max(0, top + dy))
      const offset = (row * width + wrap(left + dx)) * channels
      for (let channel = 0; channel < 3; channel++) sum[channel]! += share * Math.max(0, values[offset + channel]!)
    }
  })
  return halve(supersampled)
}

/** Halves the resolution: each pixel is the mean of four. */
function halve({ edge, data }: Cube): Cube {
  const half = edge / 2
  const halves = new Float32Array(6 * half * half * 3)
  for (let row = 0; row < 6 * half; row++) {
    for (let column = 0; column < half; column++) {
      for (let channel = 0; channel < 3; channel++) {
        const offset = (row * 2 * edge + column * 2) * 3 + channel
        const sum = data[offset]! + data[offset + 3]! + data[offset + edge * 3]! + data[offset + edge * 3 + 3]!
        halves[(row * half + column) * 3 + channel] = sum / 4
      }
    }
  }
  return { edge: half, data: halves }
}

/** Returns the nth point of Hammersley's set, which is evenly distributed in the unit square. */
function hammersley(index: number, count: number): [number, number] {
  let bits = index
  let inverse = 0
  for (let digit = 0.5; bits > 0; digit /= 2, bits >>= 1) if (bits & 1) inverse += digit
  return [index / count, inverse]
}

/**
 * Computes the reflection of a surface of this roughness from samples. Each sample is read from the mip level that matches the
 * spacing of the samples.
 */
function filterBySampling(mips: readonly Cube[], edge: number, roughness: number): Cube {
  const alpha2 = roughness ** 4
  const bias = Math.log2(mips[0]!.edge) + 0.5 * Math.log2(6 / (SAMPLES * roughness ** 4)) + 0.5
  const rays = Array.from({ length: SAMPLES }, (_, index) => {
    const [a, b] = hammersley(index, SAMPLES)
    const inverse = 1 / (1 - a + alpha2 * a)
    const up = (1 - a - alpha2 * a) * inverse
    const radius = 2 * roughness ** 2 * Math.sqrt(a * (1 - a)) * inverse
    const lod = Math.min(mips.length - 1, Math.max(0, Math.log2(alpha2 * inverse) + bias))
    return { x: radius * Math.cos(2 * Math.PI * b), y: radius * Math.sin(2 * Math.PI * b), z: up, lod }
  }).filter(({ z }) => z > 0)
  const totalWeight = rays.reduce((sum, { z }) => sum + z, 0)
  return buildCube(edge, ([nx, ny, nz], sum) => {
    // Any two directions perpendicular to the normal, because the samples are distributed evenly around the normal.
    const [ux, uy, uz] = Math.abs(nz) < 0.999 ? [-ny, nx, 0] : [0, -nz, ny]
    const length = Math.hypot(ux, uy, uz)
    const [tx, ty, tz] = [ux / length, uy / length, uz / length]
    const [bx, by, bz] = [ny * tz - nz * ty, nz * tx - nx * tz, nx * ty - ny * tx]
    for (const { x, y, z, lod } of rays) {
      const [lx, ly, lz] = [nx * z + tx * x + bx * y, ny * z + ty * x + by * y, nz * z + tz * x + bz * y]
      const level = Math.min(mips.length - 2, Math.floor(lod))
      const weight = z / totalWeight
      const coarse = lod - level
      if (coarse < 1) addSample(mips[level]!, lx, ly, lz, weight * (1 - coarse), sum)
      if (coarse > 0) addSample(mips[level + 1]!, lx, ly, lz, weight * coarse, sum)
    }
  })
}

/** Computes the reflection of a rough surface from all pixels of a small cube, weighted by the GGX lobe and the solid angle. */
function filterBySummation({ edge: from, data }: Cube, edge: number, roughness: number): Cube {
  const alpha2 = roughness ** 4
  const rays = buildCube(from, (direction, sum) => sum.set(direction)).data
  const areas = Float32Array.from({ length: rays.length / 3 }, (_, index) => {
    const [column, row] = [index % from, Math.floor(index / from) % from]
    return (1 + ((2 * column + 1) / from - 1) ** 2 + ((2 * row + 1) / from - 1) ** 2) ** -1.5
  })
  return buildCube(edge, ([nx, ny, nz], sum) => {
    let totalWeight = 0
    for (let index = 0, ray = 0; ray < rays.length; index += 1, ray += 3) {
      const facing = nx * rays[ray]! + ny * rays[ray + 1]! + nz * rays[ray + 2]!
      if (facing <= 0) continue
      const weight = (facing * areas[index]!) / (1 + alpha2 + (alpha2 - 1) * facing) ** 2
      totalWeight += weight
      for (let channel = 0; channel < 3; channel++) sum[channel]! += weight * data[ray + channel]!
    }
    for (let channel = 0; channel < 3; channel++) sum[channel]! /= totalWeight
  })
}

/** Computes all levels of a panorama's light, from sharp to rough. */
function filterPanorama(panorama: DataTexture): Cube[] {
  const size = 2 ** Math.floor(Math.log2((panorama.image as { width: number }).width / 4))
  const mips = [cubeFromPanorama(panorama, size)]
  while (mips.at(-1)!.edge > 1) mips.push(halve(mips.at(-1)!))
  const last = Math.log2(size / LAST_LEVEL_EDGE)
  return Array.from({ length: last + 1 }, (_, level) => {
    const roughness = 1 - Math.sqrt(1 - level / last)
    if (level > last - SUMMED_LEVELS)
      return filterBySummation(mips.find(({ edge }) => edge === SUMMED_EDGE)!, size >> level, roughness)
    return level === 0 ? mips[0]! : filterBySampling(mips, size >> level, roughness)
  })
}

/** Encodes a panorama's light as a light file, not yet compressed. */
export function encodeLightFile(panorama: DataTexture): Uint8Array {
  const cubes = filterPanorama(panorama)
  const edges = listLevelEdges(cubes[0]!.edge, cubes.length)
  const count = countPixels(edges)
  const bytes = new Uint8Array(LIGHT_HEADER_BYTES + count * 6)
  const header = new DataView(bytes.buffer)
  header.setUint32(0, LIGHT_FILE_MAGIC, true)
  header.setUint16(4, edges[0]!, true)
  header.setUint16(6, edges.length, true)
  header.setFloat32(8, meanLuminanceOf(panorama), true)
  const pixels = new Uint16Array(count * 3)
  // Values as the decoder computes them. A channel predicted from another channel uses the other channel's rounded value.
  const decoded = new Int32Array(count * 3)
  let filled = 0
  for (const { data } of cubes) {
    for (const [index, value] of data.entries()) pixels[filled + index] = toHalfBits(value)
    filled += data.length
  }
  for (const [plane, { channel, from, droppedBits }] of PIXEL_PLANES.entries()) {
    const values = Int32Array.from({ length: count }, (_, pixel) => {
      const offset = pixel * 3
      const predicted = from === undefined ? 0 : decoded[offset + from]!
      const value = roundOff(pixels[offset + channel]! - predicted, droppedBits)
      decoded[offset + channel] = predicted + (value << droppedBits)
      return value
    })
    const [lowBytes, highBytes] = [LIGHT_HEADER_BYTES + plane * 2 * count, LIGHT_HEADER_BYTES + (plane * 2 + 1) * count]
    let index = 0
    for (const edge of edges) {
      for (let row = 0; row < 6 * edge; row++) {
        for (let column = 0; column < edge; column++, index++) {
          const distance = values[index]! - predictValue(values, index, edge, column, row % edge === 0)
          const zigzag = distance < 0 ? -2 * distance - 1 : 2 * distance
          bytes[lowBytes + index] = zigzag & 255
          bytes[highBytes + index] = zigzag >> 8
        }
      }
    }
  }
  return bytes
}

const MAX_HALF_FLOAT = 65504
/** Bits of the largest half float, minus the maximum rounding error of green and of a channel predicted from green. */
const MAX_HALF_BITS = 0x7bff - 32

/** Encodes a value as the bits of a half float, with headroom so that rounding up never yields infinity. */
const toHalfBits = (value: number): number =>
  Math.min(MAX_HALF_BITS, DataUtils.toHalfFloat(Math.min(MAX_HALF_FLOAT, Math.max(0, value))))

const roundOff = (bits: number, droppedBits: number): number => (bits + (1 << (droppedBits - 1))) >> droppedBits
