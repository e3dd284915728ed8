import { describe, expect, test } from 'vitest'
import { placeOf } from '../../../src/ui/viewer/lamps.ts'
import { rigOf } from '../../../src/ui/viewer/lighting.ts'
import { ENVIRONMENTS } from '../../../src/ui/viewer/presets.ts'

const lamp = (azimuth: number, elevation: number) => ({ color: '#fff', intensity: 1, azimuth, elevation })

describe('three-point lighting', () => {
  test.each([
    ['in front', lamp(0, 0), [0, 0, 2]],
    ['to the right', lamp(90, 0), [2, 0, 0]],
    ['behind', lamp(180, 0), [0, 0, -2]],
    ['above', lamp(0, 90), [0, 2, 0]],
  ])('a lamp %s hangs there', (_, it, expected) => {
    placeOf(it, 2).forEach((value, axis) => {
      expect(value).toBeCloseTo(expected[axis]!, 9)
    })
  })

  test.each(ENVIRONMENTS)('%s: key and fill from two sides in front, the rim from behind, the fill weaker', (name) => {
    const { key, fill, rim } = rigOf(name)
    const [keyX, keyY, keyZ] = placeOf(key, 1)
    const [fillX, , fillZ] = placeOf(fill, 1)
    expect([keyZ > 0, keyY > 0, fillZ > 0, placeOf(rim, 1)[2] < 0]).toEqual([true, true, true, true])
    expect(Math.sign(keyX)).toBe(-Math.sign(fillX))
    expect(fill.intensity).toBeLessThan(key.intensity / 2)
  })

  test('studio fills the shaded cheek by at least a third of its key, and warmer than that', () => {
    const warmth = (color: string) => Number.parseInt(color.slice(1, 3), 16) - Number.parseInt(color.slice(5, 7), 16)
    const { key, fill } = rigOf('studio')
    expect(fill.intensity).toBeGreaterThan(key.intensity / 3)
    expect(warmth(fill.color)).toBeGreaterThan(warmth(key.color))
    expect(warmth(key.color)).toBeGreaterThan(0)
  })

  test('night is darker than any other', () => {
    const brightness = (name: string) => rigOf(name).exposure * (rigOf(name).key.intensity + rigOf(name).environment)
    for (const name of ENVIRONMENTS.filter((it) => it !== 'night'))
      expect(brightness(name)).toBeGreaterThan(1.25 * brightness('night'))
  })

  test.each(['/own.hdr', 'toString', ''])('%j is lit as a room is', (name) => {
    expect(rigOf(name)).toEqual(rigOf('hub'))
  })
})
