import { describe, expect, test } from 'vitest'
import { ENVIRONMENTS } from '../../../../src/ui/viewer/light/environment-names.ts'
import { lampPosition } from '../../../../src/ui/viewer/light/lamps.ts'
import { lightRigFor } from '../../../../src/ui/viewer/light/light-rig.ts'

const lamp = (azimuth: number, elevation: number) => ({ color: '#fff', intensity: 1, azimuth, elevation })

describe('three-point lighting', () => {
  test.each([
    ['in front of', lamp(0, 0), [0, 0, 2]],
    ['to the right of', lamp(90, 0), [2, 0, 0]],
    ['behind', lamp(180, 0), [0, 0, -2]],
    ['above', lamp(0, 90), [0, 2, 0]],
  ])('places a lamp %s the model', (_, placedLamp, expected) => {
    lampPosition(placedLamp, 2).forEach((value, axis) => {
      expect(value).toBeCloseTo(expected[axis]!, 9)
    })
  })

  test.each(ENVIRONMENTS)(
    '%s has key and fill light on opposite front sides, the fill weaker, and a rim light behind',
    (name) => {
      const { key, fill, rim } = lightRigFor(name)
      const [keyX, keyY, keyZ] = lampPosition(key, 1)
      const [fillX, , fillZ] = lampPosition(fill, 1)
      expect([keyZ > 0, keyY > 0, fillZ > 0, lampPosition(rim, 1)[2] < 0]).toEqual([true, true, true, true])
      expect(Math.sign(keyX)).toBe(-Math.sign(fillX))
      expect(fill.intensity).toBeLessThan(key.intensity / 2)
    },
  )

  test('of the environment "studio" has a fill light warmer and over a third as intense as the key light', () => {
    const warmth = (color: string) => Number.parseInt(color.slice(1, 3), 16) - Number.parseInt(color.slice(5, 7), 16)
    const { key, fill } = lightRigFor('studio')
    expect(fill.intensity).toBeGreaterThan(key.intensity / 3)
    expect(warmth(fill.color)).toBeGreaterThan(warmth(key.color))
    expect(warmth(key.color)).toBeGreaterThan(0)
  })

  test('of the environment "night" is darker than the lighting of every other environment', () => {
    const brightness = (name: string) =>
      lightRigFor(name).exposure * (lightRigFor(name).key.intensity + lightRigFor(name).environment)
    for (const name of ENVIRONMENTS.filter((environment) => environment !== 'night'))
      expect(brightness(name)).toBeGreaterThan(1.25 * brightness('night'))
  })

  test.each(['/own.hdr', 'toString', ''])(
    'uses the rig of the environment "hub" for %j, which is not a preset',
    (name) => {
      expect(lightRigFor(name)).toEqual(lightRigFor('hub'))
    },
  )
})
