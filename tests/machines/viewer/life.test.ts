import { describe, expect, it } from 'vitest'
import {
  advanceBlink,
  advanceWeightShift,
  BLINK_SECONDS,
  BREATH_SECONDS,
  chestExpansionAt,
  createFirstWeightShift,
  eyelidClosureAt,
  findIdleClipIndices,
  idleClipSeconds,
  isWeightShifting,
  nextIdleClip,
  resolveLifeParts,
  scheduleBlink,
  smoothstep,
  weightShiftValue,
} from '../../../src/machines/viewer/life.ts'

/** Returns a random number generator that cycles through these numbers. */
const dice = (...numbers: number[]) => {
  let at = 0
  return () => numbers[at++ % numbers.length]!
}

describe('automatic animations', () => {
  it('are all for true, none for false or an empty list, and the known ones of a list in a fixed order', () => {
    expect(resolveLifeParts(true)).toEqual(['blink', 'breathing', 'weight', 'idle'])
    expect([resolveLifeParts(false), resolveLifeParts(undefined), resolveLifeParts([])]).toEqual([[], [], []])
    expect(resolveLifeParts(['weight', 'dancing' as never, 'blink'])).toEqual(['blink', 'weight'])
  })
})

describe('blink', () => {
  it('closes the lids completely, and faster than it opens them', () => {
    const lids = Array.from({ length: 24 }, (_, index) => eyelidClosureAt((index / 23) * BLINK_SECONDS))
    expect([lids[0], Math.max(...lids), lids.at(-1)]).toEqual([0, 1, expect.closeTo(0)])
    expect(lids.indexOf(1)).toBeLessThan(12)
    expect(eyelidClosureAt(9)).toBe(0)
  })

  it('starts at random 2 to 6.5 seconds after the previous blink', () => {
    expect([scheduleBlink(dice(0, 0.5)).at, scheduleBlink(dice(1, 0.5)).at]).toEqual([-2, -6.5])
    expect(advanceBlink(scheduleBlink(dice(0, 0.5)), 1.5, dice(0))).toEqual({ at: -0.5, isFirst: false })
  })

  it('sometimes occurs twice in quick succession, but never three times', () => {
    const first = scheduleBlink(dice(0, 0.1))
    expect(first.isFirst).toBe(true)
    const second = advanceBlink({ ...first, at: BLINK_SECONDS - 0.01 }, 0.02, dice(0, 0))
    expect(second).toEqual({ at: -0.12, isFirst: false })
    expect(advanceBlink({ ...second, at: BLINK_SECONDS }, 0.02, dice(0, 0.5)).at).toBe(-2)
  })
})

describe('breath', () => {
  it('expands the chest faster than it contracts it, pauses, and repeats', () => {
    const full = Array.from({ length: 101 }, (_, index) => chestExpansionAt((index / 100) * BREATH_SECONDS))
    expect([full[0], full[40], full[95]]).toEqual([0, 1, 0])
    expect(chestExpansionAt(BREATH_SECONDS * 3.2)).toBeCloseTo(chestExpansionAt(BREATH_SECONDS * 0.2))
    expect(full.every((weight) => weight >= 0 && weight <= 1)).toBe(true)
  })
})

describe('weight shift', () => {
  it('alternates between sides, with a pause between', () => {
    let shift = createFirstWeightShift(dice(0.5))
    expect([weightShiftValue(shift), isWeightShifting(shift)]).toEqual([0, false])
    shift = advanceWeightShift(shift, 1.9, dice(0.5))
    expect(isWeightShifting(shift)).toBe(true)
    const sides: number[] = []
    for (let round = 0; round < 4; round += 1) {
      shift = advanceWeightShift(shift, 20, dice(0.5))
      sides.push(weightShiftValue(shift))
    }
    expect(sides.map(Math.sign)).toEqual([1, -1, 1, -1])
    expect(sides.every((offset) => Math.abs(offset) <= 1)).toBe(true)
  })

  it('moves without jumps', () => {
    let shift = createFirstWeightShift(dice(0.9))
    let before = weightShiftValue(shift)
    for (let step = 0; step < 3000; step += 1) {
      shift = advanceWeightShift(shift, 1 / 60, dice(0.9, 0.1))
      expect(Math.abs(weightShiftValue(shift) - before)).toBeLessThan(0.03)
      before = weightShiftValue(shift)
    }
  })

  it('eases along a curve that is clamped to 0–1', () => {
    expect([-1, 0, 0.5, 1, 2].map(smoothstep)).toEqual([0, 0, 0.5, 1, 1])
  })
})

describe('idle clips', () => {
  it('include clips with an idle word in their name, but not if it is part of another word', () => {
    expect(
      findIdleClipIndices(['Walk', 'F_Standing_Idle_001', 'breathing', 'StandIdle2', 'Paridle wave', 'Leerlauf']),
    ).toEqual([1, 2, 3, 5])
  })

  it('exclude sitting, lying or floating poses, and poses with a weapon if there are other idle clips', () => {
    const mage = ['Idle', '2H_Melee_Idle', 'Jump_Idle', 'Lie_Idle', 'Sit_Chair_Idle', 'Sit_Floor_Idle', 'Unarmed_Idle']
    expect(findIdleClipIndices(mage)).toEqual([0, 6])
    expect(findIdleClipIndices(['Sword And Shield Idle', 'Hanging Idle', 'TreadingWaterIdle'])).toEqual([0])
    expect(findIdleClipIndices(['Crouch_Idle', 'Idle_Dead'])).toEqual([])
  })

  it('fall back to clips named “stand” or “standing”, but not “stand up”, if no name says “idle”', () => {
    expect(findIdleClipIndices(['Understand', 'Stand', 'Standing', 'Sit_StandUp', 'Standing Up'])).toEqual([1, 2])
    expect(findIdleClipIndices(['Idle', 'Sitting', 'Standing'])).toEqual([0])
  })

  it('play whole loops for at least eight seconds, then another clip', () => {
    expect([idleClipSeconds(3), idleClipSeconds(20), idleClipSeconds(0)]).toEqual([9, 20, 8])
    expect([nextIdleClip(1, 0, dice(0.9)), nextIdleClip(2, 1, dice(0.9)), nextIdleClip(3, 0, dice(0.99))]).toEqual([
      0, 0, 2,
    ])
  })
})
