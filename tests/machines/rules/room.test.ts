import { describe, expect, it } from 'vitest'
import {
  afterFingers,
  afterStick,
  arModes,
  onFloor,
  ROOM_SCALE,
  shownScale,
  yawTowards,
} from '../../../src/machines/rules/room.ts'

const STAND = { x: 1, y: 0, z: -2, yaw: 0.5, scale: 1 }
const at = (x: number, y: number) => ({ x, y })

describe('ways into the room around', () => {
  it('are all, none, or those named, in their order', () => {
    expect(arModes(true)).toEqual(['webxr', 'quick-look'])
    expect([arModes(false), arModes(undefined), arModes([])]).toEqual([[], [], []])
    expect(arModes(['quick-look', 'scene-viewer' as never, 'webxr'])).toEqual(['quick-look', 'webxr'])
  })
})

describe('fingers on a model in a room', () => {
  it('turn it by one, half a screen aside by 1.5 radians, and leave it where it is', () => {
    expect(afterFingers(STAND, [at(0, 0)], [at(1, 0.5)])).toEqual({ ...STAND, yaw: 2 })
  })

  it('make it larger by two going apart, within limits, and turn it as they go round', () => {
    const pair = [at(-0.1, 0), at(0.1, 0)]
    expect(afterFingers(STAND, pair, [at(-0.2, 0), at(0.2, 0)])).toEqual({ ...STAND, scale: 2 })
    expect(afterFingers({ ...STAND, scale: 8 }, pair, [at(-0.2, 0), at(0.2, 0)]).scale).toBe(ROOM_SCALE.most)
    expect(afterFingers({ ...STAND, scale: 0.15 }, pair, [at(-0.01, 0), at(0.01, 0)]).scale).toBe(ROOM_SCALE.least)
    const { yaw, scale } = afterFingers(STAND, pair, [at(0, -0.1), at(0, 0.1)])
    expect(yaw).toBeCloseTo(0.5 + Math.PI / 2)
    expect(scale).toBeCloseTo(1)
    // Across half a turn, the short way.
    const [before, now] = [Math.PI - 0.1, -Math.PI + 0.1].map((angle) => [
      at(0, 0),
      at(Math.cos(angle), Math.sin(angle)),
    ])
    expect(afterFingers(STAND, before!, now!).yaw).toBeCloseTo(0.7)
  })

  it('do nothing as one more comes or one goes, nor with three, nor from one spot', () => {
    const pair = [at(0, 0), at(1, 0)]
    for (const [before, now] of [
      [[], [at(0, 0)]],
      [[at(0, 0)], []],
      [[at(0, 0)], pair],
      [pair, [at(1, 0)]],
      [
        [...pair, at(0, 1)],
        [...pair, at(0, 0.5)],
      ],
    ] as const)
      expect(afterFingers(STAND, before, now)).toBe(STAND)
    expect(afterFingers(STAND, [at(0, 0), at(0, 0)], pair).scale).toBe(1)
  })
})

it('a stick turns and sizes by how long it is held', () => {
  expect(afterStick(STAND, at(1, 0), 0.5)).toEqual({ ...STAND, yaw: 1.25 })
  expect(afterStick(STAND, at(0, -1), Math.log(2)).scale).toBeCloseTo(2)
  expect(afterStick(STAND, at(0, 1), 100).scale).toBe(ROOM_SCALE.least)
})

it('nearly its true size is its true size', () => {
  expect([0.98, 1.02, 1.2, 0.5].map(shownScale)).toEqual([1, 1, 1.2, 0.5])
})

it('what stands there faces who looks', () => {
  expect(yawTowards({ x: 0, y: 0, z: -2 }, { x: 0, y: 1.6, z: 0 })).toBe(0)
  expect(yawTowards({ x: 0, y: 0, z: 0 }, { x: 3, y: 1.6, z: 0 })).toBeCloseTo(Math.PI / 2)
})

it('a floor is met below, not above, beside, or out of reach', () => {
  expect(onFloor({ x: 0, y: 2, z: 0 }, { x: 0.5, y: -1, z: -1 }, 0)).toEqual({ x: 1, y: 0, z: -2 })
  expect(onFloor({ x: 0, y: 2, z: 0 }, { x: 0, y: 1, z: 0 }, 0)).toBeNull()
  expect(onFloor({ x: 0, y: 2, z: 0 }, { x: 1, y: 0, z: 0 }, 0)).toBeNull()
  expect(onFloor({ x: 0, y: 2, z: 0 }, { x: 0, y: -0.01, z: -1 }, 0)).toBeNull()
})
