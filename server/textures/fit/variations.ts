import type { TextureSlot } from '../../../src/api/contract/textures.ts'
import { POINTS_PER_SIDE } from '../features.ts'

type RandomSource = () => number

/** Creates a seeded pseudorandom generator of numbers from 0 to 1 (mulberry32). */
export function createSeededRandom(seed: number): RandomSource {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** Width and height of the images that {@link varyPicture} makes variations from, in pixels. */
export const FINE_POINTS_PER_SIDE = 192

export function downsample(fine: Uint8Array): Uint8Array {
  return cut(fine, 0, 0, 1, false)
}

/** Returns a plausible variation of an image: cropped, flipped, recoloured, or with other data in its channels. */
export function varyPicture(fine: Uint8Array, slot: TextureSlot, random: RandomSource): Uint8Array {
  const share = 0.35 + 0.6 * random()
  const part = cut(fine, random() * (1 - share), random() * (1 - share), share, random() < 0.5)
  return addNoise(repaint(part, slot, random), random)
}

/** Returns a square crop, reduced to {@link POINTS_PER_SIDE}² pixels. The crop is given as fractions of the image's side. */
function cut(fine: Uint8Array, left: number, top: number, share: number, isFlopped: boolean): Uint8Array {
  const out = new Uint8Array(POINTS_PER_SIDE * POINTS_PER_SIDE * 4)
  const sourceIndex = (from: number, step: number) =>
    Math.floor((from + ((step + 0.5) / POINTS_PER_SIDE) * share) * FINE_POINTS_PER_SIDE)
  for (let i = 0; i < POINTS_PER_SIDE * POINTS_PER_SIDE; i++) {
    const column = isFlopped ? POINTS_PER_SIDE - 1 - (i % POINTS_PER_SIDE) : i % POINTS_PER_SIDE
    const at =
      (sourceIndex(top, Math.floor(i / POINTS_PER_SIDE)) * FINE_POINTS_PER_SIDE + sourceIndex(left, column)) * 4
    out.set(fine.subarray(at, at + 4), i * 4)
  }
  return out
}

function repaint(points: Uint8Array, slot: TextureSlot, random: RandomSource): Uint8Array {
  if (slot === 'normal') {
    const scaled = scaleNormals(points, 0.4 + 1.2 * random(), random() < 0.5)
    const kind = random()
    return kind < 0.35 ? addBlackMargin(scaled, random) : kind < 0.6 ? addGrain(scaled, random) : scaled
  }
  if (slot === 'metallicRoughness') return varyChannels(points, random)
  const gain = 0.6 + 0.6 * random()
  if (slot === 'occlusion')
    return mapPixels(points, (r, g, b) => [255 - (255 - r) * gain, 255 - (255 - g) * gain, 255 - (255 - b) * gain])
  const order = [
    [0, 1, 2],
    [1, 2, 0],
    [2, 0, 1],
    [0, 2, 1],
  ][Math.floor(random() * 4)]!
  const fade = slot === 'baseColor' && random() < 0.3 ? random() : 1
  return mapPixels(points, (...colour) => {
    const mixed = order.map((k) => colour[k]!)
    const grey = (mixed[0]! + mixed[1]! + mixed[2]!) / 3
    return mixed.map((value) => (grey + (value - grey) * fade) * gain) as [number, number, number]
  })
}

function scaleNormals(points: Uint8Array, scale: number, isFlipped: boolean): Uint8Array {
  return mapPixels(points, (r, g, b) => {
    const [x, y, z] = [(r - 127.5) * scale, (g - 127.5) * scale * (isFlipped ? -1 : 1), Math.max(1, b - 127.5)]
    const length = Math.sqrt(x * x + y * y + z * z)
    return [127.5 + (x / length) * 127.5, 127.5 + (y / length) * 127.5, 127.5 + (z / length) * 127.5]
  })
}

/** Adds noise to each channel, as in photographs and compressed files. */
function addGrain(points: Uint8Array, random: RandomSource): Uint8Array {
  const strength = 20 + 100 * random()
  const fade = 20 * random()
  const noise = () => (random() - 0.5) * strength
  return mapPixels(points, (r, g, b) => [r + noise(), g + noise(), b + noise() / 2 - fade])
}

/** Blackens everything outside a rectangle, like the unused area between the UV islands of a texture. */
function addBlackMargin(points: Uint8Array, random: RandomSource): Uint8Array {
  const [x, y, w, h] = [random() * 40, random() * 40, 16 + random() * 40, 16 + random() * 40]
  const out = new Uint8Array(points)
  for (let i = 0; i < POINTS_PER_SIDE * POINTS_PER_SIDE; i++) {
    const [column, row] = [i % POINTS_PER_SIDE, Math.floor(i / POINTS_PER_SIDE)]
    if (column < x || column > x + w || row < y || row > y + h) out.set([0, 0, 0, 255], i * 4)
  }
  return out
}

/** Varies the channels at random: red empty, full or original; metalness 0, 1 or original. */
function varyChannels(points: Uint8Array, random: RandomSource): Uint8Array {
  const red = [undefined, undefined, 0, 255][Math.floor(random() * 4)]
  const blue = [undefined, undefined, undefined, 0, 255][Math.floor(random() * 5)]
  const lift = (random() - 0.5) * 80
  return mapPixels(points, (r, g, b) => [red ?? r, g + lift, blue ?? b])
}

/** Returns the occlusion in the red channel as a separate texture, in grey or in the red channel only. */
export function extractOcclusion(points: Uint8Array, isGrey: boolean): Uint8Array {
  return mapPixels(points, (r) => (isGrey ? [r, r, r] : [r, 0, 0]))
}

/** Returns an emissive texture made from a base colour texture: some bright patches on black. */
export function addSpecularHighlights(points: Uint8Array, random: RandomSource): Uint8Array {
  const patches = Array.from({ length: 1 + Math.floor(random() * 6) }, () => ({
    x: random() * POINTS_PER_SIDE,
    y: random() * POINTS_PER_SIDE,
    w: (0.04 + 0.3 * random()) * POINTS_PER_SIDE,
    h: (0.04 + 0.3 * random()) * POINTS_PER_SIDE,
    colour: [random() * 255, random() * 255, random() * 255] as const,
    isPlain: random() < 0.5,
  }))
  const out = new Uint8Array(points.length)
  for (let i = 0; i < POINTS_PER_SIDE * POINTS_PER_SIDE; i++) {
    const [x, y] = [i % POINTS_PER_SIDE, Math.floor(i / POINTS_PER_SIDE)]
    const patch = patches.find((it) => Math.abs(x - it.x) < it.w / 2 && Math.abs(y - it.y) < it.h / 2)
    for (let k = 0; k < 3; k++) {
      const light = patch?.isPlain ? patch.colour[k]! : Math.min(255, points[i * 4 + k]! * 1.6 + 40)
      out[i * 4 + k] = patch ? light : 0
    }
    out[i * 4 + 3] = 255
  }
  return out
}

function addNoise(points: Uint8Array, random: RandomSource): Uint8Array {
  const strength = random() < 0.5 ? 0 : 6 * random()
  return mapPixels(points, (r, g, b) => [
    r + (random() - 0.5) * strength,
    g + (random() - 0.5) * strength,
    b + (random() - 0.5) * strength,
  ])
}

function mapPixels(
  points: Uint8Array,
  change: (r: number, g: number, b: number) => readonly [number, number, number],
): Uint8Array {
  const out = new Uint8Array(points)
  for (let at = 0; at < points.length; at += 4) {
    const colour = change(points[at]!, points[at + 1]!, points[at + 2]!)
    for (let k = 0; k < 3; k++) out[at + k] = Math.min(255, Math.max(0, Math.round(colour[k]!)))
  }
  return out
}
