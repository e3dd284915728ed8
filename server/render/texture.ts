import { toEncoded, toLinear } from './portable.ts'

/** A picture in memory, 4 bytes a pixel. */
export interface Pixels {
  width: number
  height: number
  pixels: Uint8Array
}

/** Whether a texture holds colours (sRGB) or numbers as they are. */
export type TextureKind = 'colour' | 'data'

/** What a texture shows beyond its edges. */
export type Wrap = 'repeat' | 'mirror' | 'clamp'

/** A picture in ever smaller copies, the largest first, and how it is read. */
export interface Texture {
  levels: readonly Pixels[]
  kind: TextureKind
  wrapS: Wrap
  wrapT: Wrap
  /** Shows its pixels as squares where they are larger than what is drawn. */
  isBlocky: boolean
}

const LINEAR = Float64Array.from({ length: 256 }, (_, i) => toLinear(i / 255))
const PLAIN = Float64Array.from({ length: 256 }, (_, i) => i / 255)
/** sRGB bytes by light, finer than the darkest of them differ. */
const ENCODED = Uint8Array.from({ length: 8193 }, (_, i) => Math.round(toEncoded(i / 8192) * 255))

/** A picture at most `side` pixels a side, and copies of half the size down to one pixel; colours are mixed as light. */
export function levelsOf(picture: Pixels, kind: TextureKind, side: number): Pixels[] {
  let largest = picture
  while (Math.max(largest.width, largest.height) > side) largest = halved(largest, kind)
  const levels = [largest]
  for (let last = largest; last.width > 1 || last.height > 1; levels.push(last)) last = halved(last, kind)
  return levels
}

function halved({ width, height, pixels }: Pixels, kind: TextureKind): Pixels {
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
            ? ENCODED[
                Math.round(
                  (LINEAR[pixels[a]!]! + LINEAR[pixels[b]!]! + LINEAR[pixels[c]!]! + LINEAR[pixels[d]!]!) * 2048,
                )
              ]!
            : (pixels[a]! + pixels[b]! + pixels[c]! + pixels[d]! + 2) >> 2
      }
    }
  return { width: w, height: h, pixels: out }
}

/** Which level to read where one sample covers `texels` pixels (across) of the largest. */
export function levelFor({ levels }: Texture, texels: number): number {
  let [level, covered] = [0, texels]
  // Two thirds of an octave late: the samples of a pixel are averaged, which smooths too.
  while (covered > 1.6 && level + 1 < levels.length) {
    covered /= 2
    level++
  }
  return level
}

/** Reads a texture at (u, v), mixing the four nearest pixels, into `out` (4 numbers 0..1, colours as light). */
export function readTexture(texture: Texture, level: number, u: number, v: number, out: Float64Array): void {
  const { width, height, pixels } = texture.levels[level]!
  const rgb = texture.kind === 'colour' ? LINEAR : PLAIN
  const blocky = texture.isBlocky && level === 0
  const x = (Number.isFinite(u) ? u : 0) * width - 0.5
  const y = (Number.isFinite(v) ? v : 0) * height - 0.5
  const [column, row] = blocky ? [Math.round(x), Math.round(y)] : [Math.floor(x), Math.floor(y)]
  const x0 = wrapped(column, width, texture.wrapS)
  const y0 = wrapped(row, height, texture.wrapT) * width
  const x1 = wrapped(column + 1, width, texture.wrapS)
  const y1 = wrapped(row + 1, height, texture.wrapT) * width
  const [fx, fy] = blocky ? [0, 0] : [x - column, y - row]
  const [a, b, c, d] = [(1 - fx) * (1 - fy), fx * (1 - fy), (1 - fx) * fy, fx * fy]
  mix(pixels, rgb, (y0 + x0) * 4, a, (y0 + x1) * 4, b, (y1 + x0) * 4, c, (y1 + x1) * 4, d, out)
}

function mix(
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
    const value = k < 3 ? rgb : PLAIN
    out[k] =
      value[pixels[p + k]!]! * a + value[pixels[q + k]!]! * b + value[pixels[r + k]!]! * c + value[pixels[s + k]!]! * d
  }
}

function wrapped(index: number, length: number, wrap: Wrap): number {
  if (wrap === 'clamp') return Math.min(length - 1, Math.max(0, index))
  const period = wrap === 'mirror' ? length * 2 : length
  const place = index - Math.floor(index / period) * period
  return wrap === 'mirror' && place >= length ? period - 1 - place : place
}
