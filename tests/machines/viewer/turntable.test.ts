import { describe, expect, it } from 'vitest'
import {
  clampZoom,
  degreesToYaw,
  INITIAL_POSE,
  MAX_TILT_RADIANS,
  poseAfterDrag,
  yawAfterKey,
  yawToDegrees,
  zoomAfterKey,
} from '../../../src/machines/viewer/turntable.ts'

describe('turntable', () => {
  it('rotates by 0.005 radians per dragged pixel', () => {
    expect(poseAfterDrag({ yaw: 0, tilt: 0 }, 100, -20, false)).toEqual({ yaw: 0.5, tilt: -0.1 })
  })

  it('tilts by 60 degrees at most, and not at all when locked', () => {
    expect(MAX_TILT_RADIANS).toBeCloseTo(1.0472)
    expect(poseAfterDrag(INITIAL_POSE, 0, 10_000, false)).toEqual({ yaw: -0.3, tilt: MAX_TILT_RADIANS })
    expect(poseAfterDrag(INITIAL_POSE, 0, -10_000, false)).toEqual({ yaw: -0.3, tilt: -MAX_TILT_RADIANS })
    expect(poseAfterDrag({ yaw: 0, tilt: 0.4 }, 0, 50, true)).toEqual({ yaw: 0, tilt: 0 })
  })

  it.each([
    [0, 0],
    [-0.3, -17],
    [Math.PI, 180],
    [-Math.PI, 180],
    [degreesToYaw(181), -179],
    [degreesToYaw(720 - 34), -34],
    [degreesToYaw(-359.6), 0],
  ])('shows a yaw of %f as %i degrees', (yaw, degrees) => expect(yawToDegrees(yaw)).toBe(degrees))

  it.each([
    ['ArrowRight', 1],
    ['ArrowUp', 1],
    ['ArrowLeft', -1],
    ['ArrowDown', -1],
    ['PageUp', 15],
    ['PageDown', -15],
  ])('rotates from 10° on %s by %i°', (key, step) =>
    expect(yawAfterKey(key, degreesToYaw(10))).toBeCloseTo(degreesToYaw(10 + step)),
  )

  it('faces forward on Home and away on End, and ignores other keys', () => {
    expect(yawAfterKey('Home', 2)).toBe(0)
    expect(yawAfterKey('End', 2)).toBe(Math.PI)
    expect(yawAfterKey('Tab', 2)).toBeNull()
    expect(yawAfterKey('constructor', 2)).toBeNull()
  })
})

describe('zoom', () => {
  it('clamps to between half and four times the framed size, and resets if it is not finite', () => {
    expect([0.1, 0.5, 1, 4, 9].map(clampZoom)).toEqual([0.5, 0.5, 1, 4, 4])
    expect([Number.NaN, Number.POSITIVE_INFINITY].map(clampZoom)).toEqual([1, 1])
  })

  it.each([
    ['+', 1, 1.2],
    ['=', 1, 1.2],
    ['-', 1.2, 1],
    ['_', 1.2, 1],
    ['0', 3, 1],
    ['+', 3.9, 4],
    ['-', 0.55, 0.5],
  ])('changes on the key %s from %d to %d', (key, from, to) => expect(zoomAfterKey(key, from)).toBeCloseTo(to))

  it('ignores other keys', () => {
    expect(['1', 'Add', 'ArrowUp', ''].map((key) => zoomAfterKey(key, 2))).toEqual([null, null, null, null])
  })
})
