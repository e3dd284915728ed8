/** What a model may do by itself while it stands there. */
export const LIFE_PARTS = ['blink', 'breathing', 'weight', 'idle'] as const
export type LifePart = (typeof LIFE_PARTS)[number]

/** All of it, none, or some parts. */
export type Life = boolean | readonly LifePart[]

/** The parts that are asked for; names that are none are passed over. */
export const lifeParts = (life: Life | undefined): readonly LifePart[] =>
  typeof life === 'object' ? LIFE_PARTS.filter((part) => life.includes(part)) : life ? LIFE_PARTS : []

/** Answers a number from 0 up to 1, as `Math.random` does. */
export type Random = () => number

/** Starts and ends gently: 0 at 0, 1 at 1, held beyond. */
export function gently(share: number): number {
  const held = Math.min(1, Math.max(0, share))
  return held * held * (3 - 2 * held)
}

/** How long a lid takes down, rests there, and takes up again, in seconds. */
const CLOSING = 0.07
const SHUT = 0.03
const OPENING = 0.13

/** How long one blink takes, in seconds. */
export const BLINK = CLOSING + SHUT + OPENING

/** How far lids are shut `elapsed` seconds into a blink, from 0 to 1: down faster than up. */
export function lidAt(elapsed: number): number {
  if (elapsed < CLOSING + SHUT) return gently(elapsed / CLOSING)
  return 1 - gently((elapsed - CLOSING - SHUT) / OPENING)
}

/** Seconds between two blinks, and how often a second one follows at once. */
const BLINKS_APART = { least: 2, most: 6.5 }
const TWICE = { chance: 0.15, after: 0.12 }

/** Where a blink stands: `at` seconds into it, or so long before it where that is below 0. */
export interface Blink {
  readonly at: number
  /** Whether a second one follows it. */
  readonly isFirst: boolean
}

/** The wait for the next blink. */
export const nextBlink = (random: Random): Blink => ({
  at: -(BLINKS_APART.least + random() * (BLINKS_APART.most - BLINKS_APART.least)),
  isFirst: random() < TWICE.chance,
})

/** The blink `seconds` later. */
export function blinkAfter(blink: Blink, seconds: number, random: Random): Blink {
  const at = blink.at + seconds
  if (at < BLINK) return { ...blink, at }
  return blink.isFirst ? { at: -TWICE.after, isFirst: false } : nextBlink(random)
}

/** How long a breath takes, and which share of it is spent breathing in. */
export const BREATH = 4.2
const IN = 0.4

/** How full the chest is `time` seconds after a breath began, from 0 to 1: in faster than out, with a rest before the next. */
export function breathAt(time: number): number {
  const share = (((time / BREATH) % 1) + 1) % 1
  return share < IN ? gently(share / IN) : 1 - gently((share - IN) / (0.92 - IN))
}

/** Seconds that weight rests on one side, and that it takes to the other. */
const RESTS = { least: 4, most: 9 }
const SHIFTING = 1.8

/** Weight on its way from one side to the other, where −1 is all on the left and 1 all on the right; `at` as in a blink. */
export interface Shift {
  readonly from: number
  readonly to: number
  readonly at: number
}

/** Weight in the middle that is about to shift. */
export const firstShift = (random: Random): Shift => ({ from: 0, to: sideOf(1, random), at: -2 * random() })

/** The shift `seconds` later: mostly to the other side, never twice as far. */
export function shiftAfter(shift: Shift, seconds: number, random: Random): Shift {
  const at = shift.at + seconds
  if (at < SHIFTING) return { ...shift, at }
  const rest = RESTS.least + random() * (RESTS.most - RESTS.least)
  return { from: shift.to, to: sideOf(shift.to > 0 ? -1 : 1, random), at: -rest }
}

/** Where the weight is. */
export const weightOf = ({ from, to, at }: Shift): number => from + (to - from) * gently(at / SHIFTING)

/** Whether it is on its way. */
export const isShifting = ({ at }: Shift): boolean => at >= 0

const sideOf = (side: number, random: Random): number => side * (0.35 + 0.65 * random())

/** What clips to stand about by are called, and what they are where none is called so. */
const IDLE = ['idle', 'idling', 'breath', 'breathe', 'breathing', 'leerlauf']
const STAND = ['stand', 'standing']

/** Words of clips in which nobody stands: one after the other they would sit, lie and float. */
const ELSEWHERE =
  /^(?:sit|lie|lay|crouch|kneel|squat|prone|sleep|jump|fall|fly|float|hover|swim|tread|hang|climb|crawl|rid|driv|dead|death|dying)(?:s|e|ed|(?:[bdgmnpt]?ing))?$|^(?:sat|lying|seated|chair|floor|ground|ladder|air|water|horse|up|down)$/

/** Words of clips that hold something in a hand which may not be there. */
const ARMED =
  /^(?:melee|ranged|combat|battle|fight|fighting|boxing|guard|block|blocking|aim|aiming|armed|weapon|sword|shield|axe|spear|staff|bow|gun|rifle|pistol)$/

const wordsOf = (name: string) =>
  name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)

/** The places of those clips that are made to stand about by, as their names tell; of those who hold a weapon only where there are no others. */
export function idleClips(names: readonly string[]): number[] {
  const clips = names.map((name, place) => ({ place, words: wordsOf(name) }))
  const standing = clips.filter(({ words }) => !words.some((word) => ELSEWHERE.test(word)))
  for (const called of [IDLE, STAND]) {
    const found = standing.filter(({ words }) => words.some((word) => called.includes(word)))
    const bare = found.filter(({ words }) => !words.some((word) => ARMED.test(word)))
    if (found.length > 0) return (bare.length > 0 ? bare : found).map(({ place }) => place)
  }
  return []
}

/** The least that one idle clip plays before another follows, in seconds. */
const LEAST_IDLE = 8

/** How long a clip of `duration` seconds plays: whole rounds. */
export const idleTime = (duration: number): number =>
  duration > 0 ? Math.ceil(LEAST_IDLE / duration) * duration : LEAST_IDLE

/** Which of `count` idle clips follows the one at `now`: any other. */
export const nextIdle = (count: number, now: number, random: Random): number =>
  count < 2 ? 0 : (now + 1 + Math.floor(random() * (count - 1))) % count
