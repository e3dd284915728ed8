/** Ten hues for asset types, in the order of the colour wheel (design guide §3; tokens.css has the angles). */
export const PIGMENTS = [
  'madder',
  'sienna',
  'ochre',
  'olive',
  'malachite',
  'lagoon',
  'cerulean',
  'smalt',
  'mauve',
  'lake',
] as const

/** Name of a hue, as used in `data-pigment`. */
export type Pigment = (typeof PIGMENTS)[number]

// With this seed, the platform's 14 asset types cover all ten hues, with at most two types per hue.
const SEED = 4034295

/** Returns a hue from a hash of `key`, such as an asset type, so that new types need no code. */
export function pigmentOf(key: string): Pigment {
  let hash = SEED
  for (const letter of key) {
    hash = Math.imul(hash ^ letter.codePointAt(0)!, 0x01000193)
    hash ^= hash >>> 15
  }
  return PIGMENTS[(hash >>> 0) % PIGMENTS.length]!
}
