import { describe, expect, it } from 'vitest'
import {
  BLINK,
  BREATH,
  blinkAfter,
  breathAt,
  firstShift,
  gently,
  idleClips,
  idleTime,
  isShifting,
  lidAt,
  lifeParts,
  nextBlink,
  nextIdle,
  shiftAfter,
  weightOf,
} from '../../../src/machines/rules/life.ts'

/** Answers these numbers, over and over. */
const dice = (...numbers: number[]) => {
  let at = 0
  return () => numbers[at++ % numbers.length]!
}

describe('what a life is of', () => {
  it('is all, nothing, or the named parts, in an order of its own', () => {
    expect(lifeParts(true)).toEqual(['blink', 'breathing', 'weight', 'idle'])
    expect([lifeParts(false), lifeParts(undefined), lifeParts([])]).toEqual([[], [], []])
    expect(lifeParts(['weight', 'dancing' as never, 'blink'])).toEqual(['blink', 'weight'])
  })
})

describe('a blink', () => {
  it('shuts the lids faster than it opens them, and wholly', () => {
    const lids = Array.from({ length: 24 }, (_, index) => lidAt((index / 23) * BLINK))
    expect([lids[0], Math.max(...lids), lids.at(-1)]).toEqual([0, 1, expect.closeTo(0)])
    expect(lids.indexOf(1)).toBeLessThan(12)
    expect(lidAt(9)).toBe(0)
  })

  it('waits from 2 to 6.5 seconds for the next, by chance', () => {
    expect([nextBlink(dice(0, 0.5)).at, nextBlink(dice(1, 0.5)).at]).toEqual([-2, -6.5])
    expect(blinkAfter(nextBlink(dice(0, 0.5)), 1.5, dice(0))).toEqual({ at: -0.5, isFirst: false })
  })

  it('now and then is followed by a second one, never by a third', () => {
    const first = nextBlink(dice(0, 0.1))
    expect(first.isFirst).toBe(true)
    const second = blinkAfter({ ...first, at: BLINK - 0.01 }, 0.02, dice(0, 0))
    expect(second).toEqual({ at: -0.12, isFirst: false })
    expect(blinkAfter({ ...second, at: BLINK }, 0.02, dice(0, 0.5)).at).toBe(-2)
  })
})

describe('a breath', () => {
  it('fills in less time than it empties, rests, and begins anew', () => {
    const full = Array.from({ length: 101 }, (_, index) => breathAt((index / 100) * BREATH))
    expect([full[0], full[40], full[95]]).toEqual([0, 1, 0])
    expect(breathAt(BREATH * 3.2)).toBeCloseTo(breathAt(BREATH * 0.2))
    expect(full.every((one) => one >= 0 && one <= 1)).toBe(true)
  })
})

describe('weight', () => {
  it('goes from side to side, gently, and rests in between', () => {
    let shift = firstShift(dice(0.5))
    expect([weightOf(shift), isShifting(shift)]).toEqual([0, false])
    shift = shiftAfter(shift, 1.9, dice(0.5))
    expect(isShifting(shift)).toBe(true)
    const sides: number[] = []
    for (let round = 0; round < 4; round += 1) {
      shift = shiftAfter(shift, 20, dice(0.5))
      sides.push(weightOf(shift))
    }
    expect(sides.map(Math.sign)).toEqual([1, -1, 1, -1])
    expect(sides.every((side) => Math.abs(side) <= 1)).toBe(true)
  })

  it('makes no leap on the way', () => {
    let shift = firstShift(dice(0.9))
    let before = weightOf(shift)
    for (let step = 0; step < 3000; step += 1) {
      shift = shiftAfter(shift, 1 / 60, dice(0.9, 0.1))
      expect(Math.abs(weightOf(shift) - before)).toBeLessThan(0.03)
      before = weightOf(shift)
    }
  })

  it('eases by a curve that is held at its ends', () => {
    expect([-1, 0, 0.5, 1, 2].map(gently)).toEqual([0, 0, 0.5, 1, 1])
  })
})

describe('idle clips', () => {
  it('are told by their names', () => {
    expect(idleClips(['Walk', 'F_Standing_Idle_001', 'breathing', 'StandIdle2', 'Paridle wave', 'Leerlauf'])).toEqual([
      1, 2, 3, 5,
    ])
  })

  it('are none of those that sit, lie, hang in the air or hold a weapon, where there are others', () => {
    const mage = ['Idle', '2H_Melee_Idle', 'Jump_Idle', 'Lie_Idle', 'Sit_Chair_Idle', 'Sit_Floor_Idle', 'Unarmed_Idle']
    expect(idleClips(mage)).toEqual([0, 6])
    expect(idleClips(['Sword And Shield Idle', 'Hanging Idle', 'TreadingWaterIdle'])).toEqual([0])
    expect(idleClips(['Crouch_Idle', 'Idle_Dead'])).toEqual([])
  })

  it('are those that stand where none is called idle; to stand up is another thing', () => {
    expect(idleClips(['Understand', 'Stand', 'Standing', 'Sit_StandUp', 'Standing Up'])).toEqual([1, 2])
    expect(idleClips(['Idle', 'Sitting', 'Standing'])).toEqual([0])
  })

  it('play whole rounds for eight seconds at least, and then another', () => {
    expect([idleTime(3), idleTime(20), idleTime(0)]).toEqual([9, 20, 8])
    expect([nextIdle(1, 0, dice(0.9)), nextIdle(2, 1, dice(0.9)), nextIdle(3, 0, dice(0.99))]).toEqual([0, 0, 2])
  })
})
