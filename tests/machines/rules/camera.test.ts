import { describe, expect, it } from 'vitest'
import {
  bandOf,
  heldIn,
  MOVE_TIME,
  orbitBetween,
  orbitOf,
  turnedBy,
  viewOf,
  viewOfBand,
} from '../../../src/machines/rules/camera.ts'

const close = (values: readonly number[]) => values.map((value) => expect.closeTo(value))

describe('an orbit', () => {
  it.each([
    [
      [0, 0, 5],
      [0, 0, 0],
    ],
    [
      [3, 2, 1],
      [0.5, 1, -1],
    ],
    [
      [-2, -1, -4],
      [0, 0.2, 0],
    ],
  ] as const)('is the same view again (%o at %o)', (eye, target) => {
    const view = viewOf(orbitOf({ eye, target, shift: 7 }))
    expect([view.eye, view.target, view.shift]).toEqual([close(eye), target, 7])
  })

  it('never stands straight above, where nothing says which way is up', () => {
    const { eye } = viewOf({ azimuth: 0, elevation: 9, distance: 2, target: [0, 0, 0], shift: 0 })
    expect(eye[2]).toBeGreaterThan(0.01)
    expect(orbitOf({ eye: [0, 0, 0], target: [0, 0, 0], shift: 0 }).distance).toBeGreaterThan(0)
  })

  it('is left for another gently, and is there in time', () => {
    const from = { azimuth: 0, elevation: 0, distance: 8, target: [0, 0, 0], shift: 0 } as const
    const to = { azimuth: 1, elevation: 0.5, distance: 2, target: [0, 1, 0], shift: 10 } as const
    expect(orbitBetween(from, to, 0)).toEqual(from)
    expect(orbitBetween(from, to, MOVE_TIME)).toEqual(to)
    expect(orbitBetween(from, to, MOVE_TIME / 2)).toEqual({
      azimuth: 0.5,
      elevation: 0.25,
      distance: expect.closeTo(4),
      target: [0, 0.5, 0],
      shift: 5,
    })
  })
})

describe('a framing', () => {
  it('shows less and less of a body, always with all of the head', () => {
    const [half, bust, face] = (['half', 'bust', 'face'] as const).map((framing) => bandOf(framing, 1.8, 0.66))
    expect(half!.from).toBeLessThan(bust!.from)
    expect(bust!.from).toBeLessThan(face!.from)
    expect(face!.from).toBeLessThan(0.66)
    expect([half, bust, face].every((band) => band!.to > 0.9)).toBe(true)
    expect(half!.from).toBeGreaterThan(-0.3)
  })

  it('takes a head of the usual size where there is no bone for it, or one that makes no sense', () => {
    const usual = bandOf('face', 1.5)
    expect([bandOf('face', 1.5, 4), bandOf('face', 1.5, -1)]).toEqual([usual, usual])
    expect(usual.from).toBeCloseTo(0.51)
    // Of a figure that is mostly head there is a half, too.
    const [half, bust] = (['half', 'bust'] as const).map((framing) => bandOf(framing, 1.5, 0.1).from)
    expect([half, bust]).toEqual([expect.closeTo(-0.18), expect.closeTo(0)])
  })

  it('fills the height below the headroom, and keeps within the width', () => {
    const room = { width: 900, height: 600, headroom: 60, focal: 643, near: 0.2 }
    const wide = viewOfBand({ from: 0, to: 1 }, room)
    const pixels = room.focal / (wide.distance - room.near)
    expect(pixels).toBeCloseTo(540)
    // The lower end on the lower edge.
    expect(300 - pixels * (wide.target[1] - 0) + wide.shift).toBeCloseTo(0)
    const narrow = viewOfBand({ from: 0, to: 1 }, { ...room, width: 300 })
    expect((room.focal / (narrow.distance - room.near)) * 0.85).toBeCloseTo(276)
    expect(Number.isFinite(viewOfBand({ from: 0, to: 0 }, { ...room, width: 0, height: 0 }).distance)).toBe(true)
  })
})

describe('what turns by itself', () => {
  it('goes on at its rate, and back where it meets a limit', () => {
    expect(turnedBy(1, 0.5, 2, undefined)).toEqual({ yaw: 2, rate: 0.5 })
    expect(turnedBy(0.9, 0.5, 1, [-1, 1])).toEqual({ yaw: 1, rate: -0.5 })
    expect(turnedBy(-0.9, -0.5, 1, [-1, 1])).toEqual({ yaw: -1, rate: 0.5 })
  })

  it('is held whichever way round limits are told', () => {
    expect([heldIn(5, [1, -1]), heldIn(5, [-1, 1]), heldIn(0.5, [1, -1]), heldIn(5, undefined)]).toEqual([1, 1, 0.5, 5])
  })
})
