import { describe, expect, it } from 'vitest'
import { EMOTION_EASE_SECONDS, easeInfluence, influencesFor } from '../../../src/machines/viewer/emotion.ts'

describe('emotion', () => {
  it('sets every named morph target, including the first, and resets all other targets', () => {
    expect(influencesFor({ smile: 0.7, blink: 0.2 }, ['smile', 'frown', 'blink'])).toEqual([0.7, 0, 0.2])
  })

  it('clamps values to 0–1 and ignores unknown names and invalid values', () => {
    const emotion = { smile: 3, frown: -1, blink: Number.NaN, nothing: 1 }
    expect(influencesFor(emotion, ['smile', 'frown', 'blink', 'toString'])).toEqual([1, 0, 0, 0])
    expect(influencesFor(undefined, ['smile'])).toEqual([0])
  })

  it('eases from the old value to the new one in 150 ms', () => {
    expect(easeInfluence(0.2, 1, 0)).toBe(0.2)
    expect(easeInfluence(0, 1, EMOTION_EASE_SECONDS / 2)).toBeCloseTo(0.5)
    expect(easeInfluence(0, 1, EMOTION_EASE_SECONDS)).toBe(1)
    expect(easeInfluence(0, 1, 9)).toBe(1)
    expect(EMOTION_EASE_SECONDS).toBe(0.15)
  })

  it('eases in and out for rising and falling values', () => {
    expect(easeInfluence(0, 1, EMOTION_EASE_SECONDS / 4)).toBeCloseTo(0.15625)
    expect(easeInfluence(1, 0.2, (EMOTION_EASE_SECONDS * 3) / 4)).toBeCloseTo(0.325)
    expect(easeInfluence(1, 0.2, -1)).toBe(1)
  })
})
