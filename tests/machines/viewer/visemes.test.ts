import { describe, expect, it } from 'vitest'
import {
  detectVisemes,
  easeMouth,
  SILENCE_LEVEL,
  visemeInfluences,
  visemeOf,
} from '../../../src/machines/viewer/visemes.ts'

const nonZero = (visemes: Record<string, number>, names: string[]) =>
  Object.fromEntries(visemeInfluences(visemes, names))
const ARKIT = ['jawOpen', 'mouthFunnel', 'mouthPucker', 'mouthSmileLeft', 'mouthSmileRight']

describe('visemes', () => {
  it('match morph target names of several naming schemes', () => {
    expect(['viseme_aa', 'aa', 'A', 'viseme_I', 'ih', 'ou', 'PP', 'Fcl_MTH_O'].map(visemeOf)).toEqual([
      'aa',
      'aa',
      'aa',
      'I',
      'I',
      'U',
      'PP',
      'O',
    ])
    expect(['jawOpen', 'smile', ''].map(visemeOf)).toEqual([undefined, undefined, undefined])
  })

  it('use morph targets that are named after visemes, if the model has any', () => {
    expect(nonZero({ aa: 0.5, viseme_PP: 1 }, ['viseme_aa', 'viseme_PP', 'jawOpen'])).toEqual({
      viseme_aa: 0.5,
      viseme_PP: 1,
    })
    expect(nonZero({ viseme_U: 0.4 }, ['aa', 'ih', 'ou', 'ee', 'oh'])).toEqual({ ou: 0.4 })
  })

  it('fall back to the available ARKit targets', () => {
    expect(nonZero({ aa: 1 }, ARKIT)).toEqual({ jawOpen: 0.6 })
    expect(nonZero({ I: 0.5 }, ARKIT)).toEqual({ jawOpen: 0.1, mouthSmileLeft: 0.2, mouthSmileRight: 0.2 })
    expect(nonZero({ I: 0.5 }, ['mouthSmile_L', 'mouthSmile_R'])).toEqual({ mouthSmile_L: 0.2, mouthSmile_R: 0.2 })
    expect(nonZero({ O: 1, aa: 1 }, ARKIT)).toEqual({ jawOpen: 1, mouthFunnel: 0.6 })
  })

  it('fall back to a morph target that only opens the mouth, or to none', () => {
    expect(nonZero({ aa: 0.5, sil: 1 }, ['mouthOpen', 'bend'])).toEqual({ mouthOpen: 0.3 })
    expect(nonZero({ aa: 1 }, ['bend'])).toEqual({})
  })

  it('accept morph target names and clamp weights to 0–1', () => {
    expect(nonZero({ jawOpen: 3, mouthPucker: -1, mouthFunnel: Number.NaN, nothing: 1 }, ARKIT)).toEqual({ jawOpen: 1 })
  })
})

/** Creates the spectrum of a voice with peaks at these frequencies. Each peak is 6 dB weaker than the previous one. */
function sound(loudness: number, ...strong: number[]) {
  const hertz = 47
  const decibels = Array.from({ length: 512 }, (_, bin) =>
    Math.max(...strong.map((frequency, rank) => -20 - 6 * rank - (Math.abs(bin * hertz - frequency) / 100) ** 2), -90),
  )
  return { loudness, decibels, hertz }
}

const strongest = (weights: ReturnType<typeof detectVisemes>) =>
  Object.entries(weights).sort(([, one], [, other]) => other - one)[0]?.[0]

describe('visemes from audio', () => {
  it.each([
    ['aa', 780, 1250],
    ['E', 530, 1850],
    ['I', 300, 2250],
    ['O', 480, 900],
    ['U', 330, 720],
  ])('detect %s from formants at %i and %i Hz', (vowel, first, second) => {
    expect(strongest(detectVisemes(sound(0.1, first, second)))).toBe(vowel)
  })

  it('detect a sibilant if high frequencies dominate', () => {
    expect(detectVisemes(sound(0.3, 6000))).toEqual({ SS: 1 })
  })

  it('vanish in silence, and open the mouth further with loudness', () => {
    expect([detectVisemes(sound(SILENCE_LEVEL, 780, 1250)), detectVisemes(sound(Number.NaN, 780))]).toEqual([{}, {}])
    const [quiet, high] = [0.03, 0.12].map((loudness) => detectVisemes(sound(loudness, 780, 1250)).aa ?? 0)
    expect(high).toBeGreaterThan(quiet! * 1.5)
    const loud = Object.values(detectVisemes(sound(9, 780, 1250))).reduce((sum, weight) => sum + weight, 0)
    expect(loud).toBeCloseTo(1)
  })
})

describe('mouth movement', () => {
  it('opens faster than it closes, reaches its target, and closes completely', () => {
    let mouth = easeMouth({}, { aa: 1 }, 0.05)
    expect(mouth['aa']).toBeGreaterThan(0.7)
    mouth = easeMouth(mouth, { aa: 1 }, 9)
    expect(mouth).toEqual({ aa: 1 })
    expect(easeMouth(mouth, {}, 0.05)['aa']).toBeGreaterThan(0.4)
    expect(easeMouth(mouth, {}, 9)).toEqual({})
  })
})
