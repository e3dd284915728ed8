import { describe, expect, it } from 'vitest'
import { influencesOf, mouthAfter, QUIET, visemeOf, visemesHeard } from '../../../src/machines/rules/visemes.ts'

const shown = (visemes: Record<string, number>, names: string[]) => Object.fromEntries(influencesOf(visemes, names))
const ARKIT = ['jawOpen', 'mouthFunnel', 'mouthPucker', 'mouthSmileLeft', 'mouthSmileRight']

describe('visemes', () => {
  it('are known by several names', () => {
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

  it('are shown by targets made for them', () => {
    expect(shown({ aa: 0.5, viseme_PP: 1 }, ['viseme_aa', 'viseme_PP', 'jawOpen'])).toEqual({
      viseme_aa: 0.5,
      viseme_PP: 1,
    })
    expect(shown({ viseme_U: 0.4 }, ['aa', 'ih', 'ou', 'ee', 'oh'])).toEqual({ ou: 0.4 })
  })

  it('are shown by ARKit where there are none, as far as it is there', () => {
    expect(shown({ aa: 1 }, ARKIT)).toEqual({ jawOpen: 0.6 })
    expect(shown({ I: 0.5 }, ARKIT)).toEqual({ jawOpen: 0.1, mouthSmileLeft: 0.2, mouthSmileRight: 0.2 })
    expect(shown({ I: 0.5 }, ['mouthSmile_L', 'mouthSmile_R'])).toEqual({ mouthSmile_L: 0.2, mouthSmile_R: 0.2 })
    expect(shown({ O: 1, aa: 1 }, ARKIT)).toEqual({ jawOpen: 1, mouthFunnel: 0.6 })
  })

  it('are shown by a mouth that opens where there is nothing else, and by nothing where there is not even that', () => {
    expect(shown({ aa: 0.5, sil: 1 }, ['mouthOpen', 'bend'])).toEqual({ mouthOpen: 0.3 })
    expect(shown({ aa: 1 }, ['bend'])).toEqual({})
  })

  it('may be targets themselves, and are held to 0..1', () => {
    expect(shown({ jawOpen: 3, mouthPucker: -1, mouthFunnel: Number.NaN, nothing: 1 }, ARKIT)).toEqual({ jawOpen: 1 })
  })
})

/** What is heard where these frequencies are strong, each by 6 dB less than the one before, as in a voice. */
function sound(loudness: number, ...strong: number[]) {
  const hertz = 47
  const decibels = Array.from({ length: 512 }, (_, bin) =>
    Math.max(...strong.map((one, place) => -20 - 6 * place - (Math.abs(bin * hertz - one) / 100) ** 2), -90),
  )
  return { loudness, decibels, hertz }
}

const strongest = (heard: ReturnType<typeof visemesHeard>) =>
  Object.entries(heard).sort(([, one], [, other]) => other - one)[0]?.[0]

describe('what is heard', () => {
  it.each([
    ['aa', 780, 1250],
    ['E', 530, 1850],
    ['I', 300, 2250],
    ['O', 480, 900],
    ['U', 330, 720],
  ])('as %s has its formants at %i and %i Hz', (vowel, first, second) => {
    expect(strongest(visemesHeard(sound(0.1, first, second)))).toBe(vowel)
  })

  it('hisses where it is strongest high up', () => {
    expect(visemesHeard(sound(0.3, 6000))).toEqual({ SS: 1 })
  })

  it('is nothing in silence, and opens a mouth further the louder it is', () => {
    expect([visemesHeard(sound(QUIET, 780, 1250)), visemesHeard(sound(Number.NaN, 780))]).toEqual([{}, {}])
    const [low, high] = [0.03, 0.12].map((loudness) => visemesHeard(sound(loudness, 780, 1250)).aa ?? 0)
    expect(high).toBeGreaterThan(low! * 1.5)
    const loud = Object.values(visemesHeard(sound(9, 780, 1250))).reduce((sum, weight) => sum + weight, 0)
    expect(loud).toBeCloseTo(1)
  })
})

describe('a mouth', () => {
  it('opens faster than it shuts, comes to rest, and shuts wholly', () => {
    let mouth = mouthAfter({}, { aa: 1 }, 0.05)
    expect(mouth['aa']).toBeGreaterThan(0.7)
    mouth = mouthAfter(mouth, { aa: 1 }, 9)
    expect(mouth).toEqual({ aa: 1 })
    expect(mouthAfter(mouth, {}, 0.05)['aa']).toBeGreaterThan(0.4)
    expect(mouthAfter(mouth, {}, 9)).toEqual({})
  })
})
