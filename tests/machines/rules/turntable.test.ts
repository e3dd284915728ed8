import { describe, expect, it } from 'vitest'
import {
  degreesOf,
  dragged,
  FIRST_POSE,
  heldZoom,
  MAX_TILT,
  yawAfterKey,
  yawOf,
  zoomAfterKey,
} from '../../../src/machines/rules/turntable.ts'

describe('the turntable', () => {
  it('turns by 0.005 radians for each pixel dragged', () => {
    expect(dragged({ yaw: 0, tilt: 0 }, 100, -20, false)).toEqual({ yaw: 0.5, tilt: -0.1 })
  })

  it('tilts by 60 degrees at most, and not at all when locked', () => {
    expect(MAX_TILT).toBeCloseTo(1.0472)
    expect(dragged(FIRST_POSE, 0, 10_000, false)).toEqual({ yaw: -0.3, tilt: MAX_TILT })
    expect(dragged(FIRST_POSE, 0, -10_000, false)).toEqual({ yaw: -0.3, tilt: -MAX_TILT })
    expect(dragged({ yaw: 0, tilt: 0.4 }, 0, 50, true)).toEqual({ yaw: 0, tilt: 0 })
  })

  it.each([
    [0, 0],
    [-0.3, -17],
    [Math.PI, 180],
    [-Math.PI, 180],
    [yawOf(181), -179],
    [yawOf(720 - 34), -34],
    [yawOf(-359.6), 0],
  ])('shows a yaw of %f as %i degrees', (yaw, degrees) => expect(degreesOf(yaw)).toBe(degrees))

  it.each([
    ['ArrowRight', 1],
    ['ArrowUp', 1],
    ['ArrowLeft', -1],
    ['ArrowDown', -1],
    ['PageUp', 15],
    ['PageDown', -15],
  ])('turns from 10° by %s to %i° more', (key, step) =>
    expect(yawAfterKey(key, yawOf(10))).toBeCloseTo(yawOf(10 + step)),
  )

  it('faces forward with Home, away with End, and leaves other keys alone', () => {
    expect(yawAfterKey('Home', 2)).toBe(0)
    expect(yawAfterKey('End', 2)).toBe(Math.PI)
    expect(yawAfterKey('Tab', 2)).toBeNull()
    expect(yawAfterKey('constructor', 2)).toBeNull()
  })
})

describe('the zoom', () => {
  it('is held between half and four times as near, and is as framed where it is no number', () => {
    expect([0.1, 0.5, 1, 4, 9].map(heldZoom)).toEqual([0.5, 0.5, 1, 4, 4])
    expect([Number.NaN, Number.POSITIVE_INFINITY].map(heldZoom)).toEqual([1, 1])
  })

  it.each([
    ['+', 1, 1.2],
    ['=', 1, 1.2],
    ['-', 1.2, 1],
    ['_', 1.2, 1],
    ['0', 3, 1],
    ['+', 3.9, 4],
    ['-', 0.55, 0.5],
  ])('goes with %s from %d to %d', (key, from, to) => expect(zoomAfterKey(key, from)).toBeCloseTo(to))

  it('leaves other keys alone', () => {
    expect(['1', 'Add', 'ArrowUp', ''].map((key) => zoomAfterKey(key, 2))).toEqual([null, null, null, null])
  })
})
