import { describe, expect, it } from 'vitest'
import {
  AR_SCALE_RANGE,
  applyControllerStick,
  applyTouches,
  intersectFloor,
  resolveArModes,
  snapScale,
  yawTowards,
} from '../../../src/machines/viewer/ar-placement.ts'

const STAND = { x: 1, y: 0, z: -2, yaw: 0.5, scale: 1 }
const at = (x: number, y: number) => ({ x, y })

describe('AR modes', () => {
  it('are all for true, none for false or an empty list, and the known ones of a list in its order', () => {
    expect(resolveArModes(true)).toEqual(['webxr', 'quick-look'])
    expect([resolveArModes(false), resolveArModes(undefined), resolveArModes([])]).toEqual([[], [], []])
    expect(resolveArModes(['quick-look', 'scene-viewer' as never, 'webxr'])).toEqual(['quick-look', 'webxr'])
  })
})

describe('touch on a model in AR', () => {
  it('rotates with one finger, by 1.5 radians per half screen, without moving the model', () => {
    expect(applyTouches(STAND, [at(0, 0)], [at(1, 0.5)])).toEqual({ ...STAND, yaw: 2 })
  })

  it('scales with two fingers, within limits, and rotates with their angle', () => {
    const pair = [at(-0.1, 0), at(0.1, 0)]
    expect(applyTouches(STAND, pair, [at(-0.2, 0), at(0.2, 0)])).toEqual({ ...STAND, scale: 2 })
    expect(applyTouches({ ...STAND, scale: 8 }, pair, [at(-0.2, 0), at(0.2, 0)]).scale).toBe(AR_SCALE_RANGE.most)
    expect(applyTouches({ ...STAND, scale: 0.15 }, pair, [at(-0.01, 0), at(0.01, 0)]).scale).toBe(AR_SCALE_RANGE.least)
    const { yaw, scale } = applyTouches(STAND, pair, [at(0, -0.1), at(0, 0.1)])
    expect(yaw).toBeCloseTo(0.5 + Math.PI / 2)
    expect(scale).toBeCloseTo(1)
    // Rotates from just below half a turn to just above, by the smaller angle.
    const [before, after] = [Math.PI - 0.1, -Math.PI + 0.1].map((angle) => [
      at(0, 0),
      at(Math.cos(angle), Math.sin(angle)),
    ])
    expect(applyTouches(STAND, before!, after!).yaw).toBeCloseTo(0.7)
  })

  it('changes nothing while the number of fingers changes, or with three fingers', () => {
    const pair = [at(0, 0), at(1, 0)]
    for (const [before, after] of [
      [[], [at(0, 0)]],
      [[at(0, 0)], []],
      [[at(0, 0)], pair],
      [pair, [at(1, 0)]],
      [
        [...pair, at(0, 1)],
        [...pair, at(0, 0.5)],
      ],
    ] as const)
      expect(applyTouches(STAND, before, after)).toBe(STAND)
    expect(applyTouches(STAND, [at(0, 0), at(0, 0)], pair).scale).toBe(1)
  })
})

it('a controller stick rotates and scales the model by the time it is held, within limits', () => {
  expect(applyControllerStick(STAND, at(1, 0), 0.5)).toEqual({ ...STAND, yaw: 1.25 })
  expect(applyControllerStick(STAND, at(0, -1), Math.log(2)).scale).toBeCloseTo(2)
  expect(applyControllerStick(STAND, at(0, 1), 100).scale).toBe(AR_SCALE_RANGE.least)
})

it('snaps the scale of a model to its true size only when close to it', () => {
  expect([0.98, 1.02, 1.2, 0.5].map(snapScale)).toEqual([1, 1, 1.2, 0.5])
})

it('computes the yaw at which a model faces the viewer', () => {
  expect(yawTowards({ x: 0, y: 0, z: -2 }, { x: 0, y: 1.6, z: 0 })).toBe(0)
  expect(yawTowards({ x: 0, y: 0, z: 0 }, { x: 3, y: 1.6, z: 0 })).toBeCloseTo(Math.PI / 2)
})

it('intersects a ray with the floor only if it points down and hits within the maximum distance', () => {
  expect(intersectFloor({ x: 0, y: 2, z: 0 }, { x: 0.5, y: -1, z: -1 }, 0)).toEqual({ x: 1, y: 0, z: -2 })
  expect(intersectFloor({ x: 0, y: 2, z: 0 }, { x: 0, y: 1, z: 0 }, 0)).toBeNull()
  expect(intersectFloor({ x: 0, y: 2, z: 0 }, { x: 1, y: 0, z: 0 }, 0)).toBeNull()
  expect(intersectFloor({ x: 0, y: 2, z: 0 }, { x: 0, y: -0.01, z: -1 }, 0)).toBeNull()
})
