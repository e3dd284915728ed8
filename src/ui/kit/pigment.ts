/** The ten hues of the type system, in the order of the wheel (look.md §3; tokens.css has the angles). */
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

/** The name of a hue, as it stands in `data-pigment`. */
export type Pigment = (typeof PIGMENTS)[number]

// Chosen so that the fourteen types of the platform fall on all ten names and no name has more than two of them.
const SEED = 4034295

/** The hue of an asset type, from a hash of its key: a type added tomorrow gets one with no code. Never throws. */
export function pigmentOf(key: string): Pigment {
  let hash = SEED
  for (const letter of key) {
    hash = Math.imul(hash ^ letter.codePointAt(0)!, 0x01000193)
    hash ^= hash >>> 15
  }
  return PIGMENTS[(hash >>> 0) % PIGMENTS.length]!
}
