import type { TextureSlot } from '../../../src/api/contract/textures.ts'
import { POINTS } from '../features.ts'

type Chance = () => number

/** Pictures are varied from so many points a side. */
export const FINE = 192

/** POINTS × POINTS points of a whole picture of FINE × FINE. */
export function wholeOf(fine: Uint8Array): Uint8Array {
  return cut(fine, 0, 0, 1, false)
}

/** Others such as the painter of a picture (FINE × FINE) might have made: cut out, flipped, recoloured, packed differently. */
export function variationOf(fine: Uint8Array, slot: TextureSlot, chance: Chance): Uint8Array {
  const share = 0.35 + 0.6 * chance()
  const part = cut(fine, chance() * (1 - share), chance() * (1 - share), share, chance() < 0.5)
  return noisy(repainted(part, slot, chance), chance)
}

/** POINTS × POINTS points of a square part of a picture, by shares of its side. */
function cut(fine: Uint8Array, left: number, top: number, share: number, isFlopped: boolean): Uint8Array {
  const out = new Uint8Array(POINTS * POINTS * 4)
  const place = (from: number, step: number) => Math.floor((from + ((step + 0.5) / POINTS) * share) * FINE)
  for (let i = 0; i < POINTS * POINTS; i++) {
    const column = isFlopped ? POINTS - 1 - (i % POINTS) : i % POINTS
    const at = (place(top, Math.floor(i / POINTS)) * FINE + place(left, column)) * 4
    out.set(fine.subarray(at, at + 4), i * 4)
  }
  return out
}

function repainted(points: Uint8Array, slot: TextureSlot, chance: Chance): Uint8Array {
  if (slot === 'normal') {
    const leant = leaning(points, 0.4 + 1.2 * chance(), chance() < 0.5)
    const kind = chance()
    return kind < 0.35 ? cutFree(leant, chance) : kind < 0.6 ? grainy(leant, chance) : leant
  }
  if (slot === 'metallicRoughness') return packed(points, chance)
  const gain = 0.6 + 0.6 * chance()
  if (slot === 'occlusion')
    return each(points, (r, g, b) => [255 - (255 - r) * gain, 255 - (255 - g) * gain, 255 - (255 - b) * gain])
  const order = [
    [0, 1, 2],
    [1, 2, 0],
    [2, 0, 1],
    [0, 2, 1],
  ][Math.floor(chance() * 4)]!
  const fade = slot === 'baseColor' && chance() < 0.3 ? chance() : 1
  return each(points, (...colour) => {
    const mixed = order.map((k) => colour[k]!)
    const grey = (mixed[0]! + mixed[1]! + mixed[2]!) / 3
    return mixed.map((value) => (grey + (value - grey) * fade) * gain) as [number, number, number]
  })
}

/** Flatter or steeper, and with green the other way up. */
function leaning(points: Uint8Array, scale: number, isFlipped: boolean): Uint8Array {
  return each(points, (r, g, b) => {
    const [x, y, z] = [(r - 127.5) * scale, (g - 127.5) * scale * (isFlipped ? -1 : 1), Math.max(1, b - 127.5)]
    const length = Math.sqrt(x * x + y * y + z * z)
    return [127.5 + (x / length) * 127.5, 127.5 + (y / length) * 127.5, 127.5 + (z / length) * 127.5]
  })
}

/** As photographs and compression leave it: each channel a little off, so that vectors are no longer of length 1. */
function grainy(points: Uint8Array, chance: Chance): Uint8Array {
  const much = 20 + 100 * chance()
  const fade = 20 * chance()
  const off = () => (chance() - 0.5) * much
  return each(points, (r, g, b) => [r + off(), g + off(), b + off() / 2 - fade])
}

/** Black around what is shown, as beside the pieces of an unwrapped model. */
function cutFree(points: Uint8Array, chance: Chance): Uint8Array {
  const [x, y, w, h] = [chance() * 40, chance() * 40, 16 + chance() * 40, 16 + chance() * 40]
  const out = new Uint8Array(points)
  for (let i = 0; i < POINTS * POINTS; i++) {
    const [column, row] = [i % POINTS, Math.floor(i / POINTS)]
    if (column < x || column > x + w || row < y || row > y + h) out.set([0, 0, 0, 255], i * 4)
  }
  return out
}

/** With nothing, everything or what was there in red; with metal nowhere, everywhere or where it was. */
function packed(points: Uint8Array, chance: Chance): Uint8Array {
  const red = [undefined, undefined, 0, 255][Math.floor(chance() * 4)]
  const blue = [undefined, undefined, undefined, 0, 255][Math.floor(chance() * 5)]
  const lift = (chance() - 0.5) * 80
  return each(points, (r, g, b) => [red ?? r, g + lift, blue ?? b])
}

/** The red of a packed texture, which is its occlusion, as painters save it alone: grey, or in red only. */
export function occlusionOf(points: Uint8Array, isGrey: boolean): Uint8Array {
  return each(points, (r) => (isGrey ? [r, r, r] : [r, 0, 0]))
}

/** A texture that shines where a few of its painter's patches are, black elsewhere. */
export function shining(points: Uint8Array, chance: Chance): Uint8Array {
  const patches = Array.from({ length: 1 + Math.floor(chance() * 6) }, () => ({
    x: chance() * POINTS,
    y: chance() * POINTS,
    w: (0.04 + 0.3 * chance()) * POINTS,
    h: (0.04 + 0.3 * chance()) * POINTS,
    colour: [chance() * 255, chance() * 255, chance() * 255] as const,
    isPlain: chance() < 0.5,
  }))
  const out = new Uint8Array(points.length)
  for (let i = 0; i < POINTS * POINTS; i++) {
    const [x, y] = [i % POINTS, Math.floor(i / POINTS)]
    const patch = patches.find((it) => Math.abs(x - it.x) < it.w / 2 && Math.abs(y - it.y) < it.h / 2)
    for (let k = 0; k < 3; k++) {
      const light = patch?.isPlain ? patch.colour[k]! : Math.min(255, points[i * 4 + k]! * 1.6 + 40)
      out[i * 4 + k] = patch ? light : 0
    }
    out[i * 4 + 3] = 255
  }
  return out
}

function noisy(points: Uint8Array, chance: Chance): Uint8Array {
  const much = chance() < 0.5 ? 0 : 6 * chance()
  return each(points, (r, g, b) => [
    r + (chance() - 0.5) * much,
    g + (chance() - 0.5) * much,
    b + (chance() - 0.5) * much,
  ])
}

function each(
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
