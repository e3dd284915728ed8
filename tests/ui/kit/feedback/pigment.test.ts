import { describe, expect, test } from 'vitest'
import { PIGMENTS, pigmentOf } from '../../../../src/ui/kit/feedback/pigment.ts'

const TYPES =
  'bodyshape hair eyes eyebrows beard headwear facewear glasses outfit top bottom footwear costume custom'.split(' ')

describe('pigmentOf', () => {
  test('maps the fourteen asset types to all ten hues, at most two types to the same hue', () => {
    const counts = new Map<string, number>()
    for (const type of TYPES) counts.set(pigmentOf(type), (counts.get(pigmentOf(type)) ?? 0) + 1)
    expect([...counts.keys()].sort()).toEqual([...PIGMENTS].sort())
    expect(Math.max(...counts.values())).toBe(2)
  })

  test('maps six asset types to the hues that the design mock-ups show', () => {
    expect(['hair', 'glasses', 'outfit', 'top', 'bottom', 'footwear'].map(pigmentOf)).toEqual([
      'sienna',
      'olive',
      'lake',
      'mauve',
      'lagoon',
      'smalt',
    ])
  })

  test('returns a hue for any key, even an empty one', () => {
    for (const key of ['', 'a type of tomorrow', '🎩']) expect(PIGMENTS).toContain(pigmentOf(key))
  })
})
