import { normalizeName } from './face-names.ts'

/** Mouth shapes of speech, named as by Oculus. */
export const VISEMES = ['sil', 'PP', 'FF', 'TH', 'DD', 'kk', 'CH', 'SS', 'nn', 'RR', 'aa', 'E', 'I', 'O', 'U'] as const
export type Viseme = (typeof VISEMES)[number]

/** Weights (0–1) by viseme, with or without `viseme_`, or by morph target name, such as ARKit's. */
export type Visemes = Readonly<Record<string, number>>

/** Normalised aliases of visemes and of their morph targets. */
const VISEME_ALIASES: Readonly<Record<Viseme, readonly string[]>> = {
  sil: ['visemesil', 'sil'],
  PP: ['visemepp', 'pp'],
  FF: ['visemeff', 'ff'],
  TH: ['visemeth', 'th'],
  DD: ['visemedd', 'dd'],
  kk: ['visemekk', 'kk'],
  CH: ['visemech', 'ch'],
  SS: ['visemess', 'ss'],
  nn: ['visemenn', 'nn'],
  RR: ['visemerr', 'rr'],
  aa: ['visemeaa', 'aa', 'a', 'fclmtha', 'vowela'],
  E: ['visemee', 'e', 'ee', 'fclmthe', 'vowele'],
  I: ['visemei', 'i', 'ih', 'fclmthi', 'voweli'],
  O: ['visemeo', 'o', 'oh', 'fclmtho', 'vowelo'],
  U: ['visemeu', 'u', 'ou', 'fclmthu', 'vowelu'],
}

export function visemeOf(name: string): Viseme | undefined {
  const normalized = normalizeName(name)
  return VISEMES.find((viseme) => VISEME_ALIASES[viseme].includes(normalized))
}

const leftAndRight = (name: string, weight: number) => ({ [`${name}Left`]: weight, [`${name}Right`]: weight })

/** Visemes composed of ARKit's morph targets. */
const ARKIT_WEIGHTS: Readonly<Record<Viseme, Readonly<Record<string, number>>>> = {
  sil: {},
  PP: { ...leftAndRight('mouthPress', 0.5), mouthRollLower: 0.3, mouthRollUpper: 0.3 },
  FF: { jawOpen: 0.06, mouthRollLower: 0.6, ...leftAndRight('mouthUpperUp', 0.2) },
  TH: { jawOpen: 0.16, tongueOut: 0.4 },
  DD: { jawOpen: 0.18, ...leftAndRight('mouthStretch', 0.1) },
  kk: { jawOpen: 0.22 },
  CH: { jawOpen: 0.12, mouthFunnel: 0.5 },
  SS: { jawOpen: 0.05, ...leftAndRight('mouthStretch', 0.3), ...leftAndRight('mouthSmile', 0.15) },
  nn: { jawOpen: 0.12 },
  RR: { jawOpen: 0.12, mouthFunnel: 0.3, mouthPucker: 0.2 },
  aa: { jawOpen: 0.6 },
  E: { jawOpen: 0.34, ...leftAndRight('mouthSmile', 0.25), ...leftAndRight('mouthStretch', 0.2) },
  I: { jawOpen: 0.2, ...leftAndRight('mouthSmile', 0.4) },
  O: { jawOpen: 0.4, mouthFunnel: 0.6 },
  U: { jawOpen: 0.2, mouthPucker: 0.7, mouthFunnel: 0.2 },
}

/** Names of a morph target that only opens the mouth. */
const OPEN = ['jawopen', 'mouthopen', 'open', 'jawdrop']

export function visemeInfluences(visemes: Visemes, names: readonly string[]): Map<string, number> {
  const nameByPlain = new Map(names.map((name) => [normalizeName(name), name]))
  const target = (arkit: string) => {
    const normalized = arkit.toLowerCase()
    return nameByPlain.get(normalized) ?? nameByPlain.get(normalized.replace(/(l)eft$|(r)ight$/, '$1$2'))
  }
  const influences = new Map<string, number>()
  const add = (name: string | undefined, weight: number) => {
    if (name !== undefined && weight > 0) influences.set(name, Math.min(1, (influences.get(name) ?? 0) + weight))
  }
  for (const [name, value] of Object.entries(visemes)) {
    const weight = Math.min(1, Math.max(0, Number.isFinite(value) ? value : 0))
    const exact = names.includes(name) ? name : undefined
    const viseme = visemeOf(name)
    if (exact || !viseme) {
      add(exact ?? nameByPlain.get(normalizeName(name)), weight)
      continue
    }
    const ownTarget = VISEME_ALIASES[viseme]
      .map((alias) => nameByPlain.get(alias))
      .find((candidate) => candidate !== undefined)
    if (ownTarget) {
      add(ownTarget, weight)
      continue
    }
    const parts = Object.entries(ARKIT_WEIGHTS[viseme]).filter(([part]) => target(part) !== undefined)
    for (const [part, share] of parts) add(target(part), weight * share)
    const open = OPEN.map((alias) => nameByPlain.get(alias)).find((candidate) => candidate !== undefined)
    if (parts.length === 0) add(open, weight * (ARKIT_WEIGHTS[viseme]['jawOpen'] ?? 0))
  }
  return influences
}

