import { describe, expect, it } from 'vitest'
import { EMOTION_EASE, easeInfluence, influencesFor } from '../../../src/machines/rules/emotion.ts'

describe('an emotion', () => {
  it('reaches every target by its name, the first one too, and rests the others', () => {
    expect(influencesFor({ smile: 0.7, blink: 0.2 }, ['smile', 'frown', 'blink'])).toEqual([0.7, 0, 0.2])
  })

  it('holds each value to 0..1 and ignores names and values that mean nothing', () => {
    const emotion = { smile: 3, frown: -1, blink: Number.NaN, nothing: 1 }
    expect(influencesFor(emotion, ['smile', 'frown', 'blink', 'toString'])).toEqual([1, 0, 0, 0])
    expect(influencesFor(undefined, ['smile'])).toEqual([0])
  })

  it('eases from the old value to the new one in 150 ms', () => {
    expect(easeInfluence(0.2, 1, 0)).toBe(0.2)
    expect(easeInfluence(0, 1, EMOTION_EASE / 2)).toBeCloseTo(0.5)
    expect(easeInfluence(0, 1, EMOTION_EASE)).toBe(1)
    expect(easeInfluence(0, 1, 9)).toBe(1)
    expect(EMOTION_EASE).toBe(0.15)
  })

  it('starts and ends gently, either way, and begins with the change', () => {
    expect(easeInfluence(0, 1, EMOTION_EASE / 4)).toBeCloseTo(0.15625)
    expect(easeInfluence(1, 0.2, (EMOTION_EASE * 3) / 4)).toBeCloseTo(0.325)
    expect(easeInfluence(1, 0.2, -1)).toBe(1)
  })
})
