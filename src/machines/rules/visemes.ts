import { plainName } from './face-names.ts'

/** The shapes of a mouth that speaks, as Oculus names them. */
export const VISEMES = ['sil', 'PP', 'FF', 'TH', 'DD', 'kk', 'CH', 'SS', 'nn', 'RR', 'aa', 'E', 'I', 'O', 'U'] as const
export type Viseme = (typeof VISEMES)[number]

/** Weights from 0 to 1 by viseme, with or without `viseme_`, or by the name of a target, such as ARKit's. */
export type Visemes = Readonly<Record<string, number>>

/** What else visemes and the targets made for them are called, in plain names. */
const CALLED: Readonly<Record<Viseme, readonly string[]>> = {
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

/** The viseme of a name; undefined for any other name. */
export function visemeOf(name: string): Viseme | undefined {
  const plain = plainName(name)
  return VISEMES.find((viseme) => CALLED[viseme].includes(plain))
}

const both = (name: string, weight: number) => ({ [`${name}Left`]: weight, [`${name}Right`]: weight })

/** Each viseme by ARKit's targets. */
const BY_ARKIT: Readonly<Record<Viseme, Readonly<Record<string, number>>>> = {
  sil: {},
  PP: { ...both('mouthPress', 0.5), mouthRollLower: 0.3, mouthRollUpper: 0.3 },
  FF: { jawOpen: 0.06, mouthRollLower: 0.6, ...both('mouthUpperUp', 0.2) },
  TH: { jawOpen: 0.16, tongueOut: 0.4 },
  DD: { jawOpen: 0.18, ...both('mouthStretch', 0.1) },
  kk: { jawOpen: 0.22 },
  CH: { jawOpen: 0.12, mouthFunnel: 0.5 },
  SS: { jawOpen: 0.05, ...both('mouthStretch', 0.3), ...both('mouthSmile', 0.15) },
  nn: { jawOpen: 0.12 },
  RR: { jawOpen: 0.12, mouthFunnel: 0.3, mouthPucker: 0.2 },
  aa: { jawOpen: 0.6 },
  E: { jawOpen: 0.34, ...both('mouthSmile', 0.25), ...both('mouthStretch', 0.2) },
  I: { jawOpen: 0.2, ...both('mouthSmile', 0.4) },
  O: { jawOpen: 0.4, mouthFunnel: 0.6 },
  U: { jawOpen: 0.2, mouthPucker: 0.7, mouthFunnel: 0.2 },
}

/** What a mouth that can only open is called. */
const OPEN = ['jawopen', 'mouthopen', 'open', 'jawdrop']

/** The influences that show these weights on a model with targets of these `names`, by target. */
export function influencesOf(visemes: Visemes, names: readonly string[]): Map<string, number> {
  const byPlain = new Map(names.map((name) => [plainName(name), name]))
  const target = (arkit: string) => {
    const plain = arkit.toLowerCase()
    return byPlain.get(plain) ?? byPlain.get(plain.replace(/(l)eft$|(r)ight$/, '$1$2'))
  }
  const shown = new Map<string, number>()
  const add = (name: string | undefined, weight: number) => {
    if (name !== undefined && weight > 0) shown.set(name, Math.min(1, (shown.get(name) ?? 0) + weight))
  }
  for (const [name, told] of Object.entries(visemes)) {
    const weight = Math.min(1, Math.max(0, Number.isFinite(told) ? told : 0))
    const exact = names.includes(name) ? name : undefined
    const viseme = visemeOf(name)
    if (exact || !viseme) {
      add(exact ?? byPlain.get(plainName(name)), weight)
      continue
    }
    const made = CALLED[viseme].map((alias) => byPlain.get(alias)).find((one) => one !== undefined)
    if (made) {
      add(made, weight)
      continue
    }
    const parts = Object.entries(BY_ARKIT[viseme]).filter(([part]) => target(part) !== undefined)
    for (const [part, share] of parts) add(target(part), weight * share)
    const open = OPEN.map((alias) => byPlain.get(alias)).find((one) => one !== undefined)
    if (parts.length === 0) add(open, weight * (BY_ARKIT[viseme]['jawOpen'] ?? 0))
  }
  return shown
}

/** What was heard in one moment: how loud it was (0 to 1), and how strong each frequency, in decibels, `hertz` apart. */
export interface Heard {
  loudness: number
  decibels: ArrayLike<number>
  hertz: number
}

/** Below this nobody speaks; at this and beyond a mouth is as wide as it goes. */
export const QUIET = 0.012
const LOUD = 0.16

/** The vowels by their first two formants, in hertz. */
const VOWELS: readonly (readonly [vowel: Viseme, first: number, second: number])[] = [
  ['aa', 780, 1250],
  ['E', 530, 1850],
  ['I', 300, 2250],
  ['O', 480, 900],
  ['U', 330, 720],
]

/** Where hissing lies, and how much stronger than the voice it has to be. */
const HISS = { from: 4200, to: 9000, share: 0.55 }

/** The weights of what was heard: of the two nearest vowels, or of a hiss, as loud as it was; none in silence. */
export function visemesHeard({ loudness, decibels, hertz }: Heard): Partial<Record<Viseme, number>> {
  if (!(loudness > QUIET) || !(hertz > 0)) return {}
  const opened = Math.min(1, Math.sqrt((loudness - QUIET) / (LOUD - QUIET)))
  const power = (from: number, to: number) => {
    let sum = 0
    for (let bin = Math.ceil(from / hertz); bin < Math.min(decibels.length, to / hertz); bin += 1) {
      sum += 10 ** ((decibels[bin] ?? -200) / 10)
    }
    return sum
  }
  const hiss = power(HISS.from, HISS.to)
  if (hiss > HISS.share * (hiss + power(150, HISS.from))) return { SS: opened }
  const first = peak(decibels, hertz, 220, 1000)
  const second = peak(decibels, hertz, Math.max(first + 220, 650), 2800)
  const near = VOWELS.map(
    ([vowel, one, two]) => [vowel, 1 / (0.02 + apart(first, one) ** 2 + apart(second, two) ** 2)] as const,
  )
    .sort(([, one], [, other]) => other - one)
    .slice(0, 2)
  const all = near.reduce((sum, [, weight]) => sum + weight, 0)
  return Object.fromEntries(near.map(([vowel, weight]) => [vowel, (weight / all) * opened]))
}

/** How far two frequencies are apart, as an ear tells. */
const apart = (one: number, other: number): number => Math.log2(one / other)

/**
 * The strongest frequency of a range that is stronger than those beside it, over a few neighbours, so that neither one
 * harmonic of a voice nor the slope of what lies below is taken for a formant.
 */
function peak(decibels: ArrayLike<number>, hertz: number, from: number, to: number): number {
  const wide = Math.max(1, Math.round(60 / hertz))
  const strength = (bin: number) => {
    let sum = 0
    for (let one = bin - wide; one <= bin + wide; one += 1) sum += 10 ** ((decibels[one] ?? -200) / 20)
    return sum
  }
  let best = from
  let most = Number.NEGATIVE_INFINITY
  for (let bin = Math.ceil(from / hertz); bin <= Math.min(decibels.length - 1, to / hertz); bin += 1) {
    const here = strength(bin)
    if (here <= most || here < strength(bin - 1) || here < strength(bin + 1)) continue
    most = here
    best = bin * hertz
  }
  return best
}

/** How fast a mouth follows what it says, as rates: it opens faster than it shuts. */
const OPENS = 28
const SHUTS = 14

/** Weights below this are none. */
const NOTHING = 0.004

/** A mouth `seconds` later on its way from `now` to `goal`; weights that are none are left out. */
export function mouthAfter(now: Visemes, goal: Visemes, seconds: number): Visemes {
  const after: Record<string, number> = {}
  for (const name of new Set([...Object.keys(now), ...Object.keys(goal)])) {
    const from = now[name] ?? 0
    const to = goal[name] ?? 0
    const weight = from + (to - from) * (1 - Math.exp(-(to > from ? OPENS : SHUTS) * seconds))
    const settled = Math.abs(to - weight) < NOTHING ? to : weight
    if (settled > 0) after[name] = settled
  }
  return after
}