/** Audio analysis of one moment: loudness (0–1), and decibels per frequency bin, `hertz` apart. */
export interface SoundSample {
  loudness: number
  decibels: ArrayLike<number>
  hertz: number
}

/** Loudness below which there is no speech, and above which the mouth is fully open. */
export const SILENCE_LEVEL = 0.012
const LOUD_LEVEL = 0.16

/** Vowels by their first two formants, in hertz. */
const VOWELS: readonly (readonly [vowel: Viseme, first: number, second: number])[] = [
  ['aa', 780, 1250],
  ['E', 530, 1850],
  ['I', 300, 2250],
  ['O', 480, 900],
  ['U', 330, 720],
]

/** Frequency range of sibilants in hertz, and their minimum share of the power. */
const HISS = { from: 4200, to: 9000, share: 0.55 }

/** Estimates visemes from audio: the two nearest vowels, or a sibilant, scaled by loudness. Returns no weights in silence. */
export function detectVisemes({ loudness, decibels, hertz }: SoundSample): Partial<Record<Viseme, number>> {
  if (!(loudness > SILENCE_LEVEL) || !(hertz > 0)) return {}
  const openness = Math.min(1, Math.sqrt((loudness - SILENCE_LEVEL) / (LOUD_LEVEL - SILENCE_LEVEL)))
  const power = (from: number, to: number) => {
    let sum = 0
    for (let bin = Math.ceil(from / hertz); bin < Math.min(decibels.length, to / hertz); bin += 1) {
      sum += 10 ** ((decibels[bin] ?? -200) / 10)
    }
    return sum
  }
  const hiss = power(HISS.from, HISS.to)
  if (hiss > HISS.share * (hiss + power(150, HISS.from))) return { SS: openness }
  const first = peak(decibels, hertz, 220, 1000)
  const second = peak(decibels, hertz, Math.max(first + 220, 650), 2800)
  const nearest = VOWELS.map(
    ([vowel, formant1, formant2]) =>
      [vowel, 1 / (0.02 + octavesBetween(first, formant1) ** 2 + octavesBetween(second, formant2) ** 2)] as const,
  )
    .sort(([, one], [, other]) => other - one)
    .slice(0, 2)
  const total = nearest.reduce((sum, [, weight]) => sum + weight, 0)
  return Object.fromEntries(nearest.map(([vowel, weight]) => [vowel, (weight / total) * openness]))
}

/** Returns the interval between two frequencies in octaves, which matches hearing. */
const octavesBetween = (one: number, other: number): number => Math.log2(one / other)

/**
 * Returns the strongest local maximum in a frequency range, smoothed over several bins. This avoids picking a harmonic of the
 * voice, or the slope of a lower formant.
 */
function peak(decibels: ArrayLike<number>, hertz: number, from: number, to: number): number {
  const halfWidth = Math.max(1, Math.round(60 / hertz))
  const strength = (bin: number) => {
    let sum = 0
    for (let neighbour = bin - halfWidth; neighbour <= bin + halfWidth; neighbour += 1)
      sum += 10 ** ((decibels[neighbour] ?? -200) / 20)
    return sum
  }
  let best = from
  let highest = Number.NEGATIVE_INFINITY
  for (let bin = Math.ceil(from / hertz); bin <= Math.min(decibels.length - 1, to / hertz); bin += 1) {
    const level = strength(bin)
    if (level <= highest || level < strength(bin - 1) || level < strength(bin + 1)) continue
    highest = level
    best = bin * hertz
  }
  return best
}

/** Exponential rates per second. The mouth opens faster than it closes. */
const OPENING_RATE = 28
const CLOSING_RATE = 14

/** Difference in weight treated as zero. */
const ZERO_THRESHOLD = 0.004

/** Moves weights from `now` towards `goal` for `seconds`. Drops zero weights. */
export function easeMouth(now: Visemes, goal: Visemes, seconds: number): Visemes {
  const eased: Record<string, number> = {}
  for (const name of new Set([...Object.keys(now), ...Object.keys(goal)])) {
    const from = now[name] ?? 0
    const to = goal[name] ?? 0
    const weight = from + (to - from) * (1 - Math.exp(-(to > from ? OPENING_RATE : CLOSING_RATE) * seconds))
    const snapped = Math.abs(to - weight) < ZERO_THRESHOLD ? to : weight
    if (snapped > 0) eased[name] = snapped
  }
  return eased
}
