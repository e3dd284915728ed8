import { describe, expect, test } from 'vitest'
import { PIGMENTS, pigmentOf } from '../../../src/ui/kit/pigment.ts'

const TYPES =
  'bodyshape hair eyes eyebrows beard headwear facewear glasses outfit top bottom footwear costume custom'.split(' ')

describe('pigmentOf', () => {
  test('the fourteen types of the platform fall on all ten hues, at most two on one', () => {
    const counts = new Map<string, number>()
    for (const type of TYPES) counts.set(pigmentOf(type), (counts.get(pigmentOf(type)) ?? 0) + 1)
    expect([...counts.keys()].sort()).toEqual([...PIGMENTS].sort())
    expect(Math.max(...counts.values())).toBe(2)
  })

  test('the types of the mocks keep their hues', () => {
    expect(['hair', 'glasses', 'outfit', 'top', 'bottom', 'footwear'].map(pigmentOf)).toEqual([
      'sienna',
      'olive',
      'lake',
      'mauve',
      'lagoon',
      'smalt',
    ])
  })

  test('any key has a hue, even an empty one', () => {
    for (const key of ['', 'a type of tomorrow', '🎩']) expect(PIGMENTS).toContain(pigmentOf(key))
  })
})
