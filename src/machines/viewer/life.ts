/** Automatic animations of an idle model. */
export const LIFE_PARTS = ['blink', 'breathing', 'weight', 'idle'] as const
export type LifePart = (typeof LIFE_PARTS)[number]

export type Life = boolean | readonly LifePart[]

/** Returns the requested animations. Ignores unknown names. */
export const resolveLifeParts = (life: Life | undefined): readonly LifePart[] =>
  typeof life === 'object' ? LIFE_PARTS.filter((part) => life.includes(part)) : life ? LIFE_PARTS : []

/** Returns a number from 0 (inclusive) to 1 (exclusive), as `Math.random` does. */
export type RandomSource = () => number

/** Smoothstep: eases from 0 at 0 to 1 at 1, clamped outside. */
export function smoothstep(share: number): number {
  const clamped = Math.min(1, Math.max(0, share))
  return clamped * clamped * (3 - 2 * clamped)
}

/** Durations of a blink's phases: closing, closed, opening, in seconds. */
const CLOSING_SECONDS = 0.07
const CLOSED_SECONDS = 0.03
const OPENING_SECONDS = 0.13

export const BLINK_SECONDS = CLOSING_SECONDS + CLOSED_SECONDS + OPENING_SECONDS

/** Returns how far the lids are closed, from 0 to 1, `elapsed` seconds into a blink. Closing is faster than opening. */
export function eyelidClosureAt(elapsed: number): number {
  if (elapsed < CLOSING_SECONDS + CLOSED_SECONDS) return smoothstep(elapsed / CLOSING_SECONDS)
  return 1 - smoothstep((elapsed - CLOSING_SECONDS - CLOSED_SECONDS) / OPENING_SECONDS)
}

/** Interval between blinks in seconds, and the probability and delay of a double blink. */
const BLINK_INTERVAL_SECONDS = { least: 2, most: 6.5 }
const DOUBLE_BLINK = { chance: 0.15, after: 0.12 }

/** State of blinking. `at` is the time since the start of the blink, in seconds; negative before the blink. */
export interface Blink {
  readonly at: number
  /** Whether a second blink follows. */
  readonly isFirst: boolean
}

export const scheduleBlink = (random: RandomSource): Blink => ({
  at: -(BLINK_INTERVAL_SECONDS.least + random() * (BLINK_INTERVAL_SECONDS.most - BLINK_INTERVAL_SECONDS.least)),
  isFirst: random() < DOUBLE_BLINK.chance,
})

export function advanceBlink(blink: Blink, seconds: number, random: RandomSource): Blink {
  const at = blink.at + seconds
  if (at < BLINK_SECONDS) return { ...blink, at }
  return blink.isFirst ? { at: -DOUBLE_BLINK.after, isFirst: false } : scheduleBlink(random)
}

/** Duration of a breath in seconds, and the share of it spent inhaling. */
export const BREATH_SECONDS = 4.2
const INHALE_SHARE = 0.4

/**
 * Returns the expansion of the chest, from 0 to 1, `time` seconds after a breath began. Inhaling is faster than exhaling, with a
 * pause before the next breath.
 */
export function chestExpansionAt(time: number): number {
  const share = (((time / BREATH_SECONDS) % 1) + 1) % 1
  return share < INHALE_SHARE
    ? smoothstep(share / INHALE_SHARE)
    : 1 - smoothstep((share - INHALE_SHARE) / (0.92 - INHALE_SHARE))
}

/** Time that the weight rests on one side, and duration of a shift, in seconds. */
const WEIGHT_REST_SECONDS = { least: 4, most: 9 }
const SHIFT_SECONDS = 1.8

/**
 * Weight shift between sides, from −1 (left) to 1 (right). `at` is the time since the start of the shift, in seconds; negative
 * before the start.
 */
export interface WeightShift {
  readonly from: number
  readonly to: number
  readonly at: number
}

/** Creates the first shift, from the centre. */
export const createFirstWeightShift = (random: RandomSource): WeightShift => ({
  from: 0,
  to: sideOf(1, random),
  at: -2 * random(),
})

/** Advances the shift by `seconds`. The next shift goes to the other side. */
export function advanceWeightShift(shift: WeightShift, seconds: number, random: RandomSource): WeightShift {
  const at = shift.at + seconds
  if (at < SHIFT_SECONDS) return { ...shift, at }
  const rest = WEIGHT_REST_SECONDS.least + random() * (WEIGHT_REST_SECONDS.most - WEIGHT_REST_SECONDS.least)
  return { from: shift.to, to: sideOf(shift.to > 0 ? -1 : 1, random), at: -rest }
}

export const weightShiftValue = ({ from, to, at }: WeightShift): number =>
  from + (to - from) * smoothstep(at / SHIFT_SECONDS)

export const isWeightShifting = ({ at }: WeightShift): boolean => at >= 0

const sideOf = (side: number, random: RandomSource): number => side * (0.35 + 0.65 * random())

/** Words in the names of idle clips, and of standing clips, which are used if no idle clip exists. */
const IDLE_WORDS = ['idle', 'idling', 'breath', 'breathe', 'breathing', 'leerlauf']
const STAND_WORDS = ['stand', 'standing']

/** Words of clips in another pose than standing. Alternating with standing clips, such poses would look erratic. */
const OTHER_POSE =
  /^(?:sit|lie|lay|crouch|kneel|squat|prone|sleep|jump|fall|fly|float|hover|swim|tread|hang|climb|crawl|rid|driv|dead|death|dying)(?:s|e|ed|(?:[bdgmnpt]?ing))?$|^(?:sat|lying|seated|chair|floor|ground|ladder|air|water|horse|up|down)$/

/** Words of clips with a weapon, which the model may not have. */
const ARMED =
  /^(?:melee|ranged|combat|battle|fight|fighting|boxing|guard|block|blocking|aim|aiming|armed|weapon|sword|shield|axe|spear|staff|bow|gun|rifle|pistol)$/

const wordsOf = (name: string) =>
  name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)

/** Returns the indices of idle clips, judged by their names. Clips with a weapon are used only if there are no others. */
export function findIdleClipIndices(names: readonly string[]): number[] {
  const clips = names.map((name, index) => ({ index, words: wordsOf(name) }))
  const standing = clips.filter(({ words }) => !words.some((word) => OTHER_POSE.test(word)))
  for (const keywords of [IDLE_WORDS, STAND_WORDS]) {
    const matching = standing.filter(({ words }) => words.some((word) => keywords.includes(word)))
    const unarmed = matching.filter(({ words }) => !words.some((word) => ARMED.test(word)))
    if (matching.length > 0) return (unarmed.length > 0 ? unarmed : matching).map(({ index }) => index)
  }
  return []
}

const MIN_IDLE_SECONDS = 8

/** Returns the play time of a clip of `duration` seconds, rounded up to whole loops. */
export const idleClipSeconds = (duration: number): number =>
  duration > 0 ? Math.ceil(MIN_IDLE_SECONDS / duration) * duration : MIN_IDLE_SECONDS

/** Returns the index of the next of `count` idle clips. If there are several, the result differs from the index `current`. */
export const nextIdleClip = (count: number, current: number, random: RandomSource): number =>
  count < 2 ? 0 : (current + 1 + Math.floor(random() * (count - 1))) % count
