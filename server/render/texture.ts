import { toLinear, toSrgb } from './portable-math.ts'

export interface Bitmap {
  width: number
  height: number
  pixels: Uint8Array
}

export type TextureKind = 'colour' | 'data'

export type TextureWrap = 'repeat' | 'mirror' | 'clamp'

/** Texture with its mipmaps, largest first. */
export interface Texture {
  levels: readonly Bitmap[]
  kind: TextureKind
  wrapS: TextureWrap
  wrapT: TextureWrap
  /** Whether magnification uses the nearest pixel instead of interpolating. */
  isNearest: boolean
}

const SRGB_TO_LINEAR = Float64Array.from({ length: 256 }, (_, i) => toLinear(i / 255))
const BYTE_TO_FRACTION = Float64Array.from({ length: 256 }, (_, i) => i / 255)
const SRGB_TABLE = Uint8Array.from({ length: 8193 }, (_, i) => Math.round(toSrgb(i / 8192) * 255))

/** Returns mipmaps, from at most `side` pixels wide and high down to one pixel. Colours are averaged in linear light. */
export function buildMipLevels(picture: Bitmap, kind: TextureKind, side: number): Bitmap[] {
  let largest = picture
  while (Math.max(largest.width, largest.height) > side) largest = halveSize(largest, kind)
  const levels = [largest]
  for (let last = largest; last.width > 1 || last.height > 1; levels.push(last)) last = halveSize(last, kind)
  return levels
}

function halveSize({ width, height, pixels }: Bitmap, kind: TextureKind): Bitmap {
  const [w, h] = [Math.max(1, width >> 1), Math.max(1, height >> 1)]
  const out = new Uint8Array(w * h * 4)
  const right = width > 1 ? 4 : 0
  const below = height > 1 ? width * 4 : 0
  for (let y = 0; y < h; y++)
    for (let x = 0; x < w; x++) {
      const at = (Math.min(height - 1, y * 2) * width + Math.min(width - 1, x * 2)) * 4
      const to = (y * w + x) * 4
      for (let k = 0; k < 4; k++) {
        const [a, b, c, d] = [at + k, at + k + right, at + k + below, at + k + right + below]
        out[to + k] =
          kind === 'colour' && k < 3
            ? SRGB_TABLE[
                Math.round(
                  (SRGB_TO_LINEAR[pixels[a]!]! +
                    SRGB_TO_LINEAR[pixels[b]!]! +
                    SRGB_TO_LINEAR[pixels[c]!]! +
                    SRGB_TO_LINEAR[pixels[d]!]!) *
                    2048,
                )
              ]!
            : (pixels[a]! + pixels[b]! + pixels[c]! + pixels[d]! + 2) >> 2
      }
    }
  return { width: w, height: h, pixels: out }
}

/** Returns the mipmap level for a sample with a width of `texels` pixels of the largest level. */
export function selectMipLevel({ levels }: Texture, texels: number): number {
  let [level, covered] = [0, texels]
  // Switches to the next level late, at 1.6 instead of 1, because averaging a pixel's samples smooths too.
  while (covered > 1.6 && level + 1 < levels.length) {
    covered /= 2
    level++
  }
  return level
}

/** Reads a texture at (u, v) with bilinear filtering. Writes 4 numbers from 0 to 1 into `out`; colours are linear. */
export function sampleTexture(texture: Texture, level: number, u: number, v: number, out: Float64Array): void {
  const { width, height, pixels } = texture.levels[level]!
  const rgb = texture.kind === 'colour' ? SRGB_TO_LINEAR : BYTE_TO_FRACTION
  const blocky = texture.isNearest && level === 0
  const x = (Number.isFinite(u) ? u : 0) * width - 0.5
  const y = (Number.isFinite(v) ? v : 0) * height - 0.5
  const [column, row] = blocky ? [Math.round(x), Math.round(y)] : [Math.floor(x), Math.floor(y)]
  const x0 = wrapIndex(column, width, texture.wrapS)
  const y0 = wrapIndex(row, height, texture.wrapT) * width
  const x1 = wrapIndex(column + 1, width, texture.wrapS)
  const y1 = wrapIndex(row + 1, height, texture.wrapT) * width
  const [fx, fy] = blocky ? [0, 0] : [x - column, y - row]
  const [a, b, c, d] = [(1 - fx) * (1 - fy), fx * (1 - fy), (1 - fx) * fy, fx * fy]
  blendPixels(pixels, rgb, (y0 + x0) * 4, a, (y0 + x1) * 4, b, (y1 + x0) * 4, c, (y1 + x1) * 4, d, out)
}

function blendPixels(
  pixels: Uint8Array,
  rgb: Float64Array,
  p: number,
  a: number,
  q: number,
  b: number,
  r: number,
  c: number,
  s: number,
  d: number,
  out: Float64Array,
): void {
  for (let k = 0; k < 4; k++) {
    const value = k < 3 ? rgb : BYTE_TO_FRACTION
    out[k] =
      value[pixels[p + k]!]! * a + value[pixels[q + k]!]! * b + value[pixels[r + k]!]! * c + value[pixels[s + k]!]! * d
  }
}

function wrapIndex(index: number, length: number, wrap: TextureWrap): number {
  if (wrap === 'clamp') return Math.min(length - 1, Math.max(0, index))
  const period = wrap === 'mirror' ? length * 2 : length
  const offset = index - Math.floor(index / period) * period
  return wrap === 'mirror' && offset >= length ? period - 1 - offset : offset
}
